const tokenKey = 'adminToken';

/** Refused storage counts as empty. */
export function storedAdminToken(): string | null {
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
    // Without storage nobody can be signed in here: administrators have no cookie.
  }
}

/** Fires when another tab signs an administrator in or out. */
export function onAdminTokenChangedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A null key means that the storage was cleared.
    if (key === tokenKey || key === null) listener();
  });
}
