import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as v from 'valibot';
import { type AdminClaimDetails, ClaimDecisionForm } from '#schema/admin/claims.ts';
import { Alert } from '#web/components/Alert.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { decideClaim } from '#web/features/admin/claims/claims-api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

interface DecideFormProps {
  details: AdminClaimDetails;
  status: 'approved' | 'rejected';
  onDone: () => void;
  onBack: () => void;
}

/** Decides a claim, as it was seen, with a comment for the claimant; what follows is said before. */
export function DecideForm({ details, status, onDone, onBack }: DecideFormProps) {
  const { claim, claimant, card } = details;
  const [failure, setFailure] = useState<string>();
  // Details are asked for anew behind the form: nobody decides on what they have not noticed.
  const [seen, setSeen] = useState({ version: details.version, cardVersion: card.version });
  const isPending = claim.status === 'pending';
  const isOutdated = isPending && (details.version !== seen.version || card.version !== seen.cardVersion);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { comment: '' },
    resolver: valibotResolver(ClaimDecisionForm),
  });
  const { errors, isSubmitting } = formState;
  const isApproval = status === 'approved';

  async function submit({ comment }: v.InferOutput<typeof ClaimDecisionForm>) {
    setFailure(undefined);
    try {
      await decideClaim(claim.id, { status, comment, ...seen });
      showToast({
        title: isApproval ? 'Claim approved' : 'Claim rejected',
        description: `${claimant.email} is told by mail.`,
        tone: 'success',
      });
      onDone();
    } catch (error) {
      if (!applyFieldErrors(error, setError)) setFailure(errorText(error, 'Please try again.'));
    }
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={handleSubmit(submit)}
      aria-label={isApproval ? 'Approve claim' : 'Reject claim'}
      data-sending={isSubmitting || undefined}
    >
      {isOutdated && (
        <Alert tone="warning" title="Somebody else has changed the claim or its card in the meantime">
          <p>Nothing was decided, and your comment is kept. Above is how it stands now. Please look at it once more.</p>
          <button
            type="button"
            className="secondary"
            onClick={() => {
              setFailure(undefined);
              setSeen({ version: details.version, cardVersion: card.version });
            }}
          >
            I have seen how it stands now
          </button>
        </Alert>
      )}
      {failure !== undefined && !isOutdated && (
        <Alert tone="error" title="The claim was not decided">
          {failure}
        </Alert>
      )}
      <p>
        {isApproval
          ? approvalMeans(card, claimant)
          : `${card.cardId} stays where it is. ${claimant.email} may claim it again with another proof.`}
      </p>
      <TextArea
        label="Comment"
        optional
        data-autofocus
        hint="The claimant reads it in the mail and with their claims"
        error={errors.comment?.message}
        {...register('comment')}
      />
      <div className="cluster">
        <SubmitButton pending={isSubmitting} pendingLabel={isApproval ? 'Approving…' : 'Rejecting…'} disabled={!isPending || isOutdated}>
          {isApproval ? 'Approve claim' : 'Reject claim'}
        </SubmitButton>
        <button type="button" className="ghost" disabled={isSubmitting} onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}

function approvalMeans({ cardId, owner }: AdminClaimDetails['card'], claimant: AdminClaimDetails['claimant']): string {
  const loss = owner && owner.id !== claimant.id ? ` and no longer to ${owner.email}` : '';
  return `${cardId} will belong to ${claimant.email}${loss}. Where it is placed stays as it is.`;
}
