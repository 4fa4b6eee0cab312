/**
 * Redemptions and earnings of members after a group decision put them on hold, or after one of their certificates was refused. Product
 * rules: Reviews.
 */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import { remove } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeRedemption } from '#tests/worker/support/certificates/before-redemption.ts';
import { giveTokens, newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { endMonth } from '#tests/worker/support/chests/chest-facts.ts';
import { change, expectError, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import { deliverEvents, passTime, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { control, testCards } from '#tests/worker/support/memberships/payments.ts';
import { owedChest, owedCommission, owedReversal } from '#tests/worker/support/payouts/owed.ts';
import { decide, preview, redeem, send, undo, undoDecision } from '#tests/worker/support/reviews/deciding.ts';

import type { Actor } from '#worker/domain/admin/administrator.ts';
import { monthStart } from '#worker/domain/chests/months.ts';
import type { Env } from '#worker/env.ts';
import { reopenStatements } from '#worker/store/chests/chest-openings.ts';
import { batch } from '#worker/store/sql.ts';
import { createStore } from '#worker/store/store.ts';

let admin: TestAdmin;
let boss: TestAdmin;
beforeAll(async () => {
  [admin, boss] = [await newAdmin('admin'), await newAdmin()];
});
afterEach(() => {
  vi.useRealTimers();
});

const read = async (id: number) => v.parse(AdminReview, (await admin.client.get(`/api/admin/reviews/${id}`)).body);
const review = async (by: TestAdmin, id: number, verb: 'pass' | 'refuse') =>
  by.client.post(`/api/admin/reviews/${id}/${verb}`, { version: (await read(id)).version, ...(verb === 'refuse' && { reason: 'A farm' }) });

/** Cancels a certificate without deciding its review, as happens when the traveler already has another stay. */
async function cancel(id: number): Promise<void> {
  await change("UPDATE vacation_certificates SET status = 'cancelled', review = iif(review = 'waiting', 'none', review) WHERE id = ?", id);
}

/** Redeems again with new tokens, after the previous certificate was canceled. */
async function redeemAgain(member: TestMember): Promise<number> {
  await giveTokens(member.id, 60);
  return redeem(member);
}

describe('the next certificate of a member', () => {
  let member: TestMember;
  let first: number;
  beforeEach(async () => {
    member = await newRedeemer(60);
    first = await redeem(member);
    expect(await read(first)).toMatchObject({ review: 'passed' });
  });

  test('whom a super administrator holds waits for super administrators only, until one passes it', async () => {
    await decide(boss, 'hold', [member.id]);
    await cancel(first);
    const next = await redeemAgain(member);
    expect(await read(next)).toMatchObject({ review: 'waiting', signals: ['held'], isHeldBySuperAdmin: true });
    expectError(await review(admin, next, 'pass'), 403, 'held_by_super_admin');
    expect(await review(boss, next, 'pass')).toMatchObject({ status: 200 });
    await cancel(next);
    expect(await read(await redeemAgain(member))).toMatchObject({ review: 'passed', signals: [] });
  });

  test('whom a plain administrator holds waits, and any administrator passes it', async () => {
    await decide(admin, 'hold', [member.id]);
    await cancel(first);
    const next = await redeemAgain(member);
    expect(await read(next)).toMatchObject({ review: 'waiting', signals: ['held'], isHeldBySuperAdmin: false });
    expect(await review(await newAdmin('admin'), next, 'pass')).toMatchObject({ status: 200 });
  });

  test('stays with super administrators if one of them holds a member whom an administrator already holds', async () => {
    const earlier = await decide(admin, 'hold', [member.id]);
    expect(await read(first)).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: false });
    const decider = await newAdmin();
    const hold = await decide(decider, 'hold', [member.id]);
    expect(await read(first)).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: true });
    const again = await preview(admin, 'hold', [member.id]);
    expectError(await send(admin, 'hold', [member.id], again.seen), 409, 'review_decision_empty');
    expectError(await undo(boss, earlier), 409, 'later_decision_exists');
    await change("UPDATE admins SET role = 'admin' WHERE id = ?", decider.id);
    expect(await read(first)).toMatchObject({ isHeldBySuperAdmin: true });
    await undoDecision(boss, hold);
    expect(await read(first)).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: false });
  });

  test('is not passed by an administrator whose request overtakes a super administrator’s hold', async () => {
    await decide(admin, 'hold', [member.id]);
    const store = createStore(env as unknown as Env);
    const row = await store.admin.reviews.find(first);
    await decide(await newAdmin(), 'hold', [member.id]);
    const other = await newAdmin('admin');
    const actor = { adminId: other.id, address: null, requestId: 'late' } as Actor;
    const pass = {
      isSuperAdmin: false,
      isDevelopment: true,
      activateBy: 1,
      check: { emailKey: '', addressHashes: [] },
      codes: [],
      signals: [],
      getsSecondLook: false,
    };
    expect(row && (await store.admin.reviews.pass({ row, actor }, pass, Math.floor(Date.now() / 1_000)))).toBe(false);
    expect(await read(first)).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: true });
  });

  test('passes after the hold was undone or released, and waits again if the release is undone', async () => {
    const hold = await decide(boss, 'hold', [member.id]);
    await undoDecision(boss, hold);
    await cancel(first);
    const second = await redeemAgain(member);
    expect(await read(second)).toMatchObject({ review: 'passed' });
    await decide(boss, 'hold', [member.id]);
    const release = await decide(boss, 'release', [member.id]);
    await cancel(second);
    const third = await redeemAgain(member);
    expect(await read(third)).toMatchObject({ review: 'passed' });
    await cancel(third);
    await undoDecision(boss, release);
    expect(await read(await redeemAgain(member))).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: true });
  });

  test('redeemed during a hold needs an ordinary review once the hold is released', async () => {
    await decide(boss, 'hold', [member.id]);
    const extra = await newRedeemer(60);
    await redeem(extra);
    await cancel(first);
    const next = await redeemAgain(member);
    await decide(boss, 'hold', [member.id, extra.id]);
    await decide(boss, 'release', [member.id, extra.id]);
    expect(await read(next)).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: false });
    expect(await review(admin, next, 'pass')).toMatchObject({ status: 200 });
  });

  test.each(['hold', 'undo'] as const)('is decided again if an administrator decides to %s at the same time', async (action) => {
    await cancel(first);
    const other = await newRedeemer(60);
    await redeem(other);
    const hold = action === 'undo' ? await decide(boss, 'hold', [member.id, other.id]) : undefined;
    await giveTokens(member.id, 60);
    const isChanged = beforeRedemption(member, async () => {
      if (hold) await undoDecision(boss, hold);
      else await decide(boss, 'hold', [member.id, other.id]);
    });
    const next = await redeem(member);
    expect(isChanged()).toBe(true);
    expect(await read(next)).toMatchObject(
      action === 'hold' ? { review: 'waiting', signals: ['held'] } : { review: 'passed', signals: [] },
    );
  });

  test.each([
    { by: 'a reviewer', refuse: async () => expect((await review(boss, first, 'refuse')).status).toBe(200) },
    { by: 'a group decision', refuse: () => decide(boss, 'take_back', [member.id]) },
  ])('waits for a year after $by refused one, and says why', async ({ refuse }) => {
    await change("UPDATE vacation_certificates SET review = 'waiting', reviewed_at = NULL WHERE id = ?", first);
    await refuse();
    const next = await redeem(member);
    const day = new Date().toISOString().slice(0, 10);
    expect(await read(next)).toMatchObject({ review: 'waiting', signals: ['refused_before'], isHeldBySuperAdmin: false });
    expect((await admin.client.get(`/api/admin/reviews/${next}/case`)).body).toMatchObject({
      signals: [{ code: 'refused_before', sentence: `A certificate of the member was refused on ${day}.` }],
    });
    await cancel(next);
    await change('UPDATE vacation_certificates SET reviewed_at = reviewed_at - 366 * 86400 WHERE id = ?', first);
    expect(await read(await redeemAgain(member))).toMatchObject({ review: 'passed' });
  });
});

