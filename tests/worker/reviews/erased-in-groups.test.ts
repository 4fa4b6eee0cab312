/** Group decisions that include a member who deletes their account before or after the decision. Product rules: Reviews. */
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { erasedAt, month, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate } from '#tests/worker/support/certificates/stays.ts';
import { change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { all, decide, find, path, preview, redeem, storedState, undoDecision } from '#tests/worker/support/reviews/deciding.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates finders who find all of one owner's cards. The first finder redeems a certificate. */
async function newFarm() {
  const owner = await newMember({ role: 'basic', email: `farm-${crypto.randomUUID()}@example.test` });
  const { cards } = await boughtCards(owner.id, 15, { placed: true });
  const finders: TestMember[] = [];
  for (let number = 0; number < 2; number += 1) {
    const finder = await newMember();
    await verifyEmail(finder.id);
    await find(finder, cards);
    finders.push(finder);
  }
  const [redeemer, other] = finders as [TestMember, TestMember];
  await giveTokens(redeemer.id, 60);
  const reviewId = await redeem(redeemer);
  return { owner, redeemer, other, reviewId, ids: [owner, redeemer, other].map(({ id }) => id) };
}

async function erase(member: TestMember): Promise<void> {
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
}

test('an erased finder stays in the group without a name: their finds are taken back and restored with the others’', {
  tags: 'long',
}, async () => {
  const { owner, redeemer, other, reviewId, ids } = await newFarm();
  await erase(other);
  const boss = await newAdmin('super_admin');
  const shown = v.parse(AdminReviewCase, (await boss.client.get(`/api/admin/reviews/${reviewId}/case`)).body);
  const former = shown.accounts.find(({ id }) => id === other.id);
  expect(former).toMatchObject({ name: `member ${other.id} (left)`, email: null, isInGroup: true });
  expect(JSON.stringify(shown)).not.toContain('@invalid');

  const before = await storedState(ids);
  const seen = await preview(boss, 'take_back', ids);
  expect(seen.members[2]).toMatchObject({ member: { id: other.id, email: null, name: null }, finds: 15, tokensTaken: 15 });
  const decision = await decide(boss, 'take_back', ids, reviewId);
  expect(await all(`SELECT DISTINCT token_balance AS tokens, owed_tokens AS owed FROM users WHERE id IN (${ids.join(', ')})`)).toEqual([
    // All tokens earned from finds are reversed. Only the redeemer still has tokens: 60 from a gift.
    { tokens: 0, owed: 0 },
    { tokens: 60, owed: 0 },
  ]);
  expect(await row('SELECT community_keys AS keys FROM users WHERE id = ?', owner.id)).toEqual({ keys: 0 });
  expect(await row('SELECT sum(total_scans) AS finds FROM cache_cards WHERE user_id = ?', owner.id)).toEqual({ finds: 0 });
  expect(decision.effects.find(({ member }) => member.id === other.id)?.member).toEqual({ id: other.id, email: null, name: null });
  const mails = await all<{ to: number }>(`SELECT user_id AS "to" FROM outbox WHERE template = 'certificate_refused'`);
  expect(mails).toEqual([{ to: redeemer.id }]);

  await undoDecision(boss, decision);
  expect(await storedState(ids)).toEqual(before);
});

const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id).join(', ');

test('a member who left is not suspended, and the preview says so', { tags: 'long' }, async () => {
  const { owner, other } = await newFarm();
  await erase(other);
  const boss = await newAdmin('super_admin');
  const seen = await preview(boss, 'suspend', [owner.id, other.id]);
  expect(seen.members).toMatchObject([
    { isLeaving: false, isSuspended: true },
    { isLeaving: true, isSuspended: false },
  ]);
  await decide(boss, 'suspend', [owner.id, other.id]);
  expect(await row('SELECT suspended_at AS at FROM users WHERE id = ?', other.id)).toEqual({ at: null });
  const alone = await preview(boss, 'suspend', [other.id]);
  const refused = await boss.client.post(path, { action: 'suspend', memberIds: [other.id], reason: 'Gone', seen: alone.seen });
  expectError(refused, 409, 'review_decision_empty');
});

