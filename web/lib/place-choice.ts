/** Whether scans include the position: stored per member and device. */
import { type Fix, NoFix, readFix } from '#web/lib/fix.ts';

const getStorageKey = (memberId: number) => `says_place_${memberId}`;

/** Null if never asked. False if storage is refused, since an answer could not be stored. */
export function placeChoice(memberId: number): boolean | null {
  try {
    const stored = localStorage.getItem(getStorageKey(memberId));
    return stored === null ? null : stored === 'yes';
  } catch {
    return false;
  }
}

export function choosePlace(memberId: number, says: boolean): void {
  try {
    localStorage.setItem(getStorageKey(memberId), says ? 'yes' : 'no');
  } catch {
    // Without storage the choice is always no.
  }
}

/** Stores a yes, or a no if the browser refuses the position. Rejects with NoFix. */
export async function agreeToSayPlace(memberId: number): Promise<Fix> {
  try {
    const fix = await readFix();
    choosePlace(memberId, true);
    return fix;
  } catch (error) {
    choosePlace(memberId, !isRefusal(error));
    throw error;
  }
}

/** Whether asking again on this device is pointless. */
export function isRefusal(error: unknown): boolean {
  return error instanceof NoFix && (error.why === 'denied' || error.why === 'unsupported');
}
