import { createCookieHeader, type Find, type Subject } from '#scripts/lab/bench/subjects.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Case {
  label: string;
  next: () => Call | undefined;
  expectedText: string;
  /** Whether each run uses up test data, as a rewarded find does. This limits the number of runs. */
  isLimited?: boolean;
}

export function createCases(subjects: Subject[]): Case[] {
  let callIndex = 0;
  const subject = (): Subject => {
    callIndex += 1;
    return subjects[callIndex % subjects.length] as Subject;
  };
  const get = (path: string, headers: Record<string, string>): Call => ({ method: 'GET', path, headers });
  const scan = (caseSubject: Subject, { cardId, code }: Partial<Find>): Call => ({
    method: 'POST',
    path: '/api/scan',
    headers: { ...createCookieHeader(caseSubject), 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId, code, source: 'camera' }),
  });
  const createSignedInCase = (path: string, expectedText: string): Case => ({
    label: `GET ${path}`,
    expectedText: expectedText,
    next: () => get(path, createCookieHeader(subject())),
  });
  const anyCard = (caseSubject: Subject) =>
    `/api/card/${caseSubject.collectedFinds[callIndex % caseSubject.collectedFinds.length]?.cardId}`;
  const cachedCards = subjects.slice(0, 50).map((caseSubject) => caseSubject.collectedFinds[0]?.cardId ?? '');

  const newFind = (): Call | undefined => {
    for (let tries = 0; tries < subjects.length; tries += 1) {
      const caseSubject = subject();
      const find = caseSubject.uncollected.pop();
      if (find) return scan(caseSubject, find);
    }
    return undefined;
  };

  return [
    { ...createSignedInCase('/api/user', '"tokenBalance"'), label: 'GET /api/user, by cookie' },
    {
      label: 'GET /api/user, by token',
      expectedText: '"tokenBalance"',
      next: () => get('/api/user', { Authorization: `Bearer ${subject().token}` }),
    },
    { label: 'GET /api/card/{id}, signed out', expectedText: '"location"', next: () => get(anyCard(subject()), {}) },
    {
      label: 'GET /api/card/{id}, signed in',
      expectedText: '"location"',
      next: () => {
        const caseSubject = subject();
        return get(anyCard(caseSubject), createCookieHeader(caseSubject));
      },
    },
    {
      label: 'GET /api/qr/{id}, cached',
      expectedText: '<svg',
      next: () => {
        callIndex += 1;
        return get(`/api/qr/${cachedCards[callIndex % cachedCards.length]}`, {});
      },
    },
    createSignedInCase('/api/membership', '"tier"'),
    createSignedInCase('/api/earnings', '"grandTotal"'),
    createSignedInCase('/api/referrals', '"people"'),
    {
      label: 'POST /api/scan, already collected',
      expectedText: '"tokensEarned":0',
      next: () => {
        const caseSubject = subject();
        return scan(caseSubject, caseSubject.collectedFinds[0] ?? {});
      },
    },
    { label: 'POST /api/scan, rewarded', expectedText: '"tokensEarned":1', isLimited: true, next: newFind },
  ];
}