test('a member who asked for deletion is held like the others: canceling it activates nothing', async () => {
  const { redeemer, reviewId } = await newFarm();
  await change("UPDATE vacation_certificates SET review = 'passed', reviewed_at = 1 WHERE id = ?", reviewId);
  await remove(redeemer);
  const boss = await newAdmin('super_admin');
  expect((await preview(boss, 'hold', [redeemer.id])).members).toMatchObject([{ isLeaving: true, certificates: [{ id: reviewId }] }]);
  await decide(boss, 'hold', [redeemer.id]);
  expect(await row('SELECT review FROM vacation_certificates WHERE id = ?', reviewId)).toEqual({ review: 'waiting' });
  const token = await linkIn(redeemer.email, 'account_deletion');
  expect((await redeemer.client.post('/api/secure-account', { token })).status).toBe(200);
  const { email } = redeemer;
  await redeemer.client.post('/api/forgot-password', { email });
  const reset = { token: await linkIn(email, 'reset_password'), newPassword: 'brand-new-1' };
  expect((await redeemer.client.post('/api/reset-password', reset)).status).toBe(200);
  await redeemer.client.post('/api/login', { email, password: reset.newPassword });
  const { number } = (await row<{ number: string }>('SELECT number FROM vacation_certificates WHERE id = ?', reviewId)) ?? { number: '' };
  expectError(await activate(redeemer.client, number), 409, 'first_certificate_in_review');
});

test('a suspended member who asked for deletion is erased within a month, and can no longer be suspended', async () => {
  const member = await newMember();
  await remove(member);
  await decide(await newAdmin('super_admin'), 'suspend', [member.id]);
  month();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
  expectError(await suspend(await newAdmin('super_admin'), member.id), 404, 'member_not_found');
});

test('a certificate of a member who left cannot be activated, so it is not held; its open review stays', async () => {
  const { redeemer, reviewId } = await newFarm();
  await erase(redeemer);
  const boss = await newAdmin('super_admin');
  expect((await preview(boss, 'hold', [redeemer.id])).members).toMatchObject([{ certificates: [] }]);
  expect(await row('SELECT review FROM vacation_certificates WHERE id = ?', reviewId)).toEqual({ review: 'waiting' });
});

test('a decision is undone exactly, even if a member of the group was erased after it', { tags: 'long' }, async () => {
  const { owner, other, redeemer, ids } = await newFarm();
  const before = await storedState(ids);
  const decision = await decide(await newAdmin('super_admin'), 'take_back', ids);
  await erase(other);
  const boss = await newAdmin('super_admin');
  const after = await undoDecision(boss, decision);
  expect(after.effects.filter(({ kept }) => kept !== null)).toEqual([]);
  expect(await storedState(ids)).toEqual(before);
  for (const { id } of [owner, redeemer, other])
    expect(
      await row(
        'SELECT token_balance - (SELECT sum(amount) FROM token_transactions t WHERE t.user_id = u.id) AS off FROM users u WHERE id = ?',
        id,
      ),
    ).toEqual({ off: 0 });
});

test('a decision is undone for an erased owner, too: keys and tokens as before, cards without owner or placement', async () => {
  const { owner, ids } = await newFarm();
  const { cards, ...before } = await storedState(ids);
  const decision = await decide(await newAdmin('super_admin'), 'take_back', ids);
  await erase(owner);
  const after = await undoDecision(await newAdmin('super_admin'), decision);
  expect(after.effects.filter(({ kept }) => kept !== null)).toEqual([]);
  expect(await storedState(ids)).toEqual({ ...before, cards: [] });
  expect(
    await all(
      `SELECT id, status, total_scans, tokens_earned, placement_confirmed_at FROM cache_cards WHERE id IN (${idsOf(cards)}) ORDER BY id`,
    ),
  ).toEqual(cards.map((card) => ({ ...card, placement_confirmed_at: null })));
});

test('a decision’s reason stays with the group’s other members, without the erased one’s names, until the last is erased', async () => {
  const [first, last] = [await newMember(), await newMember()];
  const boss = await newAdmin('super_admin');
  const ids = [first.id, last.id];
  const { username } = (await row<{ username: string }>('SELECT username FROM users WHERE id = ?', first.id)) ?? { username: '' };
  const hold = await decide(boss, 'hold', ids);
  const { seen } = await preview(boss, 'release', ids);
  const reason = `Not the accounts of ${username.toUpperCase()}`;
  expect((await boss.client.post(path, { action: 'release', memberIds: ids, reason, seen })).status).toBe(200);
  const reasons = () =>
    all(`SELECT d.reason, g.reason AS audited, g.after IS NOT NULL AS hasCounts FROM review_decisions d
      JOIN audit_log g ON g.entity_type = 'review_decision' AND g.entity_id = CAST(d.id AS TEXT) WHERE d.id >= ${hold.id} ORDER BY d.id`);
  const stays = { reason: 'One person with many accounts', audited: 'One person with many accounts', hasCounts: 1 };
  const erased = { reason: '(erased)', audited: null, hasCounts: 0 };
  expect(await reasons()).toEqual([stays, { reason, audited: reason, hasCounts: 1 }]);
  await erase(first);
  const redacted = 'Not the accounts of (former member)';
  expect(await reasons()).toEqual([stays, { reason: redacted, audited: redacted, hasCounts: 1 }]);
  await erase(last);
  expect(await reasons()).toEqual([erased, erased]);
});
