import * as v from 'valibot';
import { vi } from 'vitest';
import { contradictsCatalogue, refused } from '#tests/web/support/refused.ts';
import { reportWrongFixture } from '#tests/web/support/wrong-fixtures.ts';
import { onUnexpectedResponse } from '#web/lib/api/client.ts';

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
  credentials: RequestCredentials | undefined;
}
type Answer =
  | { status?: number; statusText?: string; json?: unknown; text?: string; headers?: Record<string, string> }
  | Error
  | Promise<never>;

/** Simulates a response that never arrives: the connection opens but delivers no data. */
export const heldBack = new Promise<never>(() => {});

/**
 * Stubs fetch. It looks up responses by `METHOD /path`, returns 404 for unknown paths, and records each request. Aborted requests fail as
 * in a browser. If `json` does not match the response schema, or an error does not match the error catalog, the test fails. `text` is sent
 * unchecked.
 */
export function fakeServer(answers: Record<string, Answer>): SentRequest[] {
  const sent: SentRequest[] = [];
  onUnexpectedResponse((call, schema, answer) => {
    if (answers[call] && 'text' in answers[call]) return;
    const { issues } = v.safeParse(schema, answer);
    reportWrongFixture(new Error(`The fixture of ${call} does not match its schema:\n${issues && v.summarize(issues)}`));
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ method, path, body, headers: new Headers(init.headers), credentials: init.credentials });
    const call = `${method} ${path}`;
    const notFound: Answer = refused('not_found');
    const answer = await Promise.race([answers[call] ?? notFound, rejectOnAbort(init.signal)]);
    if (answer instanceof Error) throw answer;
    const { status = 200, statusText = '', headers = {}, json = {}, text = JSON.stringify(json) } = answer;
    if (status >= 400 && contradictsCatalogue(status, json, headers))
      reportWrongFixture(new Error(`The fixture of ${call} differs from schema/errors.ts: build it with \`refused\``));
    return new Response(text, { status, statusText, headers });
  });
  return sent;
}

function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** Makes requests time out immediately. Returns a list that collects each request's time limit in seconds. */
export function hurriedLimits(): number[] {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms / 1_000);
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(new DOMException('signal timed out', 'TimeoutError')));
    return giveUp.signal;
  });
  return limits;
}

export const member = {
  id: 7,
  username: 'fay',
  email: 'fay@demo.test',
  emailVerified: true,
  pendingEmail: null,
  firstName: 'Fay',
  lastName: 'Finder',
  role: 'free',
  tokenBalance: 3,
  owedTokens: 0,
  autoRenew: true,
  membershipExpiresAt: null,
  membership: { tier: 'free', state: 'free', paidUntil: null, graceUntil: null, yearlyPrice: null, renewalAmount: null, dispute: null },
  notice: null,
  referralCode: 'ABCD1234',
  referredById: null,
  treasureKeys: 0,
  communityKeys: 0,
  hasEarnings: false,
  phone: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  oauthProvider: null,
  photoURL: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  lastLoginAt: null,
  language: 'en',
} as const;
