import { DecideGroupForm, type DecisionPreview } from '#schema/reviews/admin-review-decisions.ts';
import type { AdminReview } from '#schema/reviews/admin-reviews.ts';
import {
  actionLabels,
  type GroupAction,
  memberName,
  proposedReason,
  shareLabel,
  totalLabel,
  unchangedLabel,
} from '#web/features/reviews/admin/decisions/decision-labels.ts';
import { decideGroup, useDecisionPreview } from '#web/features/reviews/admin/decisions/decisions-api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface GroupDecisionProps {
  action: GroupAction;
  review: AdminReview;
  memberIds: readonly number[];
  onClose: () => void;
  onDecided: (review: AdminReview | undefined) => void;
}

/** Shows how a decision affects each member, then applies it to all of them atomically. */
export function GroupDecisionDialog({ action, review, memberIds, onClose, onDecided }: GroupDecisionProps) {
  const query = useDecisionPreview(action, memberIds);
  const { verb, meaning } = actionLabels[action];
  return (
    <Dialog open onClose={onClose} title={`${verb}: ${plural(memberIds.length, 'member')}`} size="large">
      <div className="stack gap-4">
        <p>{meaning} You can undo the whole decision later.</p>
        <Loaded query={query} subject="The effects" lines={5}>
          {(preview) => (
            <>
              <EffectsSection preview={preview} />
              <DecideForm
                preview={preview}
                review={review}
                onClose={onClose}
                onDecided={onDecided}
                onOutdated={() => void query.mutate()}
              />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function EffectsSection({ preview: { action, members } }: { preview: DecisionPreview }) {
  return (
    <section className="stack gap-2" aria-labelledby="group-effects">
      <h3 id="group-effects">Effects</h3>
      <p>
        <strong>{totalLabel(members)}</strong>
      </p>
      <ul className="plain-list record-rows">
        {members.map((share) => (
          <li key={share.member.id}>
            <span>{memberName(share)}</span>
            <span className="muted small">{shareLabel(share) || unchangedLabel(action, share)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DecideFormProps {
  preview: DecisionPreview;
  review: AdminReview;
  onClose: () => void;
  onDecided: (review: AdminReview | undefined) => void;
  onOutdated: () => void;
}

function DecideForm({ preview, review, onClose, onDecided, onOutdated }: DecideFormProps) {
  const { verb, pendingLabel, done, isDestructive } = actionLabels[preview.action];
  // The form may appear after the dialog has opened. Later renders must not take the focus from what is being typed.
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <Form
      label={verb}
      className="stack"
      schema={DecideGroupForm}
      defaults={{ reason: proposedReason }}
      send={async ({ reason }) => {
        onDecided(await decideGroup(preview, reason, { reviewId: review.id, memberId: review.user.id }));
        onClose();
        showToast({ title: done, description: `${totalLabel(preview.members)}. It can be undone.`, tone: 'success' });
      }}
      failed="Couldn’t save the decision"
      onFailure={onOutdated}
    >
      <FormTextArea
        label="Reason"
        name="reason"
        rows={2}
        hint="For the audit log. Suspended members and owners of refused certificates see it, so don’t name anyone."
      />
      <FormActions pendingLabel={pendingLabel} onCancel={onClose} {...(isDestructive && { className: 'danger' })} ref={button}>
        {`${verb} ${preview.action === 'take_back' ? 'from ' : ''}${plural(preview.members.length, 'member')}`}
      </FormActions>
    </Form>
  );
}
