/** Stores, for each member and device, whether scans include the device's position. */
import { type Fix, NoFixError, readFix } from '#web/lib/fix.ts';

const getStorageKey = (memberId: number) => `says_place_${memberId}`;

/**
 * Returns the member's choice, or null if the member was never asked. Returns false if storage is unavailable, because asking is pointless
 * if the answer cannot be stored.
 */
export function readPlaceChoice(memberId: number): boolean | null {
  try {
    const stored = localStorage.getItem(getStorageKey(memberId));
    return stored === null ? null : stored === 'yes';
  } catch {
    return false;
  }
}

export function storePlaceChoice(memberId: number, isSharing: boolean): void {
  try {
    localStorage.setItem(getStorageKey(memberId), isSharing ? 'yes' : 'no');
  } catch {
    // If storage is unavailable, scans never include the position.
  }
}

/** Reads the device's position and stores the member's consent, or a refusal if the browser denies access. Rejects with NoFixError. */
export async function allowLocationSharing(memberId: number): Promise<Fix> {
  try {
    const fix = await readFix();
    storePlaceChoice(memberId, true);
    return fix;
  } catch (error) {
    storePlaceChoice(memberId, !isPermissionDenied(error));
    throw error;
  }
}

/** Returns whether asking for the position again is pointless because the browser denies access or lacks the Geolocation API. */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof NoFixError && (error.reason === 'denied' || error.reason === 'unsupported');
}
