import { type AdminClaimDetails, ClaimDecisionForm } from '#schema/claims/admin-claims.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { decideClaim } from '#web/features/claims/admin/claims-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface DecideFormProps {
  details: AdminClaimDetails;
  status: 'approved' | 'rejected';
  onDone: () => void;
  onBack: () => void;
}

/** Explains the consequences, then submits the decision for the displayed version of the claim. */
export function DecideForm({ details, status, onDone, onBack }: DecideFormProps) {
  const { claim, claimant, card } = details;
  // The details may reload while the form is open, but the decision must be based on the displayed version.
  const { base, setBase } = useVersioned(details);
  const isPending = claim.status === 'pending';
  const isOutdated = isPending && (details.version !== base.version || card.version !== base.card.version);
  const isApproval = status === 'approved';
  const isSuperAdmin = useIsSuperAdmin();
  const needsOther = isApproval && details.needsSuperAdmin && !isSuperAdmin;

  return (
    <Form
      label={isApproval ? 'Approve claim' : 'Reject claim'}
      className="stack"
      schema={ClaimDecisionForm}
      defaults={{ comment: '' }}
      send={async ({ comment }) => {
        await decideClaim(claim.id, { status, comment, version: base.version, cardVersion: base.card.version });
        showToast({
          title: isApproval ? 'Claim approved' : 'Claim rejected',
          description: `${claimant.email} gets an email.`,
          tone: 'success',
        });
        onDone();
      }}
      failed="Couldn’t save your decision"
      hidesFailure={isOutdated}
    >
      {isOutdated && (
        <Alert tone="warning" title="Someone else changed the claim or its card">
          <p>Your decision was not saved, but your comment is still here. Check the current details above.</p>
          <button type="button" className="secondary" onClick={() => setBase(details)}>
            I’ve checked the changes
          </button>
        </Alert>
      )}
      {needsOther && (
        <Alert tone="info" title="Only a super administrator can approve this">
          <p>
            {card.owner?.email} pays for a membership, or can still cancel the deletion of their account, and may object. You can still
            reject the claim.
          </p>
        </Alert>
      )}
      <p>
        {isApproval
          ? approvalEffect(card, claimant)
          : `${card.cardId} won’t change. ${claimant.email} can ${claim.proofUrl === null ? 'ask again' : 'claim it again with different proof'}.`}
      </p>
      <FormTextArea
        label="Comment"
        name="comment"
        optional
        data-autofocus
        hint="Shown to the claimant by email and in their list of claims"
      />
      <FormActions
        pendingLabel={isApproval ? 'Approving…' : 'Rejecting…'}
        disabled={!isPending || isOutdated || needsOther}
        cancelClass="ghost"
        cancelLabel="Back"
        onCancel={onBack}
      >
        {isApproval ? 'Approve claim' : 'Reject claim'}
      </FormActions>
    </Form>
  );
}

function approvalEffect({ cardId, owner }: AdminClaimDetails['card'], claimant: AdminClaimDetails['claimant']): string {
  const previousOwnerNote = owner && owner.id !== claimant.id ? ` instead of ${owner.email}` : '';
  return `${cardId} will belong to ${claimant.email}${previousOwnerNote}. Its location and description are cleared; the new owner places it again, without a reward.`;
}
