/**
 * Lets an administrator view a member's account in this tab. A viewing token replaces the session: the server ignores the browser's own
 * session, but checks the cookie that proves the administrator's second factor. The token arrives in the URL's fragment, which browsers do
 * not send to servers, and is immediately removed from the URL. A browser without an administrator's session ignores it, so that no link
 * takes a member's session from a tab.
 */
import { getStoredAdminToken } from '#web/lib/admin-token.ts';

const key = 'viewing_token';
let token: string | null = null;
// Reading storage throws while prerendering (no window) and if storage is unavailable. Without storage, the token lasts until the
// administrator leaves the page.
try {
  token = location.hash.split('#viewing=')[1] ?? null;
  if (token === null) token = sessionStorage.getItem(key);
  else {
    history.replaceState(null, '', location.pathname + location.search);
    if (getStoredAdminToken() === null) token = null;
    else sessionStorage.setItem(key, token);
  }
} catch {}

/** Returns the viewing token of this tab, or null if nobody is viewing an account in it. */
export function getViewingToken(): string | null {
  return token;
}

export function isViewing(): boolean {
  return token !== null && !/^\/admin\b/.test(location.pathname);
}

/** Shown instead of content that only the member may see, and instead of pages that would change data. */
export const hiddenFromViewersText = 'Not shown while you view as a member.';

/** Ends viewing and returns to the member list in the admin area. `extraQuery` is appended to the URL's query. */
export function endViewing(extraQuery = ''): void {
  try {
    sessionStorage.removeItem(key);
  } finally {
    open(`/admin/dashboard?tab=users${extraQuery}`, '_self');
  }
}
