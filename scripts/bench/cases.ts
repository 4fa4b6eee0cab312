/** The calls that are measured. */
import type { Subject } from '#scripts/bench/subjects.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Case {
  name: string;
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
  const cookie = (of: Subject) => ({ Cookie: `__Host-session=${of.cookie}; session_hint=1` });
  const scan = (of: Subject, body: object): Call => ({
    method: 'POST',
    path: '/api/scan',
    headers: { ...cookie(of), 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, source: 'camera' }),
  });
  const anyCard = (of: Subject) => of.collected[turn % of.collected.length]?.cardId ?? '';
  const warm = subjects.slice(0, 50).map((of) => of.collected[0]?.cardId ?? '');

  return [
    {
      name: 'user-cookie',
      label: 'GET /api/user, by cookie',
      mustHold: '"tokenBalance"',
      next: () => ({ method: 'GET', path: '/api/user', headers: cookie(subject()) }),
    },
    {
      name: 'user-token',
      label: 'GET /api/user, by token',
      mustHold: '"tokenBalance"',
      next: () => ({ method: 'GET', path: '/api/user', headers: { Authorization: `Bearer ${subject().token}` } }),
    },
    {
      name: 'card',
      label: 'GET /api/card/{id}, signed out',
      mustHold: '"location"',
      next: () => ({ method: 'GET', path: `/api/card/${anyCard(subject())}`, headers: {} }),
    },
    {
      name: 'card-member',
      label: 'GET /api/card/{id}, signed in',
      mustHold: '"location"',
      next: () => {
        const of = subject();
        return { method: 'GET', path: `/api/card/${anyCard(of)}`, headers: cookie(of) };
      },
    },
    {
      name: 'qr',
      label: 'GET /api/qr/{id}, kept drawing',
      mustHold: '<svg',
      next: () => {
        turn += 1;
        return { method: 'GET', path: `/api/qr/${warm[turn % warm.length]}`, headers: {} };
      },
    },
    {
      name: 'membership',
      label: 'GET /api/membership',
      mustHold: '"tier"',
      next: () => ({ method: 'GET', path: '/api/membership', headers: cookie(subject()) }),
    },
    {
      name: 'earnings',
      label: 'GET /api/earnings',
      mustHold: '"grandTotal"',
      next: () => ({ method: 'GET', path: '/api/earnings', headers: cookie(subject()) }),
    },
    {
      name: 'referrals',
      label: 'GET /api/referrals',
      mustHold: '"people"',
      next: () => ({ method: 'GET', path: '/api/referrals', headers: cookie(subject()) }),
    },
    {
      name: 'scan-repeat',
      label: 'POST /api/scan, collected before',
      mustHold: '"tokensEarned":0',
      next: () => {
        const of = subject();
        return scan(of, of.collected[0] ? { cardId: of.collected[0].cardId, code: of.collected[0].code } : {});
      },
    },
    {
      name: 'scan-reward',
      label: 'POST /api/scan, rewarded',
      mustHold: '"tokensEarned":1',
      isLimited: true,
      next: () => {
        for (let tries = 0; tries < subjects.length; tries += 1) {
          const of = subject();
          const find = of.uncollected.pop();
          if (find) return scan(of, { cardId: find.cardId, code: find.code });
        }
        return undefined;
      },
    },
  ];
}
