/** The bearer token, and a readable cookie that only hints at a session. Tabs in which an administrator views an account use neither. */
import { getViewingToken } from '#web/lib/viewing.ts';

const tokenKey = 'auth_token';
/** The cookie has the `__Host-` prefix over HTTPS, but not on localhost. */
const hint = /(^|; |__Host-)session_hint=1/;
const goneHint = 'session_hint=; Max-Age=0; Path=/';
const pendingKey = 'logout_pending';

// Used if storage is refused.
let isPendingInMemory = false;

/** Null if storage is empty or refused. */
export function getStoredToken(): string | null {
  if (getViewingToken() !== null) return null;
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** If storage is refused, the session cookie alone carries the session. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // The cookie is enough.
  }
}

/** Cannot clear the session cookie; only the server can. */
export function clearSession(): void {
  // The hint first: removing the token notifies other tabs, which must not find the hint.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in too many browsers
  document.cookie = goneHint;
  // biome-ignore lint/suspicious/noDocumentCookie: the same
  document.cookie = `__Host-${goneHint}; Secure`;
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Nothing was stored.
  }
}

/** Whether a logout has not reached the server yet. Until then nobody counts as signed in here, despite the cookie. */
export function isLogoutPending(): boolean {
  try {
    return isPendingInMemory || localStorage.getItem(pendingKey) !== null;
  } catch {
    return isPendingInMemory;
  }
}

/** Stored, so that it survives a reload. */
export function setLogoutPending(pending: boolean): void {
  isPendingInMemory = false;
  try {
    if (pending) localStorage.setItem(pendingKey, '1');
    else localStorage.removeItem(pendingKey);
  } catch {
    isPendingInMemory = pending;
  }
}

/** Fires when another tab signs someone in or out. */
export function onTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A null key: the whole storage was cleared.
    if (key === tokenKey || key === null) listener();
  });
}

/** False if it is certain that nobody is signed in, so that no request is needed. */
export function canBeSignedIn(): boolean {
  if (getViewingToken() !== null) return true;
  if (typeof document === 'undefined' || isLogoutPending()) return false;
  return getStoredToken() !== null || hint.test(document.cookie);
}
