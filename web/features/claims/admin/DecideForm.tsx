import { type AdminClaimDetails, ClaimDecisionForm } from '#schema/claims/admin-claims.ts';
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

/** Decides the claim as it was seen; shows the consequences first. */
export function DecideForm({ details, status, onDone, onBack }: DecideFormProps) {
  const { claim, claimant, card } = details;
  // Details reload behind the form: nobody decides on a version that they have not seen.
  const { seen, takeOver } = useVersioned(details);
  const isPending = claim.status === 'pending';
  const isOutdated = isPending && (details.version !== seen.version || card.version !== seen.card.version);
  const isApproval = status === 'approved';

  return (
    <Form
      label={isApproval ? 'Approve claim' : 'Reject claim'}
      className="stack"
      schema={ClaimDecisionForm}
      defaults={{ comment: '' }}
      send={async ({ comment }) => {
        await decideClaim(claim.id, { status, comment, version: seen.version, cardVersion: seen.card.version });
        showToast({
          title: isApproval ? 'Claim approved' : 'Claim rejected',
          description: `${claimant.email} is told by mail.`,
          tone: 'success',
        });
        onDone();
      }}
      failed="The claim was not decided"
      isFailureOver={isOutdated}
    >
      {isOutdated && (
        <Alert tone="warning" title="Somebody else has changed the claim or its card in the meantime">
          <p>Nothing was decided, and your comment is kept. Above is how it stands now. Please look at it once more.</p>
          <button type="button" className="secondary" onClick={() => takeOver(details)}>
            I have seen how it stands now
          </button>
        </Alert>
      )}
      <p>
        {isApproval
          ? approvalMeans(card, claimant)
          : `${card.cardId} stays where it is. ${claimant.email} may claim it again with another proof.`}
      </p>
      <FormTextArea label="Comment" name="comment" optional data-autofocus hint="The claimant reads it in the mail and with their claims" />
      <FormActions
        pendingLabel={isApproval ? 'Approving…' : 'Rejecting…'}
        disabled={!isPending || isOutdated}
        cancelClass="ghost"
        cancelLabel="Back"
        onCancel={onBack}
      >
        {isApproval ? 'Approve claim' : 'Reject claim'}
      </FormActions>
    </Form>
  );
}

function approvalMeans({ cardId, owner }: AdminClaimDetails['card'], claimant: AdminClaimDetails['claimant']): string {
  const loss = owner && owner.id !== claimant.id ? ` and no longer to ${owner.email}` : '';
  return `${cardId} will belong to ${claimant.email}${loss}. What was said of it and its place goes; the new owner places it anew.`;
}
