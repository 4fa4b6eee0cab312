/** Protection against thieves who test stolen payment cards at the checkout. Product rules: Payments and memberships. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { declinedCards } from '#schema/rules.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, change, expectError, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import { confirmAtStripe, customerOf, deliver, eventsOf, openCheckout, testCards } from '#tests/worker/support/memberships/payments.ts';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';
import { declinedCardsKey } from '#worker/store/orders/declined-cards.ts';

beforeEach(async () => {
  setClock('2026-11-21T10:20:00Z');
  await change("DELETE FROM rate_counters WHERE key LIKE 'declined-cards%' OR key = 'card-testing'");
});
afterEach(() => {
  vi.useRealTimers();
});

const hasAlarm = async () => {
  await fire('watch');
  return (await row("SELECT 1 AS one FROM alarms WHERE kind = 'cards_declined' AND ended_at IS NULL")) !== null;
};
const checkoutOf = (member: TestMember) => openCheckout(member.client, 'cache-cards', '2');
const statusOf = (id: number | undefined) => row('SELECT status FROM orders WHERE id = ?', id ?? 0);

const subscribedTypes: readonly string[] = webhookEventTypes;
/** Makes Stripe decline a card, and delivers each resulting event `times` times. */
async function decline(member: TestMember, clientSecret: string, times = 1): Promise<void> {
  const customer = await customerOf(member.id);
  const known = new Set((await eventsOf(customer)).map(({ id }) => id));
  await confirmAtStripe(clientSecret, testCards.declined);
  const events = (await eventsOf(customer)).filter(({ id, type }) => !known.has(id) && subscribedTypes.includes(type));
  for (const event of events) for (let count = 0; count < times; count += 1) expect((await deliver(event)).status).toBe(200);
}
const countOf = async ({ id }: TestMember) =>
  (await row<{ count: number }>('SELECT count FROM rate_counters WHERE key = ?', declinedCardsKey(id)))?.count;
/** Sets the member's counter as if `count` cards had been declined. */
const setCount = ({ id }: TestMember, count: number) =>
  change('UPDATE rate_counters SET count = ?2 WHERE key = ?1', declinedCardsKey(id), count);

test.each(['cache-cards', 'membership'] as const)('the 30th declined card of a %s order closes it at Stripe', async (type) => {
  const member = await newMember({ role: type === 'membership' ? 'free' : 'basic' });
  const { clientSecret, order } = await openCheckout(member.client, type, type === 'membership' ? 'basic' : '2');
  await decline(member, clientSecret);
  expect(await countOf(member)).toBe(1);
  await setCount(member, declinedCards.perMember - 2);
  await decline(member, clientSecret);
  expect([await statusOf(order?.id), await hasAlarm()]).toEqual([{ status: 'open' }, false]);
  await decline(member, clientSecret);
  await vi.waitFor(async () => expect(await statusOf(order?.id)).toEqual({ status: 'cancelled' }));
  expect((await confirmAtStripe(clientSecret)).error).toBeDefined();
  expect(await hasAlarm()).toBe(true);
  const refusal = await member.client.get('/api/payment-intent/membership/premium');
  expect(expectError(refusal, 429, 'too_many_declined_cards').message).toBe(
    'Too many cards were declined, so we closed this order. Please try again in 1 hour.',
  );
});

test('an hour after the last declined card, the member can order again and the alarm ends', async () => {
  const member = await newMember({ role: 'basic' });
  const { clientSecret } = await checkoutOf(member);
  await decline(member, clientSecret);
  await setCount(member, declinedCards.perMember - 1);
  await decline(member, clientSecret);
  await vi.waitFor(async () => expectError(await member.client.get('/api/payment-intent/cache-cards/3'), 429));
  advanceClock(declinedCards.pauseSeconds);
  expect((await member.client.get('/api/payment-intent/cache-cards/3')).status).toBe(200);
  expect(await hasAlarm()).toBe(false);
});

test('declines more than a day apart are not added up, and an event delivered twice counts once', async () => {
  const member = await newMember({ role: 'basic' });
  const { clientSecret } = await checkoutOf(member);
  await decline(member, clientSecret, 2);
  expect(await countOf(member)).toBe(1);
  await change('UPDATE rate_counters SET count = 29, expires_at = ?2 WHERE key = ?1', declinedCardsKey(member.id), Date.now() / 1_000);
  await decline(member, clientSecret);
  expect(await countOf(member)).toBe(1);
});

test('100 declined cards in an hour raise the alarm even if no member has 30', async () => {
  const [first, last] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
  await decline(first, (await checkoutOf(first)).clientSecret);
  await change("UPDATE rate_counters SET count = ?1 WHERE key = 'declined-cards:site'", declinedCards.perHour - 2);
  await decline(first, (await checkoutOf(first)).clientSecret);
  expect(await hasAlarm()).toBe(false);
  const { clientSecret, order } = await checkoutOf(last);
  await decline(last, clientSecret);
  expect(await hasAlarm()).toBe(true);
  expect(await statusOf(order?.id)).toEqual({ status: 'open' });
});
