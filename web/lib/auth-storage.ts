/**
 * What the browser keeps of a session: the bearer token, and a cookie that only hints that a session may exist. A tab in which
 * an administrator views an account (viewing.ts) knows of none of it.
 */
import { viewingToken } from '#web/lib/viewing.ts';

const tokenKey = 'auth_token';
/** With a prefix wherever the site is encrypted, without on localhost. */
const hint = /(^|; |__Host-)session_hint=1/;
const goneHint = 'session_hint=; Max-Age=0; Path=/';
const pendingKey = 'logout_pending';

// Stands in for the storage that a browser refuses.
let pendingHere = false;

/** The stored session token. Storage that the browser refuses counts as empty. */
export function storedToken(): string | null {
  if (viewingToken() !== null) return null;
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** Keeps the token. Where storage is refused, the session cookie alone carries the session. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // The cookie still signs the member in.
  }
}

/** Forgets the token and the hint. The session cookie itself is the server's to clear. */
export function forgetSession(): void {
  // The hint goes first: other tabs hear of the token at once, and must not find the hint then.
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

/** Whether a logout has not reached the server yet. Until it has, nobody is signed in here, whatever cookie there still is. */
export function isLogoutPending(): boolean {
  try {
    return pendingHere || localStorage.getItem(pendingKey) !== null;
  } catch {
    return pendingHere;
  }
}

/** Remembers, also over a reload, that the server has a session to end. */
export function setLogoutPending(pending: boolean): void {
  pendingHere = false;
  try {
    if (pending) localStorage.setItem(pendingKey, '1');
    else localStorage.removeItem(pendingKey);
  } catch {
    pendingHere = pending;
  }
}

/** Calls back when another tab has signed someone in or out. */
export function onTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A null key: all of the storage was cleared.
    if (key === tokenKey || key === null) listener();
  });
}

/** Whether asking the server who is signed in can be worth a request. */
export function mayBeSignedIn(): boolean {
  if (viewingToken() !== null) return true;
  if (typeof document === 'undefined' || isLogoutPending()) return false;
  return storedToken() !== null || hint.test(document.cookie);
}
