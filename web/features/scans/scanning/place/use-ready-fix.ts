/** Where the device is while its member looks for a code, so that a scan need not wait for it. */
import { useCallback, useEffect, useRef } from 'react';
import { tokenMemberId } from '#web/features/scans/scanning/offline/token-member.ts';
import { canTellPlace, type Fix, fixOf, fixOptions } from '#web/lib/fix.ts';
import { placeChoice } from '#web/lib/place-choice.ts';

/** One that is older may be of the place before. */
const oldestReadyMs = 60_000;

/** `isLooking`: the device is asked. Answers the fix that is there by now, of members who say it; else nothing. */
export function useReadyFix(isLooking: boolean): () => Fix | undefined {
  const latest = useRef<GeolocationPosition>(undefined);
  useEffect(() => {
    const memberId = tokenMemberId();
    if (!isLooking || memberId === null || !placeChoice(memberId) || !canTellPlace()) return;
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        latest.current = position;
      },
      () => undefined, // Then the scan goes without.
      fixOptions,
    );
    return () => {
      navigator.geolocation.clearWatch(watch);
      latest.current = undefined;
    };
  }, [isLooking]);
  return useCallback(() => {
    const position = latest.current;
    return position && Date.now() - position.timestamp <= oldestReadyMs ? fixOf(position) : undefined;
  }, []);
}
