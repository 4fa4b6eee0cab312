import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { roundPlace } from '#web/features/finding/nearby/card-directions.ts';
import { readSearchPlace, type SearchPlace, storeSearchPlace, toFindPlace } from '#web/features/finding/nearby/search-place.ts';
import { type DevicePlace, useDevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import { useLastFind } from '#web/features/finding/nearby/use-last-find.ts';
import type { Fix } from '#web/lib/fix.ts';

interface SearchPlaceState {
  /** Location that the member searches around; null if there is none yet. */
  searchPlace: SearchPlace | null;
  /** Location around the member's last find, known only until they choose a location. */
  lastFind: SearchPlace | null;
  isLoading: boolean;
  /** Position from which distances are measured: the chosen location or, while following the device, its position. */
  origin: Place | null;
  userPosition: Fix | undefined;
  device: DevicePlace;
  changePlace: (place: SearchPlace) => void;
}

/**
 * Returns the location that a member searches around: the location from the URL, else the device's position if the member has already
 * allowed access to it, else the last location, else the location of a recent find.
 */
export function useSearchPlace(memberId: number, initialPlace: SearchPlace | null): SearchPlaceState {
  const [chosenPlace, setChosenPlace] = useState(() => initialPlace ?? readSearchPlace(memberId));
  const { place, isRecent, isLoading } = useLastFind(chosenPlace === null);
  const lastFind = useMemo(() => place && toFindPlace(place), [place]);
  const searchPlace = chosenPlace ?? (isRecent ? lastFind : null);
  const device = useDevicePlace(initialPlace === null);
  const { fix, isOn, stop } = device;
  const isFollowing = isOn && fix !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the position when tracking starts, not at every step
  useEffect(() => {
    if (isFollowing) applyPlace({ ...roundPlace(fix), name: t`where you are`, source: 'device' });
  }, [isFollowing]);

  function applyPlace(place: SearchPlace) {
    setChosenPlace(place);
    storeSearchPlace(memberId, place);
  }

  return {
    searchPlace,
    lastFind,
    isLoading,
    origin: isFollowing ? fix : searchPlace,
    userPosition: isFollowing ? fix : undefined,
    device,
    changePlace(place) {
      stop();
      applyPlace(place);
    },
  };
}
