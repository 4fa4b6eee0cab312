import { t } from '@lingui/core/macro';
import { type Claim, ClaimForm as ClaimFields } from '#schema/claims/claim.ts';
import { claimCard } from '#web/features/claims/claims-api.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

interface ClaimFormProps {
  cardId: string | undefined;
  onSent: (claim: Claim) => void;
  onCancel: () => void;
}

export function ClaimForm({ cardId, onSent, onCancel }: ClaimFormProps) {
  return (
    <Form
      label={t`Claim a card`}
      draft="claim"
      className="stack"
      schema={ClaimFields}
      defaults={{ cardId: cardId ?? '', proofUrl: '' }}
      send={async (claim) => onSent(await claimCard(claim))}
      failed={(error, { setError }) => {
        const message = errorText(error, t`Please try again.`);
        const isAboutCard = error instanceof ApiError && [404, 409].includes(error.status);
        if (!isAboutCard || cardId !== undefined) return { title: t`Couldn’t send the claim`, text: message };
        setError('cardId', { type: 'server', message }, { shouldFocus: true });
        return null;
      }}
    >
      <p>{t`Send us a link that proves the card is yours, such as a photo, a log entry or an order. Our team will review it.`}</p>
      {cardId === undefined ? (
        <FormField
          label={t`Card ID`}
          name="cardId"
          placeholder={t`TC-0000000`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
        />
      ) : (
        <p>
          {t`Card ID:`} <span className="code">{cardId}</span>
        </p>
      )}
      <FormField
        label={t`Link to your proof`}
        name="proofUrl"
        type="url"
        inputMode="url"
        placeholder={t`https://`}
        autoComplete="off"
        hint={t`A public page that starts with https://`}
        {...(cardId !== undefined && { 'data-autofocus': true })}
      />
      <FormActions pendingLabel={t`Sending…`} onCancel={onCancel}>{t`Send claim`}</FormActions>
    </Form>
  );
}
