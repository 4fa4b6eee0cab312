/** What finding cards kept on the device is its member's alone. Product rules: Finding cards. */
import { carriedShelf } from '#web/features/finding/around/carried/carried-shelf.ts';
import { forgetLookedAt } from '#web/features/finding/around/looked-at.ts';

/** Once a member has signed out. Where the browser stores nothing there is nothing to forget. */
export async function forgetFinding(): Promise<void> {
  forgetLookedAt(null);
  await carriedShelf.clear().catch(() => undefined);
}

/** Once a member has signed in: who was here before may have lost their session and never come back. */
export async function forgetFindingOfOthers(memberId: number): Promise<void> {
  forgetLookedAt(memberId);
  await carriedShelf.clearBut(memberId).catch(() => undefined);
}
