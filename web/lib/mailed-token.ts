/**
 * Reads the token from an emailed link. The token is in the URL's fragment, which browsers do not send to servers, or in the query string
 * in older emails. It is then moved to the history state so that it disappears from the address bar but survives a reload.
 */
import { useEffect, useState } from 'react';

/** Returns the token, or an empty string if there is none. Opening another link in the same tab replaces the token. */
export function useMailedToken(): string {
  const [token, setToken] = useState(() => readTokenFromAddress() ?? readTokenFromHistory());
  useEffect(() => {
    const applyToken = () => {
      const addressToken = readTokenFromAddress();
      if (addressToken === undefined) return;
      history.replaceState({ mailedToken: addressToken }, '', location.pathname);
      setToken(addressToken);
    };
    applyToken();
    // Browsers do not reload the page if only the fragment changes, so read the new link's token here.
    addEventListener('hashchange', applyToken);
    return () => removeEventListener('hashchange', applyToken);
  }, []);
  return token;
}

export function clearMailedToken(): void {
  history.replaceState(null, '', location.pathname);
}

function readTokenFromAddress(): string | undefined {
  const tokens = [location.hash.slice(1), location.search].map((parameters) => new URLSearchParams(parameters).get('token'));
  return tokens.find((token) => token) ?? undefined;
}

function readTokenFromHistory(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'mailedToken' in state && typeof state.mailedToken === 'string'
    ? state.mailedToken
    : '';
}
