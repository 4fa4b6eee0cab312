import { useEffect, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { roundPlace } from '#web/features/finding/nearby/card-ways.ts';
import { readSearchPlace, type SearchPlace, storeSearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { type DevicePlace, useDevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import type { Fix } from '#web/lib/fix.ts';

interface SearchPlaceState {
  /** Null if never chosen. */
  searchPlace: SearchPlace | null;
  /** Distances are measured from here: the chosen place, or the device's position while following it. */
  origin: Place | null;
  /** The device's position, while following it. */
  userPosition: Fix | undefined;
  device: DevicePlace;
  changePlace: (at: SearchPlace) => void;
}

/** `first`: the place from the page's address. */
export function useSearchPlace(memberId: number, first: SearchPlace | null): SearchPlaceState {
  const [searchPlace, setSearchPlace] = useState(() => first ?? readSearchPlace(memberId));
  const device = useDevicePlace(searchPlace?.source === 'device');
  const { fix, isOn, stop } = device;
  const isFollowing = isOn && fix !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the place where following began, not every step
  useEffect(() => {
    if (isFollowing) applyPlace({ ...roundPlace(fix), name: 'where you are', source: 'device' });
  }, [isFollowing]);

  function applyPlace(at: SearchPlace) {
    setSearchPlace(at);
    storeSearchPlace(memberId, at);
  }

  return {
    searchPlace,
    origin: isFollowing ? fix : searchPlace,
    userPosition: isFollowing ? fix : undefined,
    device,
    changePlace(at) {
      stop();
      applyPlace(at);
    },
  };
}
