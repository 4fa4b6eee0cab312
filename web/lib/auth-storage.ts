/**
 * The bearer token, and a cookie that only hints at a session. A tab in which an administrator views an account
 * (viewing.ts) uses neither.
 */
import { viewingToken } from '#web/lib/viewing.ts';

const tokenKey = 'auth_token';
/** Has the prefix over HTTPS, not on localhost. */
const hint = /(^|; |__Host-)session_hint=1/;
const goneHint = 'session_hint=; Max-Age=0; Path=/';
const pendingKey = 'logout_pending';

// Replaces refused storage.
let pendingHere = false;

/** Refused storage counts as empty. */
export function storedToken(): string | null {
  if (viewingToken() !== null) return null;
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** Without storage the session cookie alone carries the session. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // The cookie still signs the member in.
  }
}

/** Only the server can clear the session cookie itself. */
export function forgetSession(): void {
  // The hint first: other tabs hear of the token's removal at once and must not find the hint.
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

/** A logout that has not reached the server: until then nobody is signed in here, whatever the cookie. */
export function isLogoutPending(): boolean {
  try {
    return pendingHere || localStorage.getItem(pendingKey) !== null;
  } catch {
    return pendingHere;
  }
}

/** Survives a reload. */
export function setLogoutPending(pending: boolean): void {
  pendingHere = false;
  try {
    if (pending) localStorage.setItem(pendingKey, '1');
    else localStorage.removeItem(pendingKey);
  } catch {
    pendingHere = pending;
  }
}

/** Fires when another tab signs someone in or out. */
export function onTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A null key means that the storage was cleared.
    if (key === tokenKey || key === null) listener();
  });
}

/** False if a request could only confirm that nobody is signed in. */
export function mayBeSignedIn(): boolean {
  if (viewingToken() !== null) return true;
  if (typeof document === 'undefined' || isLogoutPending()) return false;
  return storedToken() !== null || hint.test(document.cookie);
}
