/**
 * An administrator views a member's account in this tab: a viewing token replaces the session; the browser's own session is neither used nor
 * changed. The token arrives in the fragment, which is not sent to servers, and is removed from the URL at once.
 */
const key = 'viewing_token';
let token: string | null = null;
// Throws while prerendering (no window) and if storage is refused; the token then lasts until the page is left.
try {
  token = location.hash.split('#viewing=')[1] ?? null;
  if (token === null) token = sessionStorage.getItem(key);
  else {
    history.replaceState(null, '', location.pathname + location.search);
    sessionStorage.setItem(key, token);
  }
} catch {}

/** Null in every other tab. */
export function getViewingToken(): string | null {
  return token;
}

export function isViewing(): boolean {
  return token !== null && !/^\/admin\b/.test(location.pathname);
}

/** Shown instead of content that only the member may see or that would change something. */
export const hiddenFromViewersText = 'Not shown while you view as a member.';

/** Returns to the member list of the admin area; `more` adds query parameters. */
export function endViewing(more = ''): void {
  try {
    sessionStorage.removeItem(key);
  } finally {
    open(`/admin/dashboard?tab=users${more}`, '_self');
  }
}
