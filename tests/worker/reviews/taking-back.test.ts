/**
 * Reversing a group's earnings: the amount that each member loses, and undoing the decision, which restores exactly that amount. Product
 * rules: Reviews.
 */

import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { secondsPerDay } from '#schema/rules.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, passReview, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate } from '#tests/worker/support/certificates/stays.ts';
import { chestsOf, confirmPlacements, endMonth } from '#tests/worker/support/chests/chest-facts.ts';
import { expectError, newMember, row } from '#tests/worker/support/client.ts';
import { deliverEvents, hour, moveClockTo, passTime, payingMember, timeOf } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { testCards } from '#tests/worker/support/memberships/payments.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { all, decide, find, pair, preview, redeem, send, storedState, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import { getLastSecond, utcMonth } from '#worker/domain/chests/months.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('taking back a group’s earnings', () => {
  test('keeps an honest owner’s rewards, and makes spent tokens owed', async () => {
    const { owner, finder, boss } = await pair();
    await verifyEmail(finder.id);
    await giveTokens(finder.id, 57);
    await redeem(finder);
    const [number] = await all<{ number: string }>(`SELECT number FROM vacation_certificates WHERE user_id = ${finder.id}`);
    await passReview(number?.number ?? '');
    expect((await activate(finder.client, number?.number ?? '')).status).toBe(200);
    const decision = await decide(boss, 'take_back', [finder.id]);
    expect(await row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', finder.id)).toEqual({
      balance: 0,
      owed: 3,
    });
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', owner.id)).toEqual({ balance: 3 });
    expect(await row('SELECT status FROM vacation_certificates WHERE user_id = ?', finder.id)).toEqual({ status: 'activated' });
    // Before the undo, the finder pays back 1 token of the debt, and an administrator forgives another. The undo returns the token paid
    // back but not the forgiven one.
    await giveTokens(finder.id, 1);
    expect((await finder.client.post('/api/tokens/pay-back')).status).toBe(200);
    const forgiven = { amount: 1, owedTokens: 2, reason: 'Out of kindness' };
    expect(await boss.client.post(`/api/admin/users/${finder.id}/owed-tokens/forgive`, forgiven)).toMatchObject({ status: 200 });
    await undoDecision(boss, decision);
    expect(await row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', finder.id)).toEqual({
      balance: 1,
      owed: 0,
    });
  });

  test('refuses unpaid commissions and chests, and deducts paid ones from the next payout', async () => {
    const { owner, boss, ids } = await pair();
    const pending = await owedCommission(owner.id, 1_000);
    const paid = await owedCommission(owner.id, 2_000, { status: 'paid' });
    await owedChest(owner.id, '2026-08', 200);
    const before = await storedState(ids);
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members[0]).toMatchObject({
      commissions: 2,
      commissionsCents: 3_000,
      commissionsPaidCents: 2_000,
      chests: 1,
      chestsCents: 200,
    });
    const decision = await decide(boss, 'take_back', ids);
    expect(
      await all(`SELECT kind, status, amount_cents AS cents FROM referral_commissions WHERE referrer_id = ${owner.id} ORDER BY id`),
    ).toEqual([
      { kind: 'commission', status: 'reversed', cents: 1_000 },
      { kind: 'commission', status: 'paid', cents: 2_000 },
      { kind: 'reversal', status: 'pending', cents: -2_000 },
    ]);
    expect(await row('SELECT net_cents AS net FROM payout_queue WHERE id = ?', owner.id)).toEqual({ net: -2_000 });
    expect(await row('SELECT status FROM treasure_chest_payouts WHERE user_id = ?', owner.id)).toEqual({ status: 'reversed' });
    await undoDecision(boss, decision);
    expect(await storedState(ids)).toEqual(before);
    expect(pending.id).toBeLessThan(paid.id);
  });

  /** Adds a chest that is worth more than the reversals, and pays everything due to the member. */
  async function payOut(boss: TestAdmin, memberId: number, month: string): Promise<unknown> {
    await owedChest(memberId, month, 2_500);
    const due = await row<{ version: number }>('SELECT version FROM payout_queue WHERE id = ?', memberId);
    const body = { reference: `PP ${month}`, members: [{ id: memberId, version: due?.version }] };
    const key = { 'Idempotency-Key': `pay-${memberId}-in-${month}` };
    return boss.client.call('POST', '/api/admin/payouts/payments', body, key);
  }
  const netOf = async (memberId: number) =>
    (await row<{ net: number }>('SELECT net_cents AS net FROM payout_queue WHERE id = ?', memberId))?.net;
  const rowsFor = (memberId: number) =>
    all(`SELECT kind, status, amount_cents AS cents FROM referral_commissions WHERE referrer_id = ${memberId} ORDER BY id`);

  test('offsets a reversal that a payout has settled by a restoration, and can be repeated', async () => {
    const { owner, boss, ids } = await pair();
    await owedCommission(owner.id, 2_000, { status: 'paid' });
    const first = await decide(boss, 'take_back', ids);
    expect(await payOut(boss, owner.id, '2026-07')).toMatchObject({ status: 200, body: { totalCents: 500 } });
    await undoDecision(boss, first);
    const rowsAfterUndo = await rowsFor(owner.id);
    expect(rowsAfterUndo.at(-1)).toEqual({ kind: 'restoration', status: 'pending', cents: 2_000 });
    expect(await netOf(owner.id)).toBe(2_000);

    // The second decision adds a reversal that cancels out the unpaid restoration. No payout has deducted the reversal yet, so the undo
    // deletes it.
    expect((await preview(boss, 'take_back', ids)).members[0]).toMatchObject({ commissions: 1, commissionsPaidCents: 2_000 });
    const second = await decide(boss, 'take_back', ids);
    expect(await netOf(owner.id)).toBe(0);
    await undoDecision(boss, second);
    expect(await rowsFor(owner.id)).toEqual(rowsAfterUndo);
    // A payout deducts the third decision's reversal before the decision is undone, so the undo adds another restoration.
    const third = await decide(boss, 'take_back', ids);
    expect(await payOut(await newAdmin(), owner.id, '2026-08')).toMatchObject({ status: 200, body: { totalCents: 2_500 } });
    await undoDecision(boss, third);
    expect((await rowsFor(owner.id)).map(({ kind, status, cents }) => `${kind} ${cents} ${status}`)).toEqual([
      'commission 2000 paid',
      'reversal -2000 paid',
      'restoration 2000 paid',
      'reversal -2000 paid',
      'restoration 2000 pending',
    ]);
    expect(await netOf(owner.id)).toBe(2_000);
  });

  test('restores a commission that a later refund of the friend reverses again', async () => {
    const [referrer, boss] = [await newMember({ role: 'premium' }), await newAdmin('super_admin')];
    const { member: friend } = await payingMember('basic', { ref: referrer.user.referralCode });
    expect(await payOut(boss, referrer.id, '2026-06')).toMatchObject({ status: 200, body: { totalCents: 3_500 } });
    const decision = await decide(boss, 'take_back', [referrer.id]);
    expect(await payOut(boss, referrer.id, '2026-07')).toMatchObject({ status: 200, body: { totalCents: 1_500 } });
    await undoDecision(boss, decision);
    expect(await netOf(referrer.id)).toBe(1_000);
    await refundAtStripe(await intentPaidBy(friend));
    await deliverEvents(friend);
    expect(await netOf(referrer.id)).toBe(0);
    expect((await rowsFor(referrer.id)).map(({ kind }) => kind)).toEqual(['commission', 'reversal', 'restoration', 'reversal']);
    const mails = `SELECT template, payload ->> 'why' AS why FROM outbox WHERE user_id = ${referrer.id} AND template LIKE 'commission_re%' ORDER BY id`;
    expect(await all(mails)).toEqual([
      { template: 'commission_reversed', why: 'refused' },
      { template: 'commission_restored', why: null },
      { template: 'commission_reversed', why: null },
    ]);
  });

  describe('of which the friend’s refund has already reversed some', () => {
    const stateOf = async (memberId: number) =>
      all(
        `SELECT status || ' ' || coalesce(held_reason, '-') AS state FROM referral_commissions WHERE referrer_id = ${memberId} AND kind = 'commission'
         UNION ALL SELECT 'reversal ' || status FROM referral_commissions WHERE referrer_id = ${memberId} AND kind = 'reversal'
         UNION ALL SELECT 'chest ' || status FROM treasure_chest_payouts WHERE user_id = ${memberId}
         UNION ALL SELECT 'keys ' || treasure_keys FROM users WHERE id = ${memberId}`,
      ).then((rows) => rows.map(({ state }) => state));
    async function referrerAndFriend() {
      const [referrer, boss] = [await newMember({ role: 'premium' }), await newAdmin('super_admin')];
      const { member: friend } = await payingMember('basic', { ref: referrer.user.referralCode, card: testCards.refundFails });
      await deliverEvents(friend);
      const refund = async () => {
        await refundAtStripe(await intentPaidBy(friend));
        await deliverEvents(friend);
      };
      const failRefund = async () => {
        await passTime(friend, 6 * secondsPerDay);
        await deliverEvents(friend);
      };
      return { referrer, boss, friend, refund, failRefund };
    }

    test.each([false, true])('refuses a commission for good, unless the decision is undone: %s', async (isUndone) => {
      const { referrer, boss, refund, failRefund } = await referrerAndFriend();
      await refund();
      const reversed = ['reversed -', 'reversal reversed', 'keys 0'];
      expect(await stateOf(referrer.id)).toEqual(reversed);
      expect((await preview(boss, 'take_back', [referrer.id])).members[0]).toMatchObject({ commissions: 1, commissionsCents: 0 });
      const decision = await decide(boss, 'take_back', [referrer.id]);
      expect(await stateOf(referrer.id)).toEqual(['reversed -', 'keys 0']);
      if (isUndone) await undoDecision(boss, decision);
      expect(await stateOf(referrer.id)).toEqual(isUndone ? reversed : ['reversed -', 'keys 0']);
      await failRefund();
      expect(await stateOf(referrer.id)).toEqual(isUndone ? ['pending -', 'keys 2'] : ['reversed -', 'keys 0']);
      if (isUndone) return;
      await undoDecision(await newAdmin('super_admin'), decision);
      expect(await stateOf(referrer.id)).toEqual(['pending -', 'keys 2']);
    });

    test.each([false, true])('keeps the reversal of a paid commission, unless the decision is undone: %s', async (isUndone) => {
      const { referrer, boss, refund, failRefund } = await referrerAndFriend();
      expect(await payOut(boss, referrer.id, '2026-06')).toMatchObject({ status: 200 });
      await refund();
      const reversed = ['paid -', 'reversal pending', 'chest paid', 'keys 0'];
      expect(await stateOf(referrer.id)).toEqual(reversed);
      const decision = await decide(boss, 'take_back', [referrer.id]);
      expect(await netOf(referrer.id)).toBe(-1_000);
      if (isUndone) await undoDecision(boss, decision);
      else expectError(await send(boss, 'take_back', [referrer.id], (await preview(boss, 'take_back', [referrer.id])).seen), 409);
      await failRefund();
      const restored = ['paid -', 'chest paid', 'keys 2'];
      expect(await stateOf(referrer.id)).toEqual(isUndone ? restored : ['paid decision', 'reversal pending', 'chest paid', 'keys 0']);
      expect(await netOf(referrer.id)).toBe(isUndone ? 0 : -1_000);
      if (isUndone) return;
      await undoDecision(await newAdmin('super_admin'), decision);
      expect(await stateOf(referrer.id)).toEqual(restored);
    });

    test.each([false, true])('refuses a chest for good, unless the decision is undone: %s', async (isUndone) => {
      const { referrer, friend, failRefund } = await referrerAndFriend();
      await confirmPlacements(referrer, 1);
      await moveClockTo(friend, getLastSecond(utcMonth(await timeOf(friend))) - hour);
      await refundAtStripe(await intentPaidBy(friend));
      await endMonth(referrer);
      expect(await stateOf(referrer.id)).toContain('chest pending');
      await deliverEvents(friend);
      expect(await stateOf(referrer.id)).toContain('chest reversed');
      const boss = await newAdmin('super_admin');
      expect((await preview(boss, 'take_back', [referrer.id])).members[0]).toMatchObject({ chests: 1, chestsCents: 0 });
      const decision = await decide(boss, 'take_back', [referrer.id]);
      if (isUndone) await undoDecision(boss, decision);
      await failRefund();
      expect(await stateOf(referrer.id)).toContain(isUndone ? 'chest pending' : 'chest reversed');
    });
  });

  test('takes the keys of friends and placements, even across a month’s end: undoing opens that month’s chest', async () => {
    const referrer = await newMember({ role: 'premium' });
    for (let friend = 0; friend < 2; friend += 1) await payingMember('basic', { ref: referrer.user.referralCode });
    const { cards } = await boughtCards(referrer.id, 2, { placed: true });
    const finder = await newMember();
    await verifyEmail(finder.id);
    await find(finder, cards);
    const ids = [referrer.id, finder.id];
    const before = await storedState(ids);
    const keys = () => row('SELECT treasure_keys AS treasure, community_keys AS community FROM users WHERE id = ?', referrer.id);
    expect(await keys()).toEqual({ treasure: 4, community: 2 });
    let boss = await newAdmin('super_admin');
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members[0]).toMatchObject({ treasureKeys: 4, communityKeys: 2, commissions: 2, placements: 2 });
    const first = await decide(boss, 'take_back', ids);
    expect(await keys()).toEqual({ treasure: 0, community: 0 });
    await undoDecision(boss, first);
    expect(await storedState(ids)).toEqual(before);

    const second = await decide(boss, 'take_back', ids);
    await endMonth(referrer);
    boss = await newAdmin('super_admin');
    expect(await chestsOf(referrer)).toEqual([]);
    await undoDecision(boss, second);
    expect(await keys()).toEqual({ treasure: 4, community: 2 });
    expect(await chestsOf(referrer)).toEqual([expect.stringMatching(/ 1 \$2 pending$/)]);
    // The restored keys have opened a chest by now, so the next decision also reverses the chest.
    const third = await decide(boss, 'take_back', ids);
    expect(await chestsOf(referrer)).toEqual([expect.stringMatching(/ 1 \$2 reversed$/)]);
    await undoDecision(boss, third);
    expect(await chestsOf(referrer)).toEqual([expect.stringMatching(/ 1 \$2 pending$/)]);
  });

  test('keeps a placement confirmed that an honest find also confirmed', async () => {
    const { owner, boss, ids, finder } = await pair({ finds: 1 });
    const { cards } = await boughtCards(owner.id, 2, { placed: true });
    await verifyEmail(finder.id);
    await find(finder, cards);
    const honest = await newMember();
    await verifyEmail(honest.id);
    await find(honest, cards.slice(0, 1));
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members[0]).toMatchObject({ placements: 1, communityKeys: 1 });
    await decide(boss, 'take_back', ids);
    expect(
      await all(
        `SELECT placement_confirmed_at IS NULL AS open FROM cache_cards WHERE id IN (${cards.map(({ id }) => id).join(', ')}) ORDER BY id`,
      ),
    ).toEqual([{ open: 0 }, { open: 1 }]);
  });
});

test('restored tokens count as the finds that earned them', async () => {
  const { finder, boss, ids } = await pair();
  const facts = () => createStore(env as unknown as Env).reviews.facts(finder.id, { price: 3 });
  const before = await facts();
  expect(before?.rewards.map(({ kind }) => kind)).toEqual(['find', 'find', 'find']);
  await undoDecision(boss, await decide(boss, 'take_back', ids));
  expect(await facts()).toEqual({ ...before, favors: [{ action: 'review.undo', at: expect.any(Number) }] });
});
