/**
 * Money returned to members: full and partial refunds, and disputes that are opened, won and lost. Product rules: Payments and memberships.
 */

import { env } from 'cloudflare:workers';
import type Stripe from 'stripe';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { boughtCards, owedBy, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { balanceOf, Client, change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  liveAtStripe,
  mailsTo,
  memberEvents,
  membershipOf,
  passTime,
  payingMember,
  paymentsOf,
  periodsOf,
  runJob,
  subscriptionsAtStripe,
  timeOf,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, confirmAtStripe, deliver, openCheckout, testCards } from '#tests/worker/support/memberships/payments.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a membership', () => {
  test('refunded in full ends at once, here and at Stripe', async () => {
    const { member, paidAt } = await payingMember('basic');
    await passTime(member, 30 * day);
    const now = await timeOf(member);
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ tier: 'free', state: 'free' });
    expect((await member.client.get('/api/user')).body.role).toBe('free');
    expect(await paymentsOf(member)).toMatchObject([{ amount: 5_000, refunded: 5_000, status: 'refunded' }]);
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: now }]);
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled']);
    expect(await mailsTo(member)).toEqual(['purchase', 'membership_ended']);
    expectError(await member.client.get('/api/payment-intent/cache-cards/5'), 403, 'membership_required');
    await buy(member.client, 'membership', 'basic');
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
  });

  test('refunded in part continues, and the refunded part is shown', async () => {
    const { member } = await payingMember('premium');
    const before = { membership: await membershipOf(member), periods: await periodsOf(member) };
    const intent = await intentPaidBy(member);
    for (const [part, refunded] of [
      [1_234, 1_234],
      [766, 2_000],
    ]) {
      await refundAtStripe(intent, part);
      await deliverEvents(member);
      expect(await paymentsOf(member)).toMatchObject([{ amount: 10_000, refunded, status: 'partially_refunded' }]);
    }
    expect({ membership: await membershipOf(member), periods: await periodsOf(member) }).toEqual(before);
    expect((await liveAtStripe(member)).status).toBe('active');
    await refundAtStripe(intent, 8_000);
    await deliverEvents(member);
    expect(await paymentsOf(member)).toMatchObject([{ refunded: 10_000, status: 'refunded' }]);
    expect((await membershipOf(member)).tier).toBe('free');
  });

  test('with its first year refunded during the second one continues', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic');
    await passTime(member, ends - (await timeOf(member)) + day);
    await deliverEvents(member);
    await refundAtStripe(await intentPaidBy(member, 'first'));
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
    expect((await paymentsOf(member)).map(({ status }) => status)).toEqual(['paid', 'refunded']);
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect((await membershipOf(member)).tier).toBe('free');
  });

  test('with a refunded upgrade ends: the basic year was credited', { tags: 'long' }, async () => {
    const { member } = await payingMember('basic');
    await passTime(member, 100 * day);
    await buy(member.client, 'membership', 'premium');
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect((await membershipOf(member)).tier).toBe('free');
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  test('in a dispute continues until the dispute is lost', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      vi.useRealTimers();
      const { member, paidAt } = await payingMember('basic');
      await passTime(member, day);
      const dispute = await disputeAtStripe(await intentPaidBy(member));
      await deliverEvents(member);
      expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
      expect(await paymentsOf(member)).toMatchObject([{ refunded: 0, status: 'disputed' }]);
      expect((await member.client.get('/api/user')).body).toMatchObject({
        membership: { state: 'active', dispute: { amount: 5_000 } },
        notice: 'payment_disputed',
      });
      await passTime(member, 30 * day);
      const now = await timeOf(member);
      await closeDispute(dispute, outcome);
      await deliverEvents(member);
      expect((await membershipOf(member)).tier).toBe(outcome === 'won' ? 'basic' : 'free');
      expect(await paymentsOf(member)).toMatchObject([{ status: outcome === 'won' ? 'paid' : 'charged_back' }]);
      expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual([outcome === 'won' ? 'active' : 'canceled']);
      if (outcome === 'lost') expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: now }]);
    }
  });

  test('paid with a card that disputes at once is frozen from the start', async () => {
    const member = await newMember();
    await buy(member.client, 'membership', 'basic', testCards.disputed);
    await deliverEvents(member);
    expect(await paymentsOf(member)).toMatchObject([{ status: 'disputed' }]);
    expect((await membershipOf(member)).tier).toBe('basic');
  });

  test('with a failed partial refund stays, and the amount is owed by other means', { tags: 'long' }, async () => {
    const { member } = await payingMember('premium', { card: testCards.refundFails });
    await refundAtStripe(await intentPaidBy(member), 4_000);
    await deliverEvents(member);
    expect(await paymentsOf(member)).toMatchObject([{ refunded: 4_000, status: 'partially_refunded' }]);
    await passTime(member, 8 * day);
    await deliverEvents(member);
    expect(await paymentsOf(member)).toMatchObject([{ refunded: 0, owed: 4_000, status: 'partially_refunded' }]);
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
  });
});

