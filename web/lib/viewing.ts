/**
 * An administrator sees a member's account as they do, in this tab alone: a token takes the place of a session, and the one that
 * the browser has is neither used nor touched. It comes in the fragment, which no server is sent, and leaves the address at once.
 */
const key = 'viewing_token';
let token: string | null = null;
// What fails leaves it as it is by then: where storage is refused it lasts until the page is left, and the build has no page.
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

/** Whether a member's page shows what an administrator sees of it. */
export function isViewing(): boolean {
  return token !== null && !/^\/admin\b/.test(location.pathname);
}

/** Said in place of what is the member's alone, or would change something. */
export const notShownToViewers = 'Not shown while you view as a member.';

/** Back to the administrators' area: to its members, or where `more` leads beside. */
export function endViewing(more = ''): void {
  try {
    sessionStorage.removeItem(key);
  } finally {
    open(`/admin/dashboard?tab=users${more}`, '_self');
  }
}
