import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Claim, ClaimForm as ClaimFields, type ClaimRequest } from '#schema/claim.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { claimCard } from '#web/features/cards/claims-api.ts';
import { ApiError, applyFieldErrors, errorText } from '#web/lib/api.ts';

interface ClaimFormProps {
  /** The card, where it is known already: then only the proof is asked for. */
  cardId: string | undefined;
  onSent: (claim: Claim) => void;
  onCancel: () => void;
}

/** Which card, and the proof that it is one's own. */
export function ClaimForm({ cardId, onSent, onCancel }: ClaimFormProps) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { cardId: cardId ?? '', proofUrl: '' },
    resolver: valibotResolver(ClaimFields),
  });
  const { errors, isSubmitting } = formState;

  async function submit(claim: ClaimRequest) {
    setFailure(undefined);
    try {
      onSent(await claimCard(claim));
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      const message = errorText(error, 'Please try again.');
      const isAboutCard = error instanceof ApiError && [404, 409].includes(error.status);
      if (isAboutCard && cardId === undefined) setError('cardId', { type: 'server', message }, { shouldFocus: true });
      else setFailure(message);
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Claim a card">
      <p>
        {cardId === undefined ? 'A card of yours that somebody else holds here? ' : 'This card is yours? '}
        Give us a link that shows it: a photo, a log entry, an order. People look at it and decide.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="The claim was not sent">
          {failure}
        </Alert>
      )}
      {cardId === undefined ? (
        <Field
          label="Card ID"
          placeholder="TC-0000000"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          error={errors.cardId?.message}
          {...register('cardId')}
        />
      ) : (
        <p>
          Card ID: <span className="code">{cardId}</span>
        </p>
      )}
      <Field
        label="Link to your proof"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        hint="A public page that begins with https://"
        {...(cardId !== undefined && { 'data-autofocus': true })}
        error={errors.proofUrl?.message}
        {...register('proofUrl')}
      />
      <div className="cluster">
        <SubmitButton pending={isSubmitting} pendingLabel="Sending…">
          Send claim
        </SubmitButton>
        <button type="button" className="secondary" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
