/**
 * Stores on this device the recently added sign-in methods that the member has not yet kept or removed, so that a reload does not skip
 * their review.
 */
import * as v from 'valibot';
import { RecentAccess } from '#schema/accounts/password-change.ts';

const getStorageKey = (memberId: number) => `recent_access_${memberId}`;

export function readOpenReview(memberId: number): RecentAccess | undefined {
  try {
    const parsedReview = v.safeParse(RecentAccess, JSON.parse(localStorage.getItem(getStorageKey(memberId)) ?? 'null'));
    return parsedReview.success ? parsedReview.output : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the items that the member still has to review. Returns undefined, and stores nothing, once all are reviewed. */
export function storeOpenReview(memberId: number, recent: RecentAccess): RecentAccess | undefined {
  const isOpen = recent.passkeys.length + recent.providers.length > 0;
  try {
    if (isOpen) localStorage.setItem(getStorageKey(memberId), JSON.stringify(recent));
    else localStorage.removeItem(getStorageKey(memberId));
  } catch {
    // If storage is unavailable, the review is lost when the page is closed.
  }
  return isOpen ? recent : undefined;
}
