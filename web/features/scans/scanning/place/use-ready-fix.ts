/** Determines the position as soon as the scanner is ready so that the scan does not have to wait for it. */
import { useCallback, useEffect, useRef } from 'react';
import { type Fix, fixOptions, isGeolocationAvailable, toFix } from '#web/lib/fix.ts';
import { readPlaceChoice } from '#web/lib/place-choice.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';

/** Maximum age of a position in milliseconds. An older position may belong to the previous card. */
const maxReadyFixAgeMs = 60_000;

/**
 * Tracks the device's position while `isActive` is true, if the member shares it. The returned function returns the latest position, or
 * undefined if there is none.
 */
export function useReadyFix(isActive: boolean): () => Fix | undefined {
  const latest = useRef<GeolocationPosition>(undefined);
  useEffect(() => {
    const memberId = getTokenMemberId();
    if (!isActive || memberId === null || !readPlaceChoice(memberId) || !isGeolocationAvailable()) return;
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        latest.current = position;
      },
      () => undefined, // If the position cannot be determined, the scan is sent without it.
      fixOptions,
    );
    return () => {
      navigator.geolocation.clearWatch(watch);
      latest.current = undefined;
    };
  }, [isActive]);
  return useCallback(() => {
    const position = latest.current;
    return position && Date.now() - position.timestamp <= maxReadyFixAgeMs ? toFix(position) : undefined;
  }, []);
}
