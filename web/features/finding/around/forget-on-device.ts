/** Data that finding cards stores on the device belongs to one member. Product rules: Finding cards. */
import { carriedShelf } from '#web/features/finding/around/carried/carried-shelf.ts';
import { forgetLookedAt } from '#web/features/finding/around/looked-at.ts';

/** After a sign-out. Without storage there is nothing to delete. */
export async function forgetFinding(): Promise<void> {
  forgetLookedAt(null);
  await carriedShelf.clear().catch(() => undefined);
}

/** After a sign-in: the previous member's session may have ended without a sign-out. */
export async function forgetFindingOfOthers(memberId: number): Promise<void> {
  forgetLookedAt(memberId);
  await carriedShelf.clearBut(memberId).catch(() => undefined);
}
