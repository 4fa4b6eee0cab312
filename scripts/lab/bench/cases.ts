/** The calls that are measured. */
import type { Find, Subject } from '#scripts/lab/bench/subjects.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Case {
  label: string;
  /** A call at a time, each for the next subject; undefined when they are used up. */
  next: () => Call | undefined;
  /** What an answer must hold to count. */
  mustHold: string;
  /** Asks for a fresh call each time, of which there are not endlessly many. */
  isLimited?: boolean;
}

/** `warmCards` are few, so that their pictures stay in the cache. */
export function casesFor(subjects: Subject[]): Case[] {
  let turn = 0;
  const subject = (): Subject => {
    turn += 1;
    return subjects[turn % subjects.length] as Subject;
  };
  const cookie = (of: Subject) => ({ Cookie: `__Host-session=${of.cookie}; __Host-session_hint=1` });
  const get = (path: string, headers: Record<string, string>): Call => ({ method: 'GET', path, headers });
  const scan = (of: Subject, { cardId, code }: Partial<Find>): Call => ({
    method: 'POST',
    path: '/api/scan',
    headers: { ...cookie(of), 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId, code, source: 'camera' }),
  });
  const signedIn = (path: string, mustHold: string): Case => ({
    label: `GET ${path}`,
    mustHold,
    next: () => get(path, cookie(subject())),
  });
  const anyCard = (of: Subject) => `/api/card/${of.collected[turn % of.collected.length]?.cardId}`;
  const warm = subjects.slice(0, 50).map((of) => of.collected[0]?.cardId ?? '');

  const newFind = (headers: Record<string, string>): Call | undefined => {
    for (let tries = 0; tries < subjects.length; tries += 1) {
      const of = subject();
      const find = of.uncollected.pop();
      if (!find) continue;
      const call = scan(of, find);
      return { ...call, headers: { ...call.headers, ...headers } };
    }
    return undefined;
  };

  return [
    { ...signedIn('/api/user', '"tokenBalance"'), label: 'GET /api/user, by cookie' },
    {
      label: 'GET /api/user, by token',
      mustHold: '"tokenBalance"',
      next: () => get('/api/user', { Authorization: `Bearer ${subject().token}` }),
    },
    { label: 'GET /api/card/{id}, signed out', mustHold: '"location"', next: () => get(anyCard(subject()), {}) },
    {
      label: 'GET /api/card/{id}, signed in',
      mustHold: '"location"',
      next: () => {
        const of = subject();
        return get(anyCard(of), cookie(of));
      },
    },
    {
      label: 'GET /api/qr/{id}, kept drawing',
      mustHold: '<svg',
      next: () => {
        turn += 1;
        return get(`/api/qr/${warm[turn % warm.length]}`, {});
      },
    },
    signedIn('/api/membership', '"tier"'),
    signedIn('/api/earnings', '"grandTotal"'),
    signedIn('/api/referrals', '"people"'),
    {
      label: 'POST /api/scan, collected before',
      mustHold: '"tokensEarned":0',
      next: () => {
        const of = subject();
        return scan(of, of.collected[0] ?? {});
      },
    },
    { label: 'POST /api/scan, rewarded', mustHold: '"tokensEarned":1', isLimited: true, next: () => newFind({}) },
  ];
}
