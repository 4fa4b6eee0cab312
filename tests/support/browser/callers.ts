/** API clients that tests use alongside the browser to compare the page with the server's data. */
import { type APIRequestContext, type Page, request } from '@playwright/test';
import type { SignedInUser } from '#schema/accounts/user.ts';
import type { OwnCard } from '#schema/cards/card.ts';
import { demoPassword } from '#scripts/seed/demo-accounts.ts';
import { demoEmail, testOrigin } from '#tests/support/browser/demo.ts';
import { storeInPage } from '#tests/support/browser/page-storage.ts';

let callerCount = 0;

export function freshEmail(): string {
  callerCount += 1;
  return `visitor-${Date.now().toString(36)}-${process.pid}-${callerCount}@demo.test`;
}

export interface SignedInCaller {
  api: APIRequestContext;
  user: SignedInUser;
}

async function signInCaller(path: string, data: object): Promise<SignedInCaller> {
  const api = await request.newContext({ baseURL: testOrigin });
  const answer = await api.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return { api, user: (await answer.json()) as SignedInUser };
}

export function demoCaller(tier: 'free' | 'basic' | 'premium'): Promise<SignedInCaller> {
  return signInCaller('/api/login', { email: demoEmail(tier), password: demoPassword });
}

export function newCaller(): Promise<SignedInCaller> {
  const [email, password] = [freshEmail(), 'trail-mix-7'];
  return signInCaller('/api/register', { email, password, confirmPassword: password, firstName: 'Robin', acceptedTerms: true });
}

/** Adds the client's session to a page without using the sign-in form. */
export async function addSession(page: Page, { api, user }: SignedInCaller): Promise<void> {
  await page.context().addCookies((await api.storageState()).cookies);
  await storeInPage(page, 'auth_token', user.token);
}

export async function loadBalance({ api }: SignedInCaller): Promise<number> {
  return ((await (await api.get('/api/user')).json()) as { tokenBalance: number }).tokenBalance;
}

export async function ownCard({ api }: SignedInCaller, cardId: string): Promise<OwnCard> {
  const cards = (await (await api.get('/api/cache-cards')).json()) as OwnCard[];
  const card = cards.find((candidate) => candidate.cardId === cardId);
  if (!card) throw new Error(`The caller does not own card ${cardId}`);
  return card;
}