/** Records that the member's one commission or chest was paid, and returns the payment's id. */
async function payTo(member: TestMember, payer: TestAdmin, table: 'referral_commissions' | 'treasure_chest_payouts'): Promise<number> {
  const owner = table === 'referral_commissions' ? 'referrer_id' : 'user_id';
  const payment = await row<{ id: number }>(
    `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at, paid_by_id)
     SELECT ${owner}, amount_cents, 1, 'PP-1', 'held-member', 1, ?2 FROM ${table} WHERE ${owner} = ?1 RETURNING id`,
    member.id,
    payer.id,
  );
  const id = payment?.id ?? 0;
  await change(
    `UPDATE ${table} SET status = 'paid', paid_at = 1, payment_reference = 'PP-1', payout_id = ?2 WHERE ${owner} = ?1`,
    member.id,
    id,
  );
  return id;
}

describe('a member whom a group decision holds', () => {
  const commission = ({ id }: TestMember) => row('SELECT status, held_reason AS why FROM referral_commissions WHERE referrer_id = ?', id);

  test('earns held commissions and no keys, until they are released', async () => {
    const referrer = await newMember({ role: 'premium' });
    await decide(boss, 'hold', [referrer.id]);
    await payingMember('basic', { ref: referrer.user.referralCode });
    expect(await commission(referrer)).toEqual({ status: 'held', why: 'decision' });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 0 });
    expect(await row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'commission_earned'", referrer.id)).toEqual({
      n: 0,
    });
    await decide(boss, 'release', [referrer.id]);
    expect(await commission(referrer)).toEqual({ status: 'pending', why: null });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 2 });
  });

  test('forfeits what a release frees after asking for deletion', async () => {
    const referrer = await newMember({ role: 'premium' });
    await payingMember('basic', { ref: referrer.user.referralCode });
    await owedChest(referrer.id, '2026-09', 200);
    await decide(boss, 'hold', [referrer.id]);
    await remove(referrer);
    await decide(boss, 'release', [referrer.id]);
    const forfeited = { status: 'held', why: 'member_left' };
    expect(await commission(referrer)).toEqual(forfeited);
    expect(await row('SELECT status, held_reason AS why FROM treasure_chest_payouts WHERE user_id = ?', referrer.id)).toEqual(forfeited);
  });

  test('can be released before anything is on hold, but only once', async () => {
    const referrer = await newMember({ role: 'premium' });
    await decide(boss, 'hold', [referrer.id]);
    await decide(boss, 'release', [referrer.id]);
    const { seen } = await preview(boss, 'release', [referrer.id]);
    expectError(await send(boss, 'release', [referrer.id], seen), 409, 'review_decision_empty');
    await payingMember('basic', { ref: referrer.user.referralCode });
    expect(await commission(referrer)).toEqual({ status: 'pending', why: null });
  });

  test('keeps a commission on hold when the dispute about its payment is won', async () => {
    const referrer = await newMember({ role: 'premium' });
    const { member } = await payingMember('basic', { ref: referrer.user.referralCode });
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect(await commission(referrer)).toEqual({ status: 'held', why: 'dispute' });
    await decide(boss, 'hold', [referrer.id]);
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect(await commission(referrer)).toEqual({ status: 'held', why: 'decision' });
    await decide(boss, 'release', [referrer.id]);
    expect(await commission(referrer)).toEqual({ status: 'pending', why: null });
  });

  test('gets no commission back when an appeal is won about a dispute lost before the hold', async () => {
    const referrer = await newMember({ role: 'premium' });
    const { member } = await payingMember('basic', { ref: referrer.user.referralCode });
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await closeDispute(dispute, 'lost');
    await deliverEvents(member);
    expect(await commission(referrer)).toMatchObject({ status: 'reversed' });
    await decide(boss, 'hold', [referrer.id]);
    await control(`disputes/${dispute}/appeal`, { status: 'won' });
    await deliverEvents(member);
    expect(await commission(referrer)).toEqual({ status: 'held', why: 'decision' });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 0 });
    await decide(boss, 'release', [referrer.id]);
    expect(await commission(referrer)).toEqual({ status: 'pending', why: null });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', referrer.id)).toEqual({ keys: 2 });
  });

  test('gets no returned payment again when the dispute about the friend’s payment is won', async () => {
    const referrer = await newMember({ role: 'premium' });
    const { member } = await payingMember('basic', { ref: referrer.user.referralCode });
    const payer = await newAdmin();
    const paymentId = await payTo(referrer, payer, 'referral_commissions');
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect(await commission(referrer)).toMatchObject({ status: 'paid' });
    await decide(boss, 'hold', [referrer.id]);
    const returned = await payer.client.post(`/api/admin/payouts/payments/${paymentId}/return`, { reason: 'Closed account' });
    expect(returned.status).toBe(200);
    expect(await commission(referrer)).toEqual({ status: 'held', why: 'decision,dispute' });
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect(await commission(referrer)).toEqual({ status: 'held', why: 'decision' });
    await decide(boss, 'release', [referrer.id]);
    expect(await commission(referrer)).toEqual({ status: 'pending', why: null });
  });

  test('gets a commission back on hold if a payout deducted its reversal', async () => {
    const referrer = await newMember({ role: 'premium' });
    const { member } = await payingMember('basic', { ref: referrer.user.referralCode });
    await payTo(referrer, boss, 'referral_commissions');
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await closeDispute(dispute, 'lost');
    await deliverEvents(member);
    await change("UPDATE referral_commissions SET status = 'paid' WHERE referrer_id = ? AND kind = 'reversal'", referrer.id);
    const hold = await decide(boss, 'hold', [referrer.id]);
    await control(`disputes/${dispute}/appeal`, { status: 'won' });
    await deliverEvents(member);
    const restoration = () =>
      row("SELECT status, held_reason AS why FROM referral_commissions WHERE referrer_id = ? AND kind = 'restoration'", referrer.id);
    const [held, payable] = [
      { status: 'held', why: 'decision' },
      { status: 'pending', why: null },
    ];
    expect(await restoration()).toEqual(held);
    /** What the preview of an undo says about restored commissions, in cents. */
    const previewUndo = async ({ id }: { id: number }) =>
      (await boss.client.get<ReviewDecisionDetails>(`/api/admin/review-decisions/${id}`)).body.restorations;
    expect(await previewUndo(hold)).toEqual({ payableCents: 1_000, heldCents: 0 });
    const mailsAboutIt = () => row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'commission_restored'", referrer.id);
    expect(await mailsAboutIt()).toEqual({ n: 0 });
    const release = await decide(boss, 'release', [referrer.id]);
    expect(await restoration()).toEqual(payable);
    expect(await mailsAboutIt()).toEqual({ n: 1 });
    expect(await previewUndo(release)).toEqual({ payableCents: 0, heldCents: 1_000 });
    await undoDecision(boss, release);
    expect(await restoration()).toEqual(held);
    await undoDecision(boss, hold);
    expect(await restoration()).toEqual(payable);
    expect(await previewUndo(hold)).toEqual({ payableCents: 0, heldCents: 0 });
    expect(await mailsAboutIt()).toEqual({ n: 1 });
    await decide(boss, 'hold', [referrer.id]);
    expect(await restoration()).toEqual(held);
    await decide(boss, 'take_back', [referrer.id]);
    expect(await row('SELECT net_cents AS net FROM payout_queue WHERE id = ?', referrer.id)).toEqual({ net: 0 });
  });

  test.each(['pass', 'refuse'] as const)('gets a restored commission once a reviewer decides to %s the held certificate', async (verb) => {
    const member = await newRedeemer(60);
    const certificate = await redeem(member);
    const { id } = await owedCommission(member.id, 1_000, { status: 'paid' });
    const reversalId = await owedReversal(id);
    await change("UPDATE referral_commissions SET status = 'paid' WHERE id = ?", reversalId);
    await change(
      `INSERT INTO referral_commissions (kind, referrer_id, referred_id, amount_cents, reverses_id, created_at)
       SELECT 'restoration', referrer_id, referred_id, 1000, id, created_at FROM referral_commissions WHERE id = ?`,
      reversalId,
    );
    const restoration = () =>
      row("SELECT status, held_reason AS why FROM referral_commissions WHERE referrer_id = ? AND kind = 'restoration'", member.id);
    await decide(boss, 'hold', [member.id]);
    expect(await restoration()).toEqual({ status: 'held', why: 'decision' });
    expect((await review(boss, certificate, verb)).status).toBe(200);
    expect(await restoration()).toEqual({ status: 'pending', why: null });
  });

  const chestOf = ({ id }: TestMember) => row('SELECT status, held_reason AS why FROM treasure_chest_payouts WHERE user_id = ?', id);
  async function openChest(member: TestMember): Promise<void> {
    const at = Date.now() / 1_000;
    for (const kind of ['referral', 'placement'] as const) await change(keyRow(kind, { user: member.id, amount: 1, subject: 1, at }));
    await endMonth(member);
  }

  test('cannot be released, undone or canceled by an administrator with the same mailbox', async () => {
    const [own, other] = [await newRedeemer(60), await newRedeemer(60)];
    const certificate = await redeem(own);
    await redeem(other);
    const hold = await decide(boss, 'hold', [own.id, other.id]);
    const insider = await newAdmin();
    await change('UPDATE admins SET email = ? WHERE id = ?', own.email.replace('@', '+desk@'), insider.id);
    const { seen } = await preview(insider, 'release', [other.id, own.id]);
    expectError(await send(insider, 'release', [other.id, own.id], seen), 403, 'own_member_account');
    expectError(await undo(insider, hold), 403, 'own_member_account');
    const commission = await owedCommission(own.id, 1_000, { status: 'held', why: 'decision' });
    expectError(
      await insider.client.post(`/api/admin/payouts/commissions/${commission.id}/release`, { version: 1 }),
      403,
      'own_member_account',
    );
    const chest = await owedChest(own.id, '2026-09', 200, { status: 'held', why: 'decision' });
    for (const [kind, id] of [
      ['commissions', commission.id],
      ['chests', chest],
    ] as const)
      expectError(
        await insider.client.post(`/api/admin/payouts/${kind}/releases`, { rows: [{ id, version: 1 }] }),
        403,
        'own_member_account',
      );
    expectError(await insider.client.post(`/api/admin/payouts/chests/${chest}/release`, { version: 1 }), 403, 'own_member_account');
    const cancel = { reason: 'On request', isReleased: false, version: 1 };
    const { version } = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', certificate)) ?? cancel;
    expectError(
      await insider.client.post(`/api/admin/certificates/${certificate}/cancel`, { ...cancel, version }),
      403,
      'own_member_account',
    );
    await decide(boss, 'release', [own.id, other.id]);
  });

  test('is held with a certificate whose activation deadline passed during a suspension', async () => {
    setClock('2026-11-21T10:00:00Z');
    const [overdue, suspended] = [await newRedeemer(60), await newRedeemer(60)];
    const ids = [await redeem(overdue), await redeem(suspended)];
    await change("UPDATE users SET suspended_at = unixepoch('2026-11-21'), suspended_reason = 'Copied codes' WHERE id = ?", suspended.id);
    setClock('2027-01-05T10:00:00Z');
    const later = await newAdmin();
    const held = async (id: number) => (await row<{ review: string }>('SELECT review FROM vacation_certificates WHERE id = ?', id))?.review;
    await decide(later, 'hold', [overdue.id, suspended.id]);
    expect(await Promise.all(ids.map(held))).toEqual(['passed', 'waiting']);
  });

  test('gets no returned payment again before a release', async () => {
    setClock('2026-11-21T10:00:00Z');
    const member = await newMember({ role: 'premium' });
    await openChest(member);
    const payer = await newAdmin();
    const paymentId = await payTo(member, payer, 'treasure_chest_payouts');
    const other = await newRedeemer(60);
    await redeem(other);
    const decider = await newAdmin();
    await decide(decider, 'hold', [member.id, other.id]);
    const returned = await payer.client.post(`/api/admin/payouts/payments/${paymentId}/return`, { reason: 'Closed account' });
    expect(returned.status).toBe(200);
    expect(await chestOf(member)).toEqual({ status: 'held', why: 'decision' });
    await decide(decider, 'release', [member.id]);
    expect(await chestOf(member)).toEqual({ status: 'pending', why: null });
  });

  const turnKey = async (member: TestMember, amount: number, turn: number) => {
    const at = monthStart('2026-11');
    await change(keyRow('referral', { user: member.id, amount, subject: 1, turn, at }));
    await batch(env.DB, reopenStatements([{ userId: member.id, since: at }], Math.floor(Date.now() / 1_000)));
  };

  test('gets a chest back on hold if it was reversed before the hold', async () => {
    setClock('2026-11-21T10:00:00Z');
    const member = await newMember({ role: 'premium' });
    await openChest(member);
    await turnKey(member, -1, 1);
    expect(await chestOf(member)).toEqual({ status: 'reversed', why: null });
    const decider = await newAdmin();
    await decide(decider, 'hold', [member.id]);
    await turnKey(member, 1, 2);
    expect(await chestOf(member)).toEqual({ status: 'held', why: 'decision' });
    await decide(decider, 'release', [member.id]);
    expect(await chestOf(member)).toEqual({ status: 'pending', why: null });
  });

  test('gets a chest back that was reversed during the hold: on hold only if the hold was not released', async () => {
    setClock('2026-11-21T10:00:00Z');
    const member = await newMember({ role: 'premium' });
    await openChest(member);
    const decider = await newAdmin();
    await decide(decider, 'hold', [member.id]);
    await turnKey(member, -1, 1);
    expect(await chestOf(member)).toEqual({ status: 'reversed', why: 'decision' });
    const release = await decide(decider, 'release', [member.id]);
    expect(await chestOf(member)).toEqual({ status: 'reversed', why: null });
    await undoDecision(decider, release);
    expect(await chestOf(member)).toEqual({ status: 'reversed', why: 'decision' });
    await decide(decider, 'release', [member.id]);
    await turnKey(member, 1, 2);
    expect(await chestOf(member)).toEqual({ status: 'pending', why: null });
  });

  test('gets a commission back that was reversed during the hold: on hold only if the hold was not released', async () => {
    const member = await newMember({ role: 'premium' });
    const { member: friend } = await payingMember('basic', { ref: member.user.referralCode, card: testCards.refundFails });
    await deliverEvents(friend);
    const decider = await newAdmin();
    await decide(decider, 'hold', [member.id]);
    await refundAtStripe(await intentPaidBy(friend));
    await deliverEvents(friend);
    const commission = () =>
      row("SELECT status, held_reason AS why FROM referral_commissions WHERE referrer_id = ? AND kind = 'commission'", member.id);
    expect(await commission()).toEqual({ status: 'reversed', why: 'decision' });
    const release = await decide(decider, 'release', [member.id]);
    expect(await commission()).toEqual({ status: 'reversed', why: null });
    await undoDecision(decider, release);
    expect(await commission()).toEqual({ status: 'reversed', why: 'decision' });
    await decide(decider, 'release', [member.id]);
    await passTime(friend, 6 * secondsPerDay);
    await deliverEvents(friend);
    expect(await commission()).toEqual({ status: 'pending', why: null });
  });

  test('opens held chests, which a release frees', async () => {
    setClock('2026-11-21T10:00:00Z');
    const member = await newMember({ role: 'premium' });
    await decide(boss, 'hold', [member.id]);
    await openChest(member);
    const chest = () => chestOf(member);
    expect(await chest()).toEqual({ status: 'held', why: 'decision' });
    expect(await row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'chest_opened'", member.id)).toEqual({ n: 1 });
    const later = await newAdmin();
    await decide(later, 'release', [member.id]);
    expect(await chest()).toEqual({ status: 'pending', why: null });
  });
});
