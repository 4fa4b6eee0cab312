import { t } from '@lingui/core/macro';
import { NewCardsRequest, type Preferences } from '#schema/accounts/my-data.ts';
import type { Place } from '#schema/finding/geo.ts';
import { watchRadiusKm } from '#schema/rules.ts';
import { CoordinateFields } from '#web/features/finding/map/CoordinateFields.tsx';
import { TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';
import { useDeviceLocation } from '#web/features/finding/map/use-device-location.ts';
import { watchNewCards } from '#web/features/notifications/notifications-api.ts';
import { formatRadius, formatRoundDistance, kmPerMile } from '#web/lib/distance/distance-format.ts';
import { type DistanceUnit, useDistanceUnit } from '#web/lib/distance/distance-unit.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormSelectField } from '#web/ui/forms/form-inputs.tsx';
import { LocateButton } from '#web/ui/LocateButton.tsx';

const defaultRadiusKm = { metric: 25, imperial: 24 };

/** Returns the radii to choose from, in kilometers: round numbers in the member's unit, and the current radius. */
function listRadii(unit: DistanceUnit, current: number): number[] {
  const radii = unit === 'metric' ? [1, 2, 5, 10, 25, 50, 100] : [1, 3, 5, 10, 15, 30, 60].map((miles) => Math.round(miles * kmPerMile));
  return [...new Set([...radii, current])].filter((km) => km >= watchRadiusKm.least && km <= watchRadiusKm.most).sort((a, b) => a - b);
}

export function NewCardsForm({ newCards, onDone }: { newCards: Preferences['newCards']; onDone: () => void }) {
  const unit = useDistanceUnit();
  const defaultRadius = newCards?.radiusKm ?? defaultRadiusKm[unit];
  return (
    <Form
      label={t`New cards near me`}
      draft="new-cards"
      className="stack new-cards-form"
      schema={NewCardsRequest}
      defaults={newCards ?? { radiusKm: defaultRadius }}
      send={async (watch) => {
        await watchNewCards(watch);
        showToast({ title: t`Preferences saved`, description: t`We’ll tell you when a new card appears there.`, tone: 'success' });
        onDone();
      }}
      failed={t`Couldn’t save the location`}
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
            <FormSelectField label={t`Radius`} name="radiusKm" parseInput={Number}>
              {listRadii(unit, defaultRadius).map((km) => (
                <option key={km} value={km}>
                  {formatRadius(km, unit)}
                </option>
              ))}
            </FormSelectField>
            <p className="muted small">{t`We round this location to about ${formatRoundDistance(1_000, unit)}.`}</p>
            <FormActions pendingLabel={t`Saving…`} onCancel={onDone}>{t`Save`}</FormActions>
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
      <LocateButton isBusy={device.busy} onPress={device.locate}>{t`Use my location`}</LocateButton>
      <p role="status" className={device.failed ? 'field-error' : 'field-hint'}>
        {device.message}
      </p>
    </>
  );
}
