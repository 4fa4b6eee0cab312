/**
 * The token of a mailed link: in the address on arrival, afterwards in the history's entry, which no address shows and a
 * reload keeps. It comes in the fragment, which no server sees; in the query in mails of before.
 */
import { useEffect, useState } from 'react';

/** The token, empty where the link had none; out of the address at once. A link opened later in the same tab brings its own. */
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
    // Of an address that differs in its fragment alone browsers do not load the page anew.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

/** The token is used up. */
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
