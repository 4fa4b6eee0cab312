import type { UseFormSetValue } from 'react-hook-form';
import { type OwnCard, PlacementRequest } from '#schema/card.ts';
import { placeCard } from '#web/features/cards/api.ts';
import { CoordinateFields } from '#web/features/cards/CoordinateFields.tsx';
import { useDeviceLocation } from '#web/features/cards/use-device-location.ts';
import { showToast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/Form.tsx';
import { FormCancel, FormField, FormSubmit, FormTextArea } from '#web/ui/form-inputs.tsx';
import { MapPinIcon } from '#web/ui/icons.tsx';

interface PlacementFormProps {
  card: OwnCard;
  isFirst: boolean;
  onDone: () => void;
  onCancel: (() => void) | undefined;
}

/** Where the card was left, for those who look for it. */
export function PlacementForm({ card, isFirst, onDone, onCancel }: PlacementFormProps) {
  return (
    <Form
      label="Placement"
      schema={PlacementRequest}
      defaults={{
        location: card.location ?? '',
        description: card.description ?? '',
        latitude: card.latitude,
        longitude: card.longitude,
      }}
      send={async (placement) => {
        await placeCard(card.cardId, placement);
        showToast({ title: isFirst ? 'Card placed' : 'Placement updated', tone: 'success' });
        onDone();
      }}
      failed="The placement was not saved"
      failsInToast
    >
      {({ setValue }) => (
        <>
          <FormField label="Location" name="location" hint="A name people know, for example Riverside Park" />
          <FormTextArea label="Description" name="description" hint="How to find it, without giving it all away" />
          <Coordinates setValue={setValue} />
          <div className="cluster">
            <FormSubmit pendingLabel="Saving…">{isFirst ? 'Place this card' : 'Save placement'}</FormSubmit>
            {onCancel && (
              <FormCancel className="ghost" onClick={onCancel}>
                Cancel
              </FormCancel>
            )}
          </div>
        </>
      )}
    </Form>
  );
}

/** Typed, or those of where the device is. */
function Coordinates({ setValue }: { setValue: UseFormSetValue<PlacementRequest> }) {
  const device = useDeviceLocation(({ latitude, longitude }) => {
    setValue('latitude', latitude, { shouldDirty: true, shouldValidate: true });
    setValue('longitude', longitude, { shouldDirty: true, shouldValidate: true });
  });
  return (
    <fieldset className="stack gap-3 coordinates">
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
      <CoordinateFields />
    </fieldset>
  );
}