describe('bought cards', () => {
  interface Ordered {
    owner: TestMember;
    cards: { id: number; cardId: string }[];
    finders: { id: number; client: Client }[];
  }

  /**
   * Creates an owner with three cards: one placed and found twice, one found once, one untouched. The owner has earned 10 + 2 + 1 tokens.
   */
  async function foundCards(): Promise<Ordered> {
    const owner = await newMember({ role: 'basic' });
    const { cards } = await buy(owner.client, 'cache-cards', '3');
    const finders = [await directMember(), await directMember()];
    const [placed, found] = cards;
    await owner.client.post(`/api/cache-cards/${placed?.cardId}/placement`, { location: 'Mill', description: 'Stone' });
    for (const [finder, card] of [
      [finders[0], placed],
      [finders[1], placed],
      [finders[0], found],
    ] as const) {
      const { code } = (await owner.client.get<OwnCardPage>(`/api/cache-cards/${card?.cardId}`)).body;
      expect((await finder?.client.post('/api/scan', { cardId: card?.cardId, code }))?.body.tokensEarned).toBe(1);
    }
    expect(await balanceOf(owner.id)).toBe(10 + 3);
    expect(await keysOf(owner)).toBe(1);
    return { owner, cards, finders };
  }

  const keysOf = async ({ id }: TestMember) => (await row<{ n: number }>('SELECT community_keys AS n FROM users WHERE id = ?', id))?.n;
  const ledger = async (id: number) =>
    (await env.DB.prepare('SELECT amount, kind FROM token_transactions WHERE user_id = ? ORDER BY id').bind(id).all()).results;
  const statuses = async ({ id }: TestMember) =>
    (await env.DB.prepare('SELECT status FROM cache_cards WHERE user_id = ? ORDER BY id').bind(id).all()).results.map(
      ({ status }) => status,
    );

  test('that are refunded are disabled and reverse the owner’s rewards; finders keep theirs', async () => {
    const { owner, cards, finders } = await foundCards();
    await refundAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expect(await statuses(owner)).toEqual(['disabled', 'disabled', 'disabled']);
    expect((await owner.client.get('/api/cache-cards')).body).toEqual([]);
    for (const { cardId } of cards) {
      expectError(await new Client().get(`/api/card/${cardId}`), 404, 'card_not_found');
      expectError(await (await directMember()).client.post('/api/scan', { cardId }), 404, 'card_not_found');
    }
    expect(await balanceOf(owner.id)).toBe(0);
    expect((await ledger(owner.id)).at(-1)).toEqual({ amount: -13, kind: tokenKinds.order_reversal.code });
    expect(await keysOf(owner)).toBe(0);
    expect(await Promise.all(finders.map(({ id }) => balanceOf(id)))).toEqual([2, 1]);
    expect(await paymentsOf(owner)).toMatchObject([{ description: '3 Cache Cards', refunded: 300, status: 'refunded' }]);
    expect((await membershipOf(owner)).tier).toBe('basic');
  });

  test('that are refunded reverse at most the owner’s balance; the rest is owed', { tags: 'long' }, async () => {
    const { owner } = await foundCards();
    await change(tokenRow('adjustment', { user: owner.id, amount: -9 }));
    await refundAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expect(await balanceOf(owner.id)).toBe(0);
    expect((await ledger(owner.id)).at(-1)).toEqual({ amount: -4, kind: tokenKinds.order_reversal.code });
    await deliverEvents(owner);
    await runJob();
    expect([await balanceOf(owner.id), await owedBy(owner.id)]).toEqual([0, 9]);
  });

  test('refunded in part stay unchanged', async () => {
    const { owner } = await foundCards();
    const before = [await statuses(owner), await balanceOf(owner.id), await keysOf(owner)];
    await refundAtStripe(await intentPaidBy(owner), 100);
    await deliverEvents(owner);
    expect([await statuses(owner), await balanceOf(owner.id), await keysOf(owner)]).toEqual(before);
    expect(await paymentsOf(owner)).toMatchObject([{ amount: 300, refunded: 100, status: 'partially_refunded' }]);
  });

  test.each(['won', 'lost'] as const)('in a dispute have their keys frozen until it is %s', async (outcome) => {
    const { owner } = await foundCards();
    const dispute = await disputeAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expect(await keysOf(owner)).toBe(0);
    expect(await balanceOf(owner.id)).toBe(13);
    expect(await paymentsOf(owner)).toMatchObject([{ status: 'disputed' }]);
    await closeDispute(dispute, outcome);
    await deliverEvents(owner);
    const isWon = outcome === 'won';
    expect(await keysOf(owner)).toBe(isWon ? 1 : 0);
    expect(await balanceOf(owner.id)).toBe(isWon ? 13 : 0);
    expect(new Set(await statuses(owner))).toEqual(new Set(isWon ? ['active', 'ordered'] : ['disabled']));
  });

  test('that were disabled for another reason, or belong to someone else, do not change with the payment', async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const bought = await boughtCards(owner.id, 3);
    const [disabled, given, plain] = bought.cards.map(({ id }) => id);
    await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", disabled ?? 0);
    await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', other.id, given ?? 0);
    const states = async () =>
      Object.fromEntries(
        (await env.DB.prepare('SELECT id, status FROM cache_cards WHERE order_id = ?').bind(bought.orderId).all()).results.map(
          ({ id, status }) => [id, status === 'disabled'],
        ),
      );
    await reversePayment(bought);
    expect(await states()).toEqual({ [`${disabled}`]: true, [`${given}`]: false, [`${plain}`]: true });
    await restorePayment(bought);
    expect(await states()).toEqual({ [`${disabled}`]: true, [`${given}`]: false, [`${plain}`]: false });
  });

  test('that are refunded are not printed', async () => {
    const owner = await newMember({ role: 'basic' });
    const { cards } = await buy(owner.client, 'cache-cards', '1');
    await refundAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expectError(await owner.client.get(`/api/cache-cards/print.pdf?card=${cards[0]?.cardId}`), 404);
  });
});

