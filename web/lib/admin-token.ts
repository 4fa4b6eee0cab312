const tokenKey = 'adminToken';

/** Null if storage is empty or refused. */
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
    // Without storage administrators cannot sign in, since they have no session cookie.
  }
}

/** Fires when another tab signs an administrator in or out. */
export function onAdminTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A null key: the whole storage was cleared.
    if (key === tokenKey || key === null) listener();
  });
}
