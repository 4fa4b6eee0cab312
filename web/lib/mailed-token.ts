/**
 * The token of a mailed link. It arrives in the fragment, which is not sent to servers (older mails have it in the query), and moves from
 * the URL to the history entry: no address bar shows it, and it survives a reload.
 */
import { useEffect, useState } from 'react';

/** Empty if there is none. A link opened later in the same tab replaces it. */
export function useMailedToken(): string {
  const [token, setToken] = useState(() => tokenInAddress() ?? tokenInHistory());
  useEffect(() => {
    const take = () => {
      const given = tokenInAddress();
      if (given === undefined) return;
      history.replaceState({ mailedToken: given }, '', location.pathname);
      setToken(given);
    };
    take();
    // Browsers do not reload if only the fragment changes.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

export function forgetMailedToken(): void {
  history.replaceState(null, '', location.pathname);
}

function tokenInAddress(): string | undefined {
  const given = [location.hash.slice(1), location.search].map((part) => new URLSearchParams(part).get('token'));
  return given.find((token) => token) ?? undefined;
}

function tokenInHistory(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'mailedToken' in state && typeof state.mailedToken === 'string'
    ? state.mailedToken
    : '';
}
