import { useEffect, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { keepLookedAt, keptLookedAt, type LookedAt } from '#web/features/finding/around/looked-at.ts';
import { type DevicePlace, useDevicePlace } from '#web/features/finding/around/use-device-place.ts';
import { askedPlace } from '#web/features/finding/around/ways-to-cards.ts';
import type { Fix } from '#web/lib/fix.ts';

interface Looking {
  /** Null if never chosen. */
  looked: LookedAt | null;
  /** Distances are measured from here: the chosen place, or the device's position while following it. */
  here: Place | null;
  /** The device's position, while following it. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the place where following began, not every step
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
