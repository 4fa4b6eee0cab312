import { vi } from 'vitest';

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
  credentials: RequestCredentials | undefined;
}
type Answer = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> } | Error | Promise<never>;

/** Answers the page's calls by `METHOD /path` and keeps what was sent; anything else is 404. */
export function fakeServer(answers: Record<string, Answer>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ method, path, body, headers: new Headers(init.headers), credentials: init.credentials });
    const answer = await (answers[`${method} ${path}`] ?? {
      status: 404,
      json: { message: 'Not found', code: 'not_found', requestId: 'r0' },
    });
    if (answer instanceof Error) throw answer;
    const content = answer.text ?? JSON.stringify(answer.json ?? {});
    return new Response(content, { status: answer.status ?? 200, headers: answer.headers ?? {} });
  });
  return sent;
}

export const member = {
  id: 7,
  username: 'fay',
  email: 'fay@demo.test',
  emailVerified: true,
  firstName: 'Fay',
  lastName: 'Finder',
  role: 'free',
  tokenBalance: 3,
  autoRenew: true,
  membershipExpiresAt: null,
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
} as const;
