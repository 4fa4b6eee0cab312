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

/** Decides a claim with a comment for the claimant; what follows is said before. */
export function DecideForm({ details: { claim, claimant, card }, status, onDone, onBack }: DecideFormProps) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { comment: '' },
    resolver: valibotResolver(ClaimDecisionForm),
  });
  const { errors, isSubmitting } = formState;
  const isApproval = status === 'approved';

  async function submit({ comment }: v.InferOutput<typeof ClaimDecisionForm>) {
    setFailure(undefined);
    try {
      await decideClaim(claim.id, { status, comment });
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
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label={isApproval ? 'Approve claim' : 'Reject claim'}>
      {failure !== undefined && (
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
        <SubmitButton pending={isSubmitting} pendingLabel={isApproval ? 'Approving…' : 'Rejecting…'} disabled={claim.status !== 'pending'}>
          {isApproval ? 'Approve claim' : 'Reject claim'}
        </SubmitButton>
        <button type="button" className="ghost" onClick={onBack}>
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
