const tokenKey = 'adminToken';

/** Returns the administrator's token, or null if there is none or storage is unavailable. */
export function getStoredAdminToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

export function storeAdminToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, token);
  } catch {
    // If storage is unavailable, administrators cannot sign in because they have no session cookie.
  }
}

/** Calls the listener when another tab signs an administrator in or out. */
export function onAdminTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // The key is null if the entire storage was cleared, including the token.
    if (key === tokenKey || key === null) listener();
  });
}
