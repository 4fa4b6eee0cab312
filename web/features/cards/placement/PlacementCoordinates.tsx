import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { OwnCard } from '#schema/cards/card.ts';
import type { PlacementRequest } from '#schema/cards/placement.ts';
import type { Place } from '#schema/finding/geo.ts';
import { defaultPlaceVisibility } from '#schema/finding/shown-place.ts';
import { PlacePicker } from '#web/features/cards/placement/PlacePicker.tsx';
import { CoordinateFields } from '#web/features/finding/map/CoordinateFields.tsx';
import { useDeviceLocation } from '#web/features/finding/map/use-device-location.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { LocateButton } from '#web/ui/LocateButton.tsx';

interface PlacementCoordinatesProps {
  card: OwnCard;
  form: UseFormReturn<PlacementRequest, unknown, PlacementRequest>;
}

/**
 * Lets the owner set coordinates by using the device's position, tapping the map, or typing. Without map tiles there is nothing to aim at,
 * so the map only confirms a location from the device or the fields.
 */
export function PlacementCoordinates({ card, form: { control, setValue } }: PlacementCoordinatesProps) {
  const hasTiles = Boolean(useSiteConfig().data?.mapTiles);
  const [latitude, longitude, visibility = defaultPlaceVisibility] = useWatch({ control, name: ['latitude', 'longitude', 'visibility'] });
  const { errors } = useFormState({ control, name: ['latitude', 'longitude'] });
  const place = useMemo(() => parsePlace(latitude, longitude), [latitude, longitude]);
  /**
   * Whether the owner opened or closed the fields; undefined until they do. Without map tiles, the fields are then open on a computer, which is
   * rarely at the card. Set to false when the device's location fills in the fields.
   */
  const [isTyping, setTyping] = useState<boolean>();
  const hasMouse = useMediaQuery('(hover: hover) and (pointer: fine)');
  const needsCoordinates = !place && !hasTiles;
  const isOpen = Boolean(errors.latitude ?? errors.longitude) || (isTyping ?? (needsCoordinates && hasMouse));
  const applyPlace = (chosenPlace: Place) => {
    setValue('latitude', chosenPlace.latitude, { shouldDirty: true, shouldValidate: true });
    setValue('longitude', chosenPlace.longitude, { shouldDirty: true, shouldValidate: true });
  };
  const device = useDeviceLocation((devicePlace) => {
    applyPlace(devicePlace);
    setTyping(false);
  });
  return (
    <fieldset className="stack gap-3 coordinates">
      <legend>{t`Spot on the map (optional)`}</legend>
      {needsCoordinates && <p className="muted small">{t`Stand at the card and use your location, or enter its coordinates.`}</p>}
      {(hasTiles || place) && (
        <PlacePicker cardId={card.id} place={place} visibility={visibility} onPick={hasTiles ? applyPlace : undefined} />
      )}
      <LocateButton isBusy={device.busy} isMain={needsCoordinates && !hasMouse} onPress={device.locate}>{t`Use my location`}</LocateButton>
      <p role="status" className={device.failed ? 'field-error' : 'field-hint'}>
        {device.message}
      </p>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => open !== isOpen && setTyping(open)}>
        <summary>{place ? t`Coordinates` : t`Enter coordinates`}</summary>
        <CoordinateFields onPlace={applyPlace} />
      </details>
    </fieldset>
  );
}

function parsePlace(latitude: unknown, longitude: unknown): Place | null {
  const isWithin = (degrees: unknown, limit: number): degrees is number => typeof degrees === 'number' && Math.abs(degrees) <= limit;
  return isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
}