describe('webhooks of disputes and refunds', () => {
  /** Delivers events, then redelivers those that were rejected because they arrived too early, as Stripe does. */
  async function deliverAll(events: Stripe.Event[]): Promise<void> {
    const waiting = [...events];
    for (let event = waiting.shift(), tries = 0; event; event = waiting.shift(), tries += 1) {
      expect(tries).toBeLessThan(100);
      if ((await deliver(event)).status !== 200) waiting.push(event);
    }
  }

  const rowsOf = async (sql: string, { id }: TestMember) => (await env.DB.prepare(sql).bind(id).all()).results;
  /** Returns all stored data about the payment, with times relative to the payment. */
  const outcome = async (member: TestMember) => ({
    payments: await rowsOf(
      'SELECT amount_cents, refunded_cents, dispute_status, revoked_at - paid_at AS revoked FROM payments WHERE user_id = ?',
      member,
    ),
    orders: await rowsOf('SELECT status, refunded_cents FROM orders WHERE user_id = ?', member),
    cards: await rowsOf('SELECT status, available_at IS NULL AS hidden FROM cache_cards WHERE user_id = ?', member),
    periods: await rowsOf("SELECT ends_at - starts_at AS long FROM membership_periods WHERE user_id = ? AND source = 'stripe'", member),
    user: await rowsOf('SELECT role FROM users WHERE id = ?', member),
  });

  const orders: [string, (events: Stripe.Event[]) => Stripe.Event[]][] = [
    ['in turn', (events) => events],
    ['in reverse', (events) => events.toReversed()],
    ['in reverse and twice', (events) => events.toReversed().flatMap((event) => [event, event])],
    ['shuffled, then all again', (events) => [...events.toSorted((one, other) => one.id.localeCompare(other.id)), ...events]],
  ];

  eachVariant([
    ['membership', 'premium', 'won'],
    ['membership', 'basic', 'lost'],
    ['cache-cards', '2', 'won'],
    ['cache-cards', '2', 'lost'],
  ] as const)('for a %s (%s) with a dispute that is %s lead to the same state in any order', async (type, id, result) => {
    const outcomes: unknown[] = [];
    for (const [name, ordered] of orders) {
      vi.useRealTimers();
      const member = await newMember(type === 'membership' ? {} : { role: 'basic' });
      const { clientSecret } = await openCheckout(member.client, type, id);
      await passTime(member, 60);
      await confirmAtStripe(clientSecret);
      const intent = await intentPaidBy(member);
      await passTime(member, day);
      await refundAtStripe(intent, 50);
      const dispute = await disputeAtStripe(intent);
      await passTime(member, day);
      await closeDispute(dispute, result);
      if (result === 'won') await refundAtStripe(intent);
      await deliverAll(ordered(await memberEvents(member)));
      outcomes.push(await outcome(member));
      expect(outcomes.at(-1), name).toEqual(outcomes[0]);
    }
    expect(outcomes[0]).toMatchObject({ payments: [{ dispute_status: result, revoked: 2 * day }] });
  });
});
