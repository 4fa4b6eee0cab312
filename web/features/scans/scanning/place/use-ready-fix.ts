/** Requests the position while the member is scanning, so that a scan need not wait. */
import { useCallback, useEffect, useRef } from 'react';
import { tokenMemberId } from '#web/features/scans/scanning/offline/token-member.ts';
import { canTellPlace, type Fix, fixOf, fixOptions } from '#web/lib/fix.ts';
import { placeChoice } from '#web/lib/place-choice.ts';

/** An older position may be from the previous card. */
const oldestReadyMs = 60_000;

/** Requests the position while `isLooking`. Returns a getter for it, for members who share it; else undefined. */
export function useReadyFix(isLooking: boolean): () => Fix | undefined {
  const latest = useRef<GeolocationPosition>(undefined);
  useEffect(() => {
    const memberId = tokenMemberId();
    if (!isLooking || memberId === null || !placeChoice(memberId) || !canTellPlace()) return;
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        latest.current = position;
      },
      () => undefined, // The scan is sent without it.
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
