import { type ReviewDecision, UndoDecisionForm } from '#schema/reviews/admin-review-decisions.ts';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { decisionNames, restorationsLabel, undoLabel } from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { type OpenCase, reloadAfterDecision, undoDecision, useDecision } from '#web/features/reviews/admin/decisions/decisions-api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface UndoDialogProps {
  decision: ReviewDecision;
  reviewCase?: OpenCase;
  onUndone?: (review: AdminReview | undefined) => void;
  onClose: () => void;
}

/** Reverts an entire decision by adding inverse entries; nothing is deleted. */
export function UndoDialog({ decision, reviewCase, onUndone, onClose }: UndoDialogProps) {
  const { action, reason, decidedAt, decidedBy, members } = decision;
  const query = useDecision(decision.id);
  return (
    <Dialog open onClose={onClose} title="Undo this decision?">
      <Loaded query={query} subject="The effects" lines={4}>
        {(details) => (
          <Form
            label="Undo decision"
            className="stack"
            schema={UndoDecisionForm}
            defaults={{ reason: '' }}
            send={async (values) => {
              const review = await undoDecision(decision, values.reason, reviewCase);
              onUndone?.(review);
              onClose();
              showToast({ title: 'Undone', description: `Reverted for ${plural(members, 'member')}.`, tone: 'success' });
            }}
            failed="Couldn’t undo the decision"
            onFailure={() => reloadAfterDecision(reviewCase)}
          >
            <p>
              <strong>
                {decisionNames[action]}: {plural(members, 'member')}
              </strong>
              , {dateTime(decidedAt)}
              {decidedBy && `, ${decidedBy}`}.
              <br />
              <span className="record-text">{reason}</span>
            </p>
            <p>
              <strong>{undoLabel(details)}.</strong> {restorationsLabel(details)}
            </p>
            <p>
              Restored finds and referrals bring back their keys. Later changes by others are kept. Any tokens that members owe are deducted
              from what they get back. Certificates stay refused if their tokens have been spent.
            </p>
            <FormTextArea label="Reason" name="reason" rows={2} hint="For the audit log." data-autofocus autoFocus />
            <FormActions pendingLabel="Undoing…" onCancel={onClose}>
              Undo decision
            </FormActions>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}
