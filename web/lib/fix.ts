/** Position of the device in degrees, with the accuracy in meters. */
export interface Fix {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** Reason why no position is available. `denied` means that the browser or the user blocked access to the position. */
export type NoFixReason = 'unsupported' | 'denied' | 'unavailable' | 'timeout';
export class NoFixError extends Error {
  override name = 'NoFix';
  readonly reason: NoFixReason;
  constructor(reason: NoFixReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Maximum age of a cached position, in milliseconds. */
const maxFixAgeMs = 10_000;
export const fixOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: maxFixAgeMs };
/** Rounds to six decimals (a tenth of a meter), which is more precise than any device's position. */
const roundCoordinate = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
/** Converts a `GeolocationPositionError` code to a `NoFixReason`. */
export const getNoFixReason = (code: number): NoFixReason => (code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable');

export function isGeolocationAvailable(): boolean {
  return 'geolocation' in navigator && window.isSecureContext !== false;
}

export function toFix({ coords }: Pick<GeolocationPosition, 'coords'>): Fix {
  return { latitude: roundCoordinate(coords.latitude), longitude: roundCoordinate(coords.longitude), accuracy: coords.accuracy };
}

/** Reads the device's position, which may prompt for permission. Rejects with NoFixError. */
export function readFix(): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!isGeolocationAvailable()) return reject(new NoFixError('unsupported'));
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(toFix(position)),
      ({ code }) => reject(new NoFixError(getNoFixReason(code))),
      fixOptions,
    );
  });
}
