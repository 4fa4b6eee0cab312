import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as v from 'valibot';
import { type AdminCardDetails, CardStatusForm as CardStatusFields } from '#schema/admin/cards.ts';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { AdminCardStatus } from '#web/features/admin/cards/AdminCardStatus.tsx';
import { cardStatuses } from '#web/features/admin/cards/card-statuses.ts';
import { setCardStatus } from '#web/features/admin/cards/cards-api.ts';
import { NotSaved } from '#web/features/admin/cards/NotSaved.tsx';
import { applyFieldErrors } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

const choices = [
  { status: 'ordered', means: 'Not placed yet: its next scan, or its owner, makes it active.' },
  { status: 'active', means: 'Out there to be found. Open reports that it is missing are settled.' },
  { status: 'missing', means: 'Members were not able to find it. A scan makes it active again.' },
  { status: 'disabled', means: 'Found nowhere: not by scan, link or list, until it is set to another status.' },
] as const;

interface CardStatusFormProps {
  card: AdminCardDetails['card'];
  onDone: () => void;
}

/** The four statuses with what follows from each. */
export function CardStatusForm({ card: current, onDone }: CardStatusFormProps) {
  const [card, setCard] = useState(current);
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { status: card.status, reason: '' },
    resolver: valibotResolver(CardStatusFields),
  });
  const { errors, isSubmitting, dirtyFields } = formState;

  async function submit({ status, reason }: v.InferOutput<typeof CardStatusFields>) {
    setFailure(undefined);
    try {
      await setCardStatus(card.cardId, { version: card.version, status, reason });
      showToast({ title: 'Status changed', description: `${card.cardId} is ${status} now.`, tone: 'success' });
      onDone();
    } catch (error) {
      if (!applyFieldErrors(error, setError)) setFailure(error);
    }
  }

  function takeOver(latest: AdminCardDetails['card']) {
    setCard(latest);
    reset({ status: latest.status, reason: '' });
    setFailure(undefined);
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Change status">
      {failure !== undefined && <NotSaved failure={failure} cardId={card.cardId} onLatest={({ card: latest }) => takeOver(latest)} />}
      <p>
        Now: <AdminCardStatus status={card.status} />
      </p>
      <fieldset className="status-choices">
        <legend className="visually-hidden">New status</legend>
        {choices.map(({ status, means }) => (
          <label key={status}>
            <input type="radio" value={status} {...register('status')} />
            <span>
              {cardStatuses[status].word}
              <small>{means}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {errors.status?.message && <p className="field-error">{errors.status.message}</p>}
      <Field label="Reason" optional hint="Kept in the audit log" error={errors.reason?.message} {...register('reason')} />
      <div className="cluster">
        <SubmitButton pending={isSubmitting} pendingLabel="Changing…" disabled={!dirtyFields.status}>
          Change status
        </SubmitButton>
        <button type="button" className="ghost" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
