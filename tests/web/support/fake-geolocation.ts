import { vi } from 'vitest';

interface Coordinates {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/**
 * Replaces the device's geolocation. It responds with a position or with the code of a GeolocationPositionError. If set to null, it never
 * responds.
 */
export function fakeGeolocation(first: Coordinates | number | null) {
  let answer = first;
  let age = 0;
  const notify = vi.fn();
  const watching = new Map<number, PositionCallback>();
  const tell: Geolocation['getCurrentPosition'] = (found, refuse) => {
    notify();
    if (answer === null) return;
    if (typeof answer === 'number') refuse?.({ code: answer } as GeolocationPositionError);
    else found({ coords: answer, timestamp: Date.now() - age } as GeolocationPosition);
  };
  const geolocation: Pick<Geolocation, 'getCurrentPosition' | 'watchPosition' | 'clearWatch'> = {
    getCurrentPosition: tell,
    watchPosition(found, refuse) {
      tell(found, refuse);
      watching.set(notify.mock.calls.length, found);
      return notify.mock.calls.length;
    },
    clearWatch: (id) => void watching.delete(id),
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  return {
    timesAsked: () => notify.mock.calls.length,
    isWatched: () => watching.size > 0,
    /** Moves the device and immediately notifies all position watchers. */
    moveTo(next: Coordinates) {
      answer = next;
      for (const found of watching.values()) found({ coords: next, timestamp: Date.now() } as GeolocationPosition);
    },
    answer(next: Coordinates | number | null, ageMs = 0) {
      answer = next;
      age = ageMs;
    },
  };
}
