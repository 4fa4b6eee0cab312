/** The review case API for administrators. Product rules: Reviews. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { AdminReviews } from '#schema/reviews/admin-reviews.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, expectError, newCard, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

async function redeem(member: TestMember): Promise<number> {
  expect((await member.client.post('/api/redeem-certificate', { type: 'regional-short' })).status).toBe(200);
  return (await row<{ id: number }>('SELECT max(id) AS id FROM vacation_certificates WHERE user_id = ?', member.id))?.id ?? 0;
}

async function caseOf(id: number): Promise<AdminReviewCase> {
  const answer = await (await newAdmin('admin')).client.get(`/api/admin/reviews/${id}/case`);
  expect(answer.status).toBe(200);
  return v.parse(AdminReviewCase, answer.body);
}

async function find(member: TestMember, cards: readonly { cardId: string; code: string }[]): Promise<void> {
  for (const { cardId, code } of cards) expect((await member.client.post('/api/scan', { cardId, code })).status).toBe(200);
}

test('a review case shows a farm as one group, with the earnings and spending of each', async () => {
  const address = '203.0.113.78';
  const owner = await newMember({ role: 'basic', email: 'boss.y@gmail.com', address });
  const { cards, orderId } = await boughtCards(owner.id, 20);
  await change('UPDATE cache_cards SET latitude = 47.5, longitude = 8.5 WHERE order_id = ?', orderId);
  const finders: TestMember[] = [];
  for (const number of [0, 1]) finders.push(await newMember({ email: `boss.y+${number}@gmail.com`, address }));
  const stranger = await newMember({ address: '198.51.100.9' });
  for (const finder of finders) await find(finder, cards);
  await find(stranger, cards.slice(0, 1));
  const [first] = finders as [TestMember];
  for (const { id: member } of [owner, ...finders]) await verifyEmail(member);
  await giveTokens(first.id, 40);
  const id = await redeem(first);

  const shown = await caseOf(id);
  expect(shown.review).toMatchObject({ id, review: 'waiting', tokensRedeemed: 60 });
  expect(shown.paidWith).toEqual({ finds: 20, asOwner: 0, placements: 0, given: 0, other: 40 });
  const group = shown.accounts.filter(({ isInGroup }) => isInGroup);
  expect(group[0]).toMatchObject({ id: first.id, email: first.email, isVerified: true, reasons: [] });
  expect(new Set(group.map(({ id: member }) => member))).toEqual(new Set([owner, ...finders].map((one) => one.id)));
  expect(group.slice(1).every(({ reasons }) => reasons.some(({ code }) => code === 'mailbox'))).toBe(true);
  expect(shown.accounts.find((one) => one.id === stranger.id)).toMatchObject({ isInGroup: false, reasons: [] });
  expect(shown.othersLeftOut).toBe(0);
  expect(shown.cards).toHaveLength(20);
  expect(shown.cards[0]).toMatchObject({ ownerId: owner.id, place: { latitude: 47.5, longitude: 8.5 } });
  expect(shown.finds).toHaveLength(41);
  expect(shown.signals[0]?.sentence).toEqual(expect.any(String));
  expect(shown.money.map(({ userId }) => userId)).toEqual(group.map(({ id: member }) => member));
  expect(shown.money[0]).toMatchObject({
    tokens: { finds: 20, asOwner: 0, placements: 0, other: 40, redeemed: 60, balance: 0, owed: 0 },
    certificates: [{ id, status: 'active', review: 'waiting', tokensRedeemed: 60 }],
  });
  expect(shown.money.find(({ userId }) => userId === owner.id)).toMatchObject({ tokens: { asOwner: 41, redeemed: 0, balance: 41 } });
});

test('an unconfirmed address of a member’s mailbox neither raises a signal about the member nor links the accounts', async () => {
  const owner = await newMember({ role: 'basic', email: 'vic.tim@gmail.com' });
  await verifyEmail(owner.id);
  const { cards } = await boughtCards(owner.id, 20);
  const stranger = await newMember({ email: 'victim+1@gmail.com', address: '198.51.100.17' });
  await find(stranger, cards);
  await change('UPDATE users SET created_at = created_at - 864000 WHERE id = ?', owner.id);
  await giveTokens(owner.id, 40);
  const { signals, accounts } = await caseOf(await redeem(owner));
  expect(signals.map(({ code }) => code)).not.toContain('mailbox');
  expect(signals.map(({ code }) => code)).not.toContain('one_owner');
  expect(accounts.find(({ id }) => id === stranger.id)).toMatchObject({ isInGroup: false, reasons: [] });
});

test('a review case shows stated times next to arrivals, and which of them are believed', async () => {
  const member = await newMember();
  await verifyEmail(member.id);
  await giveTokens(member.id, 50);
  const cards = (await boughtCards((await newMember({ role: 'basic' })).id, 10)).cards;
  await change('UPDATE users SET created_at = created_at - 864000 WHERE id = ?', member.id);
  await change('UPDATE cache_cards SET latitude = 47.5 + id / 100.0, longitude = 8.5 WHERE user_id IS NOT NULL');
  const now = Math.floor(Date.now() / 1_000);
  const stated = cards.map((_, index) => new Date((now - 9_000 + index * 600) * 1_000).toISOString());
  for (const [index, { cardId, code }] of cards.entries()) {
    const scan = { cardId, code, ...(index < 8 && { source: 'offline', scannedAt: stated[index] }) };
    expect((await member.client.post('/api/scan', scan)).status).toBe(200);
  }
  const id = await redeem(member);
  const shown = await caseOf(id);
  expect(shown.finds.map((find) => find.stated)).toEqual([
    ...stated.slice(0, 8).map((at) => ({ at, belief: 'believed' })),
    ...[null, null],
  ]);
  await change('UPDATE card_scans SET age_s = age_s + 8640000 WHERE user_id = ? AND age_s IS NOT NULL', member.id);
  const beliefs = async () => new Set((await caseOf(id)).finds.flatMap((find) => find.stated?.belief ?? []));
  expect(await beliefs()).toEqual(new Set(['out_of_bounds']));
  await change('UPDATE cache_cards SET latitude = -latitude WHERE id % 2 = 0 AND user_id IS NOT NULL');
  expect(await beliefs()).toEqual(new Set(['contradictory']));
});

test('a review case sums up commissions, chests and payments, with reversals separate', async () => {
  const member = await newMember();
  const friend = await newMember({ ref: member.user.referralCode });
  await verifyEmail(member.id);
  await giveTokens(member.id, 60);
  await change(
    `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, status, created_at) VALUES (?1, ?2, 1000, 'held', 1)`,
    member.id,
    friend.id,
  );
  await change(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, created_at)
     VALUES (?1, '2026-09', 1, 200, 0, 'pending', 1), (?1, '2026-08', 1, 200, 0, 'paid', 1)`,
    member.id,
  );
  await change(
    `INSERT INTO payments (user_id, amount_cents, refunded_cents, currency, description, paid_at, revoked_at, dispute_status)
     VALUES (?1, 500, 200, 'usd', 'Cards', 1, NULL, NULL), (?1, 700, 0, 'usd', 'Cards', 1, 2, 'lost')`,
    member.id,
  );
  const { money } = await caseOf(await redeem(member));
  expect(money).toMatchObject([
    {
      commissions: { pending: 0, held: 1_000, paid: 0 },
      chests: { pending: 200, held: 0, paid: 200 },
      memberships: { paid: 0, returned: 0 },
      cards: { paid: 1_200, returned: 900 },
    },
  ]);
});

test('an honest first certificate has no signal and no other accounts; an obsolete stored signal has no sentence', async () => {
  const member = await newMember();
  await find(member, [await newCard()]);
  await verifyEmail(member.id);
  await giveTokens(member.id, 59);
  const id = await redeem(member);
  const { signals, accounts } = await caseOf(id);
  expect(signals).toEqual([]);
  expect(accounts).toMatchObject([{ id: member.id, isInGroup: true }]);
  await change(`UPDATE vacation_certificates SET review_signals = '["pace"]' WHERE id = ?`, id);
  expect((await caseOf(id)).signals).toEqual([{ code: 'pace', sentence: null, seen: null }]);
  await change(`UPDATE vacation_certificates SET review_signals = '["held", "tokens_owed"]' WHERE id = ?`, id);
  expect((await caseOf(id)).signals).toEqual([
    { code: 'held', sentence: 'An administrator put it on hold in a group decision.', seen: null },
    { code: 'tokens_owed', sentence: 'The member has owed tokens since redeeming it.', seen: null },
  ]);
});

test('counts behind the signals remain with a decision for 18 months, without names', async () => {
  const owner = await newMember({ role: 'basic', email: 'plan.b@gmail.com' });
  const member = await newMember({ email: 'plan.b+1@gmail.com' });
  await find(member, (await boughtCards(owner.id, 3)).cards);
  for (const { id: account } of [owner, member]) await verifyEmail(account);
  await giveTokens(member.id, 57);
  const id = await redeem(member);
  const before = (await caseOf(id)).signals;
  expect(before).toContainEqual({ code: 'mailbox', sentence: expect.stringContaining('same mailbox'), seen: null });
  const { client } = await newAdmin('super_admin');
  const listed = async (filter: string) =>
    v.parse(AdminReviews, (await client.get(`/api/admin/reviews?${filter}`)).body).map((review) => review.id);
  expect(await listed('signal=mailbox&stay=regional-short')).toContain(id);
  expect(await listed('signal=pace')).not.toContain(id);
  const { review } = await caseOf(id);
  expect(await client.post(`/api/admin/reviews/${id}/refuse`, { reason: 'One mailbox', version: review.version })).toMatchObject({
    status: 200,
  });
  await change("UPDATE users SET email = 'else@example.test', email_key = 'else@example.test' WHERE id = ?", owner.id);
  const mailbox = async () => (await caseOf(id)).signals.find(({ code }) => code === 'mailbox');
  expect(await mailbox()).toMatchObject({
    sentence: null,
    seen: { decision: 'refuse', counts: { tokens: 0, allTokens: expect.any(Number), members: 1 } },
  });
  const stored = (await row<{ signals: string }>('SELECT signals FROM review_snapshots WHERE certificate_id = ?', id))?.signals;
  expect(stored).not.toMatch(/plan|gmail|TC-/);
  await change('UPDATE review_snapshots SET decided_at = unixepoch() - 540 * 86400 WHERE certificate_id = ?', id);
  await fire('purge-expired');
  expect((await mailbox())?.seen).not.toBeNull();
  await change('UPDATE review_snapshots SET decided_at = unixepoch() - 552 * 86400 WHERE certificate_id = ?', id);
  await fire('purge-expired');
  expect((await mailbox())?.seen).toBeNull();
});

test('a review case takes four round trips, and exists for certificates only', async () => {
  const member = await newMember();
  await verifyEmail(member.id);
  await giveTokens(member.id, 60);
  const id = await redeem(member);
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  const store = createStore(countedEnv);
  Object.assign(use, { roundTrips: 0 });
  expect(await store.reviews.factsOfCertificate(id)).toMatchObject({ memberId: member.id });
  expect((await store.admin.reviewCases.read(id, [member.id], [member.id])).review).toMatchObject({ id });
  expect(use.roundTrips).toBe(4);
  expectError(await (await newAdmin('admin')).client.get('/api/admin/reviews/999999/case'), 404, 'certificate_not_found');
});
