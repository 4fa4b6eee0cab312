/**
 * Stores the bearer token, and reads a cookie that only hints at a session. Tabs in which an administrator views an account use neither.
 */
import { getViewingToken } from '#web/lib/viewing.ts';

const tokenKey = 'auth_token';
/** Matches the hint cookie, which has the `__Host-` prefix over HTTPS but not on localhost. */
const hintPattern = /(^|; |__Host-)session_hint=1/;
const expiredHintCookie = 'session_hint=; Max-Age=0; Path=/';
const knownKey = 'known';
/** Set while a logout has not reached the server yet. Other tabs notice it (web/frame/start-offline.ts). */
const pendingKey = 'logout_pending';

// In-memory copy of the pending-logout flag, used if storage is unavailable.
let isPendingInMemory = false;

/** Returns the member's token, or null if there is none or storage is unavailable. */
export function getStoredToken(): string | null {
  if (getViewingToken() !== null) return null;
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** Stores the token. If storage is unavailable, the session cookie alone identifies the session. */
export function storeToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token);
    localStorage.setItem(knownKey, '1');
  } catch {
    // If storage is unavailable, the session cookie is enough.
  }
}

/** Returns whether anyone has ever signed in on this device. */
export function isKnownDevice(): boolean {
  try {
    return localStorage.getItem(knownKey) !== null;
  } catch {
    return true;
  }
}

/** Deletes the token and the hint. The session cookie remains because only the server can clear it. */
export function clearSession(): void {
  // Delete the hint first: removing the token notifies other tabs, which must no longer find the hint.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in too many browsers
  document.cookie = expiredHintCookie;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in too many browsers
  document.cookie = `__Host-${expiredHintCookie}; Secure`;
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // If storage is unavailable, no token was stored, so there is nothing to delete.
  }
}

/**
 * Returns whether a logout has not reached the server yet. Until it does, the device is treated as signed out, despite the session cookie.
 */
export function isLogoutPending(): boolean {
  try {
    return isPendingInMemory || localStorage.getItem(pendingKey) !== null;
  } catch {
    return isPendingInMemory;
  }
}

export function setLogoutPending(isPending: boolean): void {
  isPendingInMemory = false;
  try {
    if (isPending) localStorage.setItem(pendingKey, '1');
    else localStorage.removeItem(pendingKey);
  } catch {
    isPendingInMemory = isPending;
  }
}

/** Calls the listener when another tab signs someone in or out. */
export function onTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // The key is null if the entire storage was cleared, including the token.
    if (key === tokenKey || key === null) listener();
  });
}

/** Returns false if nobody can be signed in, so that callers can skip the session request. */
export function canBeSignedIn(): boolean {
  if (getViewingToken() !== null) return true;
  if (typeof document === 'undefined' || isLogoutPending()) return false;
  return getStoredToken() !== null || hintPattern.test(document.cookie);
}
