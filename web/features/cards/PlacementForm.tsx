import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { type OwnCard, PlacementRequest } from '#schema/card.ts';
import { Field } from '#web/components/Field.tsx';
import { MapPinIcon } from '#web/components/icons.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { placeCard } from '#web/features/cards/api.ts';
import { useDeviceLocation } from '#web/features/cards/use-device-location.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

interface PlacementFormProps {
  card: OwnCard;
  isFirst: boolean;
  onDone: () => void;
  onCancel: (() => void) | undefined;
}

/** An empty input is no coordinate; text that is no number is told apart by the schema. */
const coordinate = { setValueAs: (value: unknown) => (value === '' || value == null ? null : Number(String(value).replace(',', '.'))) };

/** Where the card was left, for those who look for it. */
export function PlacementForm({ card, isFirst, onDone, onCancel }: PlacementFormProps) {
  const toast = useToast();
  const { register, handleSubmit, setError, setValue, formState } = useForm({
    defaultValues: {
      location: card.location ?? '',
      description: card.description ?? '',
      latitude: card.latitude,
      longitude: card.longitude,
    },
    resolver: valibotResolver(PlacementRequest),
  });
  const { errors, isSubmitting } = formState;
  const device = useDeviceLocation(({ latitude, longitude }) => {
    setValue('latitude', latitude, { shouldDirty: true, shouldValidate: true });
    setValue('longitude', longitude, { shouldDirty: true, shouldValidate: true });
  });

  async function submit(placement: PlacementRequest) {
    try {
      await placeCard(card.cardId, placement);
      toast({ title: isFirst ? 'Card placed' : 'Placement updated', tone: 'success' });
      onDone();
    } catch (error) {
      applyFieldErrors(error, setError);
      toast({ title: 'The placement was not saved', description: errorText(error, 'Please try again.'), tone: 'error' });
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} aria-label="Placement">
      <Field
        label="Location"
        hint="A name people know, for example Riverside Park"
        error={errors.location?.message}
        {...register('location')}
      />
      <TextArea
        label="Description"
        hint="How to find it, without giving it all away"
        error={errors.description?.message}
        {...register('description')}
      />
      <fieldset className="coordinates">
        <legend>Coordinates (optional)</legend>
        <button
          type="button"
          className="secondary"
          aria-busy={device.busy || undefined}
          aria-disabled={device.busy || undefined}
          onClick={() => {
            if (!device.busy) device.locate();
          }}
        >
          {!device.busy && <MapPinIcon />}
          {device.busy ? 'Finding you…' : 'Use my location'}
        </button>
        <p role="status" className={device.failed ? 'field-error' : 'field-hint'}>
          {device.message}
        </p>
        <div className="form-row">
          <Field
            label="Latitude"
            inputMode="text"
            autoComplete="off"
            error={errors.latitude?.message}
            {...register('latitude', coordinate)}
          />
          <Field
            label="Longitude"
            inputMode="text"
            autoComplete="off"
            error={errors.longitude?.message}
            {...register('longitude', coordinate)}
          />
        </div>
      </fieldset>
      <div className="cluster">
        <SubmitButton pending={isSubmitting} pendingLabel="Saving…">
          {isFirst ? 'Place this card' : 'Save placement'}
        </SubmitButton>
        {onCancel && (
          <button type="button" className="ghost" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
