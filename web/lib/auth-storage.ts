/** What the browser keeps of a session: the bearer token, and a cookie that only hints that a session may exist. */

const tokenKey = 'auth_token';
const hintCookie = 'session_hint';

/** The stored session token. Storage that the browser refuses counts as empty. */
export function storedToken(): string | null {
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
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Nothing was stored.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in too many browsers
  document.cookie = `${hintCookie}=; Max-Age=0; Path=/; SameSite=Lax`;
}

/** Whether asking the server who is signed in can be worth a request. */
export function mayBeSignedIn(): boolean {
  return storedToken() !== null || document.cookie.split('; ').includes(`${hintCookie}=1`);
}
