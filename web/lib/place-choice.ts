/** Per member and device: whether scans include the position. */
import { type Fix, NoFix, readFix } from '#web/lib/fix.ts';

const keyOf = (memberId: number) => `says_place_${memberId}`;

/** Null if never asked. Without storage returns false, since an answer could not be stored. */
export function placeChoice(memberId: number): boolean | null {
  try {
    const kept = localStorage.getItem(keyOf(memberId));
    return kept === null ? null : kept === 'yes';
  } catch {
    return false;
  }
}

export function choosePlace(memberId: number, says: boolean): void {
  try {
    localStorage.setItem(keyOf(memberId), says ? 'yes' : 'no');
  } catch {
    // Without storage it stays a no.
  }
}

/** The browser may refuse, which counts as a no. Rejects with NoFix. */
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

/** Asking this device again is pointless. */
export function isRefusal(error: unknown): boolean {
  return error instanceof NoFix && (error.why === 'denied' || error.why === 'unsupported');
}
