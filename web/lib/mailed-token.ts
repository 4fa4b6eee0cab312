/**
 * Token of a mailed link. Moved from the URL to the history entry, which no address bar shows and a reload keeps. It
 * is in the fragment, which is not sent to servers; older mails have it in the query.
 */
import { useEffect, useState } from 'react';

/** Empty if the link had none. A link opened later in the same tab replaces it. */
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
