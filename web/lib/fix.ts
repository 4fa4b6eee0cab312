/** Where the device is. */

/** Degrees, and meters of accuracy. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** Why there is none. `denied`: the browser or its owner refuses. */
export type NoFixReason = 'unsupported' | 'denied' | 'unavailable' | 'timeout';
export class NoFix extends Error {
  override name = 'NoFix';
  readonly why: NoFixReason;
  constructor(why: NoFixReason) {
    super(why);
    this.why = why;
  }
}

/** A fix older than this is measured anew. */
const oldestFixMs = 10_000;
export const fixOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: oldestFixMs };
/** Six decimals are a tenth of a meter; more only looks exact. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
/** By the codes of GeolocationPositionError. */
export const noFixReason = (code: number): NoFixReason => (code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable');

export function canTellPlace(): boolean {
  return 'geolocation' in navigator && window.isSecureContext !== false;
}

export function fixOf({ coords }: Pick<GeolocationPosition, 'coords'>): Fix {
  return { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude), accuracy: coords.accuracy };
}

/** Asks the device, and by it its owner where they have not allowed it yet. Rejects with NoFix. */
export function readFix(): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!canTellPlace()) return reject(new NoFix('unsupported'));
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(fixOf(position)),
      ({ code }) => reject(new NoFix(noFixReason(code))),
      fixOptions,
    );
  });
}
