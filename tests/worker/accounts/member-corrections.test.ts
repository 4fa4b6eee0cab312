/** What super administrators correct in a member's account: keys, a missing referrer, and the renewal of a subscription. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { PayResponse } from '#schema/payouts/admin-payouts.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { type BoughtCards, boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { change, everyRow, expectError, newCard, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { membershipOf, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import type { GivingAction } from '#worker/domain/admin/giving-actions.ts';

let boss: TestAdmin;
beforeEach(async () => {
  boss = await newAdmin();
});
afterEach(() => {
  vi.useRealTimers();
});

const send = (member: TestMember, path: string, body: object) =>
  boss.client.post<AdminUserDetails>(`/api/admin/users/${member.id}/${path}`, body);
const versionOf = async ({ id }: TestMember) =>
  (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id))?.version ?? 0;
const auditOf = ({ id }: TestMember) =>
  row<{ action: string; reason: string; before: string; after: string }>(
    'SELECT action, reason, before, after FROM audit_log WHERE user_id = ? ORDER BY id DESC LIMIT 1',
    id,
  );

describe('keys', () => {
  test('are added once for the number that was shown, and only corrected keys can be taken back', async () => {
    const member = await newMember();
    const correct = (amount: number, count: number) => send(member, 'keys', { keys: 'community', amount, count, reason: 'A lost key' });
    const outcomes = await Promise.all([correct(2, 0), correct(2, 0), correct(2, 0)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(outcomes.find(({ status }) => status === 200)?.body.profile.communityKeys).toBe(2);
    expect(await auditOf(member)).toEqual({
      action: 'keys.correct',
      reason: 'A lost key',
      before: '{"communityKeys":0}',
      after: '{"communityKeys":2}',
    });
    expectError(await correct(-3, 2), 400, 'invalid_input');
    expect((await correct(-1, 2)).body.profile.communityKeys).toBe(1);
    expect((await correct(-1, 1)).body.profile).toMatchObject({ communityKeys: 0, treasureKeys: 0 });
  });

  test('that were earned stay, because their reversal would make the number negative', async () => {
    const referrer = await newMember({ role: 'basic' });
    await payingMember('basic', { ref: referrer.user.referralCode });
    const earned = { keys: 'treasure', amount: -1, count: 1, reason: 'Too many' };
    expectError(await send(referrer, 'keys', earned), 409, 'keys_not_corrected');
  });
});

describe('a missing referrer', () => {
  const invite = async (member: TestMember, referrer: string) =>
    send(member, 'referrer', { referrer, reason: 'Forgot the link', version: await versionOf(member) });

  test('is set once, by code or email, and earns for a membership that was already paid for', async () => {
    const [referrer, other] = await Promise.all([newMember({ role: 'premium' }), newMember()]);
    const { member } = await payingMember('premium');
    const { body } = await invite(member, referrer.user.referralCode.toLowerCase());
    expect(body.referredBy?.id).toBe(referrer.id);
    expect(await row('SELECT amount_cents AS cents FROM referral_commissions WHERE referred_id = ?', member.id)).toEqual({ cents: 2_000 });
    expectError(await invite(member, other.email), 409, 'referrer_already_set');
    expect(await auditOf(member)).toMatchObject({ action: 'user.referrer', after: JSON.stringify({ referredById: referrer.id }) });
  });

  test('is nobody unknown, of the same mailbox, or invited by the member', async () => {
    const member = await newMember();
    const friend = await newMember({ ref: member.user.referralCode });
    const friendsFriend = await newMember({ ref: friend.user.referralCode });
    const twin = await newMember({ email: member.email.replace('@', '+again@') });
    expectError(await invite(member, 'nobody@example.test'), 404, 'referrer_not_found');
    for (const own of [member, twin]) expectError(await invite(member, own.email), 409, 'referrer_is_same_person');
    expectError(await invite(member, friendsFriend.email), 409, 'referrer_is_invited');
    expect(await row('SELECT referred_by_id AS referrer FROM users WHERE id = ?', member.id)).toEqual({ referrer: null });
  });
});

test('a subscription is canceled for the end of the paid year, audited, and only while it would renew', async () => {
  const { member } = await payingMember('basic');
  const cancel = async () => send(member, 'membership/cancel', { reason: 'They called', version: await versionOf(member) });
  const { status, body } = await cancel();
  expect([status, body.membership.state, body.subscriptions[0]?.cancelAtPeriodEnd]).toEqual([200, 'cancelling', true]);
  expect(await auditOf(member)).toMatchObject({ action: 'membership.cancel', reason: 'They called' });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'membership_cancelled'", member.id)).toEqual({
    n: 1,
  });
  expectError(await cancel(), 409, 'subscription_not_running');
  expect((await membershipOf(member)).tier).toBe('basic');
});

describe('a super administrator', () => {
  const ownAccount = async () => {
    const own = await newMember({ role: 'premium', email: boss.email.replace('@', '+own@') });
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', own.id);
    return own;
  };
  const pay = (payer: TestAdmin, id: number) =>
    payer.client.post<PayResponse>(
      '/api/admin/payouts/payments',
      { reference: 'Transfer 1', members: [{ id, version: 0 }] },
      { 'Idempotency-Key': crypto.randomUUID() },
    );

  test('gives nothing to their own account, and does not pay it', async () => {
    const [own, other] = [await ownAccount(), await newMember()];
    const post = (path: string, body: object) => boss.client.post(`/api/admin/${path}`, body, { 'Idempotency-Key': crypto.randomUUID() });
    const toOwn = (path: string, body: object) => post(`users/${own.id}/${path}`, { reason: 'Gift', ...body });
    const commission = await owedCommission(own.id, 2_000);
    const chest = await owedChest(own.id, '2026-09', 200, { status: 'held', why: 'decision' });
    const [ownOrder, friendsOrder] = [await boughtCards(own.id), await boughtCards(commission.friendId)];
    const refund = ({ orderId }: BoughtCards) =>
      post(`orders/${orderId}/refunds`, { paymentId: 1, amount: 89, refunded: 0, reason: 'requested_by_customer', note: 'Gift' });
    const payout = await row<{ id: number }>(
      "INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at) VALUES (?, 100, 1, 'R', 'run:1', 1) RETURNING id",
      own.id,
    );
    const [card, claimed] = [await newCard({ owner: other.id }), await newCard({ owner: other.id })];
    const disabled = await newCard({ owner: own.id, status: 'disabled' });
    const claim = await row<{ id: number }>(
      'INSERT INTO ownership_claims (user_id, card_id, proof_url, created_at, updated_at) VALUES (?, ?, ?, 1, 1) RETURNING id',
      own.id,
      claimed.id,
      'https://example.test',
    );
    const before = await everyRow({ except: ['audit_log', 'rate_counters'] });
    const approve = () => post(`claims/${claim?.id}/decision`, { status: 'approved', version: 1, cardVersion: 1 });
    // The others are tested with decisions, certificates and profiles.
    type Elsewhere = 'review.undo' | 'certificate.cancel' | 'certificate.other_person' | 'user.update';
    const gifts: Record<Exclude<GivingAction, Elsewhere>, () => ReturnType<typeof post>> = {
      'card.owner': approve,
      'card.status': () => post(`cards/${disabled.cardId}/status`, { status: 'ordered', version: 1 }),
      'claim.decide': approve,
      'commission.release': () => post(`payouts/commissions/${commission.id}/release`, { version: 1 }),
      'keys.correct': () => toOwn('keys', { keys: 'treasure', amount: 2, count: 0 }),
      'membership.grant': async () => toOwn('membership', { tier: 'premium', version: await versionOf(own) }),
      'order.refund': () => refund(ownOrder),
      'payout.return': () => post(`payouts/payments/${payout?.id}/return`, { reason: 'Unknown address' }),
      'tokens.adjust': () => toOwn('tokens', { amount: 5 }),
      'tokens.forgive': () => toOwn('owed-tokens/forgive', { amount: 1, owedTokens: 1 }),
      'treasure_chest_payout.release': () => post(`payouts/chests/${chest}/release`, { version: 1 }),
      'user.referrer': async () =>
        send(other, 'referrer', { referrer: own.email, version: await versionOf(other), reason: 'Forgot the link' }),
    };
    const transfer = () =>
      boss.client.put(`/api/admin/cards/${card.cardId}`, {
        ownerEmail: own.email,
        location: null,
        description: null,
        latitude: null,
        longitude: null,
        version: 1,
      });
    const noteTaxForm = () => post('payouts/tax-forms', { memberId: own.id, kind: 'W-9', receivedOn: '2026-11-01' });
    for (const give of [...Object.values(gifts), () => refund(friendsOrder), transfer, noteTaxForm, () => pay(boss, own.id)])
      expectError(await give(), 403, 'own_member_account');
    expect(await everyRow({ except: ['audit_log', 'rate_counters'] })).toEqual(before);
  });

  test('does not pay a member whose address they changed, to whom they gave a usable card or a payment, or whose friend they refunded in part', async () => {
    const [receiver, returned, referrer, moved, enabled] = await Promise.all([1, 2, 3, 4, 5].map(() => newMember()));
    if (!receiver || !returned || !referrer || !moved || !enabled) throw new Error('Not enough members');
    for (const { id } of [receiver, returned, moved, enabled]) await owedCommission(id, 2_000);
    const disabled = await newCard({ owner: enabled.id, status: 'disabled' });
    expect((await boss.client.post(`/api/admin/cards/${disabled.cardId}/status`, { status: 'active', version: 1 })).status).toBe(200);
    const { friendId, id: commission } = await owedCommission(referrer.id, 2_000);
    const { orderId } = await boughtCards(friendId);
    await change('UPDATE referral_commissions SET order_id = ? WHERE id = ?', orderId, commission);
    const card = await newCard({ owner: receiver.id });
    const note = (action: string, type: string, id: string | number, user: number, after: object | null) =>
      change(
        `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, after, request_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, 'r', unixepoch())`,
        boss.id,
        action,
        type,
        String(id),
        user,
        after && JSON.stringify(after),
      );
    await note('card.owner', 'cache_card', card.cardId, receiver.id, { ownerId: receiver.id });
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', friendId, card.id);
    await note('user.update', 'user', moved.id, moved.id, { email: 'new@example.test' });
    await note('payout.return', 'payout', 1, returned.id, null);
    await note('order.refund', 'order', orderId, friendId, null);
    const independent = await standingAdmin();
    for (const { id } of [receiver, returned, referrer, moved, enabled]) {
      expectError(await pay(boss, id), 403, 'benefactor');
      expect((await pay(independent, id)).status).not.toBe(403);
    }
  });

  test('does not pay a member whom they gave keys or a friend, unless they are the only one', async () => {
    const [invited, corrected, referrer] = [await newMember(), await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
    await owedCommission(corrected.id, 2_000);
    await owedCommission(referrer.id, 2_000);
    await send(corrected, 'keys', { keys: 'treasure', amount: 2, count: 0, reason: 'Lost keys' });
    await send(invited, 'referrer', { referrer: referrer.email, version: await versionOf(invited), reason: 'Forgot the link' });
    const independent = await standingAdmin();
    for (const { id } of [corrected, referrer]) {
      expectError(await pay(boss, id), 403, 'benefactor');
      expect((await pay(independent, id)).status).not.toBe(403);
    }
  });
});
