import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminCardDetails, EditCardForm as EditCardFields } from '#schema/admin/cards.ts';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { editCard } from '#web/features/admin/cards/cards-api.ts';
import { NotSaved } from '#web/features/admin/cards/NotSaved.tsx';
import { applyFieldErrors } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

interface EditCardFormProps {
  card: AdminCardDetails['card'];
  onDone: () => void;
}

/** An empty input is no coordinate; text that is no number is told apart by the schema. */
const coordinate = { setValueAs: (value: unknown) => (value === '' || value == null ? null : Number(String(value).replace(',', '.'))) };

/** The card as it was when the form opened is what a save is compared with: what others changed since is not overwritten. */
export function EditCardForm({ card: current, onDone }: EditCardFormProps) {
  const [card, setCard] = useState(current);
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: valuesOf(card),
    resolver: valibotResolver(EditCardFields),
  });
  const { errors, isSubmitting, isDirty } = formState;

  async function submit(edit: EditCardFields) {
    setFailure(undefined);
    try {
      await editCard(card.cardId, { version: card.version, ...edit });
      showToast({ title: 'Card saved', description: `${card.cardId} was changed.`, tone: 'success' });
      onDone();
    } catch (error) {
      if (!applyFieldErrors(error, setError)) setFailure(error);
    }
  }

  function takeOver(latest: AdminCardDetails['card']) {
    setCard(latest);
    reset(valuesOf(latest));
    setFailure(undefined);
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Edit card">
      {failure !== undefined && <NotSaved failure={failure} cardId={card.cardId} onLatest={({ card: latest }) => takeOver(latest)} />}
      <Field label="Location" optional data-autofocus error={errors.location?.message} {...register('location')} />
      <TextArea label="Description" optional error={errors.description?.message} {...register('description')} />
      <div className="form-row">
        <Field
          label="Latitude"
          optional
          inputMode="text"
          autoComplete="off"
          error={errors.latitude?.message}
          {...register('latitude', coordinate)}
        />
        <Field
          label="Longitude"
          optional
          inputMode="text"
          autoComplete="off"
          error={errors.longitude?.message}
          {...register('longitude', coordinate)}
        />
      </div>
      {card.isTest ? (
        <p className="muted">A test card belongs to nobody.</p>
      ) : (
        <Field
          label="Owner’s email"
          optional
          type="email"
          autoComplete="off"
          hint="The card goes to this member as it is. Leave it empty and the card belongs to nobody."
          error={errors.ownerEmail?.message}
          {...register('ownerEmail')}
        />
      )}
      <div className="cluster">
        <SubmitButton pending={isSubmitting} pendingLabel="Saving…" disabled={!isDirty}>
          Save
        </SubmitButton>
        <button type="button" className="ghost" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function valuesOf({ location, description, latitude, longitude, userInfo }: AdminCardDetails['card']) {
  return { location: location ?? '', description: description ?? '', latitude, longitude, ownerEmail: userInfo?.email ?? '' };
}
