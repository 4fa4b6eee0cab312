/**
 * An administrator views a member's account in this tab only: the token replaces the session, and the browser's own
 * session is neither used nor changed. It arrives in the fragment, which is not sent to servers, and is removed from
 * the URL at once.
 */
const key = 'viewing_token';
let token: string | null = null;
// Without storage it lasts until the page is left; prerendering has no window.
try {
  token = location.hash.split('#viewing=')[1] ?? null;
  if (token === null) token = sessionStorage.getItem(key);
  else {
    history.replaceState(null, '', location.pathname + location.search);
    sessionStorage.setItem(key, token);
  }
} catch {}

/** Null in every other tab. */
export function viewingToken(): string | null {
  return token;
}

export function isViewing(): boolean {
  return token !== null && !/^\/admin\b/.test(location.pathname);
}

/** Replaces what belongs to the member alone or would change something. */
export const notShownToViewers = 'Not shown while you view as a member.';

/** Returns to the admin area's members, or to `more`. */
export function endViewing(more = ''): void {
  try {
    sessionStorage.removeItem(key);
  } finally {
    open(`/admin/dashboard?tab=users${more}`, '_self');
  }
}
