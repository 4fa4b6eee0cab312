/** Finds by unverified members confirm placements once the finder's email is verified, regardless of how it is verified. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { communityKeysPerPlacement, tokensForFirstPlacement, tokensForLaterPlacement, tokensPerOwnerScan } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { signInAs, stranger } from '#tests/worker/support/accounts/identities.ts';
import {
  balanceOf,
  Client,
  change,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

type Finder = Pick<TestMember, 'client' | 'id' | 'email'>;

async function tokenFromEmail(to: string, template: string): Promise<string> {
  const mail = await row<{ id: string }>(
    'SELECT message_id AS id FROM outbox WHERE to_address = ? AND template = ? ORDER BY id DESC LIMIT 1',
    to,
    template,
  );
  return tokenInMail(mail?.id ?? '');
}

/** Creates a verified member who has requested an email change. */
async function askedToMove(): Promise<{ finder: Finder; next: string }> {
  const finder = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', finder.id);
  const next = stranger().email;
  expect((await finder.client.patch('/api/user', { email: next })).status).toBe(200);
  return { finder, next };
}
const forget = ({ id }: Finder) => change('UPDATE users SET email_verified_at = NULL WHERE id = ?', id);

/** Ways to verify an email. Each one returns an unverified finder and a function that verifies the finder's email. */
const ways: [how: string, prepare: () => Promise<{ finder: Finder; verify: () => Promise<{ status: number }> }>][] = [
  [
    'the link in the welcome mail',
    async () => {
      const finder = await newMember();
      return {
        finder,
        verify: async () => new Client().post('/api/verify-email', { token: await tokenFromEmail(finder.email, 'welcome') }),
      };
    },
  ],
  [
    'a new password by a mailed link',
    async () => {
      const finder = await newMember();
      await finder.client.post('/api/forgot-password', { email: finder.email });
      const reset = async () => ({ token: await tokenFromEmail(finder.email, 'reset_password'), newPassword: 'new-pass-1' });
      return { finder, verify: async () => new Client().post('/api/reset-password', await reset()) };
    },
  ],
  [
    'Google, which takes over the account',
    async () => {
      const finder = await newMember();
      return { finder, verify: async () => (await signInAs(stranger({ email: finder.email }))).answer };
    },
  ],
  [
    'Facebook, once that vouches for the address',
    async () => {
      const person = stranger({ provider: 'facebook', isEmailVerified: false });
      const { client, answer } = await signInAs(person);
      const finder = { client, id: answer.body.user.id, email: person.email };
      return { finder, verify: async () => (await signInAs({ ...person, isEmailVerified: true })).answer };
    },
  ],
  [
    'the link that changes the address',
    async () => {
      const { finder, next } = await askedToMove();
      await forget(finder);
      const token = await tokenFromEmail(next, 'confirm_email_change');
      return { finder, verify: () => new Client().post('/api/confirm-email-change', { token }) };
    },
  ],
  [
    'the link that undoes a change of address',
    async () => {
      const { finder, next } = await askedToMove();
      await new Client().post('/api/confirm-email-change', { token: await tokenFromEmail(next, 'confirm_email_change') });
      await forget(finder);
      const token = await tokenFromEmail(finder.email, 'email_change_requested');
      return { finder, verify: () => new Client().post('/api/undo-email-change', { token }) };
    },
  ],
];

async function foundByUnverified(finder: Finder): Promise<{ owner: DirectMember; cards: TestCard[] }> {
  const owner = await directMember({ role: 'basic' });
  const cards = [await newCard({ owner: owner.id, placed: true }), await newCard({ owner: owner.id, placed: true })];
  for (const { cardId, code } of cards) expect((await finder.client.post('/api/scan', { cardId, code })).status).toBe(200);
  expect(await paidTo(owner)).toEqual([2 * tokensPerOwnerScan, 0]);
  return { owner, cards };
}

const paidTo = async ({ id }: DirectMember) => [
  await balanceOf(id),
  (await row<{ keys: number }>('SELECT community_keys AS keys FROM users WHERE id = ?', id))?.keys,
];
const ofBoth = [2 * tokensPerOwnerScan + tokensForFirstPlacement + tokensForLaterPlacement, 2 * communityKeysPerPlacement];

test.each(ways)('%s confirms and pays the placements of the member’s earlier finds', async (_, prepare) => {
  const { finder, verify } = await prepare();
  const { owner, cards } = await foundByUnverified(finder);
  const answer = await verify();
  expect(answer.status, JSON.stringify(answer)).toBe(200);
  expect(await paidTo(owner)).toEqual(ofBoth);
  for (const { id } of cards)
    expect(await row('SELECT placement_confirmed_at IS NOT NULL AS confirmed, total_scans FROM cache_cards WHERE id = ?', id)).toEqual({
      confirmed: 1,
      total_scans: 1,
    });
  expect(await row('SELECT sum(tokens_earned) AS earned FROM cache_cards WHERE user_id = ?', owner.id)).toEqual({
    earned: 4 + tokensForFirstPlacement + tokensForLaterPlacement,
  });
  expect(await row('SELECT count(*) AS n FROM card_scans WHERE user_id = ? AND is_awaiting_verification = 1', finder.id)).toEqual({ n: 0 });
});

test('several concurrent ways to verify pay once', async () => {
  const finder = await newMember();
  await finder.client.post('/api/forgot-password', { email: finder.email });
  const { owner } = await foundByUnverified(finder);
  const [token, resetToken] = [await tokenFromEmail(finder.email, 'welcome'), await tokenFromEmail(finder.email, 'reset_password')];
  await Promise.all([
    new Client().post('/api/verify-email', { token }),
    new Client().post('/api/verify-email', { token }),
    new Client().post('/api/reset-password', { token: resetToken, newPassword: 'new-pass-1' }),
    signInAs(stranger({ email: finder.email })),
  ]);
  expect(await paidTo(owner)).toEqual(ofBoth);
});
