/**
 * The token of a mailed link. It arrives in the fragment, which is not sent to servers (older mails have it in the query), and moves from
 * the URL to the history entry: no address bar shows it, and it survives a reload.
 */
import { useEffect, useState } from 'react';

/** Empty if there is none. A link opened later in the same tab replaces it. */
export function useMailedToken(): string {
  const [token, setToken] = useState(() => readTokenFromAddress() ?? readTokenFromHistory());
  useEffect(() => {
    const take = () => {
      const addressToken = readTokenFromAddress();
      if (addressToken === undefined) return;
      history.replaceState({ mailedToken: addressToken }, '', location.pathname);
      setToken(addressToken);
    };
    take();
    // Browsers do not reload if only the fragment changes.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

export function clearMailedToken(): void {
  history.replaceState(null, '', location.pathname);
}

function readTokenFromAddress(): string | undefined {
  const tokens = [location.hash.slice(1), location.search].map((part) => new URLSearchParams(part).get('token'));
  return tokens.find((token) => token) ?? undefined;
}

function readTokenFromHistory(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'mailedToken' in state && typeof state.mailedToken === 'string'
    ? state.mailedToken
    : '';
}
