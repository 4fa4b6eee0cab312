/** A device that knows where it is, or says why not. */
import { vi } from 'vitest';

interface Coordinates {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** What it answers from then on: where it is, the code of a GeolocationPositionError, or null for no answer at all. */
export function fakeGeolocation(first: Coordinates | number | null) {
  let answer = first;
  let age = 0;
  const told = vi.fn();
  const watching = new Map<number, PositionCallback>();
  const tell: Geolocation['getCurrentPosition'] = (found, refuse) => {
    told();
    if (answer === null) return;
    if (typeof answer === 'number') refuse?.({ code: answer } as GeolocationPositionError);
    else found({ coords: answer, timestamp: Date.now() - age } as GeolocationPosition);
  };
  const geolocation: Pick<Geolocation, 'getCurrentPosition' | 'watchPosition' | 'clearWatch'> = {
    getCurrentPosition: tell,
    watchPosition(found, refuse) {
      tell(found, refuse);
      watching.set(told.mock.calls.length, found);
      return told.mock.calls.length;
    },
    clearWatch: (id) => void watching.delete(id),
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  return {
    timesAsked: () => told.mock.calls.length,
    isWatched: () => watching.size > 0,
    /** To where those who watch are told at once that it is. */
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
