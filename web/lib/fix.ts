/** Degrees; accuracy in metres. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** `denied`: by the browser or the user. */
export type NoFixReason = 'unsupported' | 'denied' | 'unavailable' | 'timeout';
export class NoFix extends Error {
  override name = 'NoFix';
  readonly why: NoFixReason;
  constructor(why: NoFixReason) {
    super(why);
    this.why = why;
  }
}

/** Maximum age of a cached position. */
const oldestFixMs = 10_000;
export const fixOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: oldestFixMs };
/** Six decimals are a tenth of a metre, beyond any device's accuracy. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
/** Codes of GeolocationPositionError. */
export const noFixReason = (code: number): NoFixReason => (code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable');

export function canTellPlace(): boolean {
  return 'geolocation' in navigator && window.isSecureContext !== false;
}

export function toFix({ coords }: Pick<GeolocationPosition, 'coords'>): Fix {
  return { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude), accuracy: coords.accuracy };
}

/** May prompt for permission. Rejects with NoFix. */
export function readFix(): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!canTellPlace()) return reject(new NoFix('unsupported'));
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(toFix(position)),
      ({ code }) => reject(new NoFix(noFixReason(code))),
      fixOptions,
    );
  });
}
