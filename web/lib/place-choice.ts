/** Whether a member wants to say where they stand when they find a card: their own choice, on this device. */
import { type Fix, NoFix, readFix } from '#web/lib/fix.ts';

const keyOf = (memberId: number) => `says_place_${memberId}`;

/** Null: they have not been asked here. Where the browser stores nothing no answer could be kept, so nobody is asked. */
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
    // Then it stays a no.
  }
}

/** The member agrees; the browser has the last word, and its no is a no here too. Rejects with NoFix. */
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

/** Whether asking this device again is of no use. */
export function isRefusal(error: unknown): boolean {
  return error instanceof NoFix && (error.why === 'denied' || error.why === 'unsupported');
}
