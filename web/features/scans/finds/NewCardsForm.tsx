import { NewCardsRequest, type Preferences } from '#schema/accounts/my-data.ts';
import type { Place } from '#schema/finding/geo.ts';
import { watchRadiusKm } from '#schema/rules.ts';
import { CoordinateFields } from '#web/features/cards/placement/CoordinateFields.tsx';
import { useDeviceLocation } from '#web/features/cards/placement/use-device-location.ts';
import { TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';
import { watchNewCards } from '#web/features/scans/finds/finds-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';
import { LocateButton } from '#web/ui/LocateButton.tsx';

const readRadius = (input: unknown) => (input === '' ? null : Number(input));

export function NewCardsForm({ newCards, onDone }: { newCards: Preferences['newCards']; onDone: () => void }) {
  return (
    <Form
      label="New cards near me"
      draft="new-cards"
      className="stack new-cards-form"
      schema={NewCardsRequest}
      defaults={newCards ?? { radiusKm: 25 }}
      send={async (watch) => {
        await watchNewCards(watch);
        showToast({ title: 'Preferences saved', description: 'We’ll email you when a new card appears there.', tone: 'success' });
        onDone();
      }}
      failed="Couldn’t save the location"
    >
      {({ setValue }) => {
        const applyPlace = ({ latitude, longitude }: Place) => {
          setValue('latitude', latitude, { shouldDirty: true, shouldValidate: true });
          setValue('longitude', longitude, { shouldDirty: true, shouldValidate: true });
        };
        return (
          <>
            <DevicePlace onFound={applyPlace} />
            <TownSearch onChoose={applyPlace} />
            <CoordinateFields onPlace={applyPlace} />
            <FormField
              label="Radius in km"
              name="radiusKm"
              inputMode="numeric"
              autoComplete="off"
              parseInput={readRadius}
              hint={`${watchRadiusKm.least} to ${watchRadiusKm.most}`}
            />
            <p className="muted small">We store this location rounded to about 1 km. You can turn this off at any time.</p>
            <FormActions pendingLabel="Saving…" onCancel={onDone}>
              Save
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}

function DevicePlace({ onFound }: { onFound: (place: Place) => void }) {
  const device = useDeviceLocation(onFound);
  return (
    <>
      <LocateButton isBusy={device.busy} onPress={device.locate}>
        Use my location
      </LocateButton>
      <p role="status" className={device.failed ? 'field-error' : 'field-hint'}>
        {device.message}
      </p>
    </>
  );
}
