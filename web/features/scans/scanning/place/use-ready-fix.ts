/** Gets the position while the member is scanning, so that the scan need not wait for it. */
import { useCallback, useEffect, useRef } from 'react';
import { tokenMemberId } from '#web/features/scans/scanning/offline/token-member.ts';
import { canTellPlace, type Fix, toFix, fixOptions } from '#web/lib/fix.ts';
import { placeChoice } from '#web/lib/place-choice.ts';

/** An older position may belong to the previous card. */
const oldestReadyMs = 60_000;

/** Watches the position while `isLooking`, if the member shares it. Returns a getter for the latest fix, undefined if there is none. */
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
    return position && Date.now() - position.timestamp <= oldestReadyMs ? toFix(position) : undefined;
  }, []);
}
