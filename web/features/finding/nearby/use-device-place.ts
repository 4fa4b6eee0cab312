import { useEffect, useState } from 'react';
import { type Fix, fixOptions, getNoFixReason, isGeolocationAvailable, type NoFixReason, toFix } from '#web/lib/fix.ts';

export interface DevicePlace {
  /** Last known position, kept even if later readings fail. */
  fix: Fix | undefined;
  failure: NoFixReason | undefined;
  isOn: boolean;
  start: () => void;
  stop: () => void;
}

/**
 * Tracks the device's position once started. Starts immediately if `startsIfAllowed` is true and permission was granted earlier. Pauses
 * while the page is hidden.
 */
export function useDevicePlace(startsIfAllowed: boolean): DevicePlace {
  const [isOn, setOn] = useState(false);
  const [fix, setFix] = useState<Fix>();
  const [failure, setFailure] = useState<NoFixReason>();
  const isVisible = usePageVisibility();

  useEffect(() => {
    if (!startsIfAllowed) return;
    // Without the Permissions API, location tracking starts only when the user presses a button.
    navigator.permissions?.query({ name: 'geolocation' }).then(
      ({ state }) => state === 'granted' && setOn(true),
      () => undefined,
    );
  }, [startsIfAllowed]);

  useEffect(() => {
    if (!isOn || !isVisible) return;
    if (!isGeolocationAvailable()) {
      setFailure('unsupported');
      setOn(false);
      return;
    }
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        setFix(toFix(position));
        setFailure(undefined);
      },
      ({ code }) => {
        setFailure(getNoFixReason(code));
        // Stop tracking if permission is denied, which is permanent. Other failures are temporary.
        if (getNoFixReason(code) === 'denied') setOn(false);
      },
      fixOptions,
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isOn, isVisible]);

  return {
    fix,
    failure,
    isOn,
    start() {
      setFailure(undefined);
      setOn(true);
    },
    stop() {
      setOn(false);
      setFix(undefined);
      setFailure(undefined);
    },
  };
}

function usePageVisibility(): boolean {
  const [isVisible, setIsVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const updateVisibility = () => setIsVisible(!document.hidden);
    document.addEventListener('visibilitychange', updateVisibility);
    return () => document.removeEventListener('visibilitychange', updateVisibility);
  }, []);
  return isVisible;
}
