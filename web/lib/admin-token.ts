/** The administrator's token, kept beside the member's. */

const tokenKey = 'adminToken';

/** The stored token. Storage that the browser refuses counts as empty. */
export function storedAdminToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

/** Keeps the token, or forgets it (null). */
export function storeAdminToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, token);
  } catch {
    // Without storage nobody can be signed in here: there is no cookie for administrators.
  }
}

/** Calls back when another tab has signed an administrator in or out. */
export function onAdminTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A null key: all of the storage was cleared.
    if (key === tokenKey || key === null) listener();
  });
}
