import { useEffect, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { keepLookedAt, keptLookedAt, type LookedAt } from '#web/features/finding/around/looked-at.ts';
import { type DevicePlace, useDevicePlace } from '#web/features/finding/around/use-device-place.ts';
import { askedPlace } from '#web/features/finding/around/ways-to-cards.ts';
import type { Fix } from '#web/lib/fix.ts';

interface Looking {
  /** Null if never chosen. */
  looked: LookedAt | null;
  /** Origin of distances: that place, or the device's moving position. */
  here: Place | null;
  /** The device's position while it is followed. */
  me: Fix | undefined;
  device: DevicePlace;
  look: (at: LookedAt) => void;
}

/** `first`: the place from the page's address. */
export function useLookedAt(memberId: number, first: LookedAt | null): Looking {
  const [looked, setLooked] = useState(() => first ?? keptLookedAt(memberId));
  const device = useDevicePlace(looked?.source === 'device');
  const { fix, isOn, stop } = device;
  const isFollowed = isOn && fix !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept where following began, not at every step
  useEffect(() => {
    if (isFollowed) keep({ ...askedPlace(fix), name: 'where you are', source: 'device' });
  }, [isFollowed]);

  function keep(at: LookedAt) {
    setLooked(at);
    keepLookedAt(memberId, at);
  }

  return {
    looked,
    here: isFollowed ? fix : looked,
    me: isFollowed ? fix : undefined,
    device,
    look(at) {
      stop();
      keep(at);
    },
  };
}
