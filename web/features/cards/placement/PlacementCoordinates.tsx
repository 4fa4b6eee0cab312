import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { PlacementRequest } from '#schema/cards/placement.ts';
import type { Place } from '#schema/finding/geo.ts';
import { defaultPlaceVisibility } from '#schema/finding/shown-place.ts';
import { CoordinateFields } from '#web/features/cards/placement/CoordinateFields.tsx';
import { PlacePicker } from '#web/features/cards/placement/PlacePicker.tsx';
import { useDeviceLocation } from '#web/features/cards/placement/use-device-location.ts';
import { LocateButton } from '#web/ui/LocateButton.tsx';

/** Lets the owner set coordinates from the device, by tapping the map, or by typing. */
export function PlacementCoordinates({
  form: { control, setValue },
}: {
  form: UseFormReturn<PlacementRequest, unknown, PlacementRequest>;
}) {
  const [isOnMap, setOnMap] = useState(false);
  const [latitude, longitude, visibility = defaultPlaceVisibility] = useWatch({ control, name: ['latitude', 'longitude', 'visibility'] });
  const mapId = useId();
  const place = parsePlace(latitude, longitude);
  const applyPlace = (chosenPlace: Place) => {
    setValue('latitude', chosenPlace.latitude, { shouldDirty: true, shouldValidate: true });
    setValue('longitude', chosenPlace.longitude, { shouldDirty: true, shouldValidate: true });
  };
  const device = useDeviceLocation(applyPlace);
  return (
    <fieldset className="stack gap-3 coordinates">
      <legend>Coordinates (optional)</legend>
      <div className="cluster">
        <LocateButton isBusy={device.busy} onPress={device.locate}>
          Use my location
        </LocateButton>
        <button type="button" className="secondary" aria-expanded={isOnMap} aria-controls={mapId} onClick={() => setOnMap(!isOnMap)}>
          {isOnMap ? 'Close the map' : 'Choose on the map'}
        </button>
      </div>
      <p role="status" className={device.failed ? 'field-error' : 'field-hint'}>
        {device.message}
      </p>
      <div id={mapId} hidden={!isOnMap}>
        {isOnMap && <PlacePicker place={place} visibility={visibility} onPick={applyPlace} />}
      </div>
      <CoordinateFields onPlace={applyPlace} />
    </fieldset>
  );
}

function parsePlace(latitude: unknown, longitude: unknown): Place | null {
  const isWithin = (degrees: unknown, limit: number): degrees is number => typeof degrees === 'number' && Math.abs(degrees) <= limit;
  return isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
}
