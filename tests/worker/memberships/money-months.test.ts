/**
 * Refunds and lost disputes are recorded in the month in which the money is returned. Closed months do not change. Product rules: Payments
 * and memberships.
 */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { MoneyMonth } from '#schema/orders/money-months.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { moneyDifferences } from '#tests/worker/support/admin/money-check.ts';
import { change } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  moveClockTo,
  type PayingMember,
  passTime,
  payingMember,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { testCards } from '#tests/worker/support/memberships/payments.ts';

const path = '/api/admin/charts/months';
const fee = (cents: number) => Math.round(cents * 0.029) + 30;
const monthOf = (at: number) => new Date(at * 1_000).toISOString().slice(0, 7);

async function months(): Promise<Record<string, Omit<MoneyMonth, 'month'>>> {
  await fire('add-up-totals');
  const { client } = await newAdmin();
  const { body } = await client.get<MoneyMonth[]>(path);
  return Object.fromEntries(body.map(({ month, ...sums }) => [month, sums]));
}
const sums = (revenueCents: number, returnedCents: number, feeCents = 0) => ({
  ...{ revenueCents, returnedCents, feeCents },
  netCents: revenueCents - returnedCents - feeCents,
});

/** Advances the clock to the first day of the second month after the payment, when the payment's month is closed. */
async function closeMonth({ member, paidAt }: PayingMember): Promise<number> {
  const next = new Date(paidAt * 1_000);
  const to = Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 2, 1, 12) / 1_000;
  await moveClockTo(member, to);
  return to;
}

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const table of ['payment_bookings', 'stripe_days', 'day_totals']) await change(`DELETE FROM ${table}`);
  await change("DELETE FROM job_progress WHERE job LIKE 'compare-stripe%' OR job = 'sum-up-bookings'");
  await change('UPDATE payments SET amount_cents = 0, refunded_cents = 0, refund_owed_cents = 0, counted_cents = 0');
});

test('Stripe’s fees are stored per payment once the day is over, and the file has the same figures to the cent', async () => {
  await fire('check-ledger');
  const { member, paidAt } = await payingMember('basic');
  await passTime(member, 2 * day);
  await fire('check-ledger');
  expect(await months()).toEqual({ [monthOf(paidAt)]: sums(5_000, 0, fee(5_000)) });
  const { client } = await newAdmin('admin');
  expect(readCsv((await client.get<string>(`${path}/export.csv`)).body)).toEqual([
    ['Month (UTC)', 'Revenue (USD)', 'Refunds (USD)', 'Fees (USD)', 'Net (USD)'],
    [monthOf(paidAt), '50.00', '0.00', '1.75', '48.25'],
  ]);
  expect(await moneyDifferences()).toEqual([]);
});

test('a refund counts in the month in which it is made, and leaves the month of the payment as it was', async () => {
  const buyer = await payingMember('basic');
  const { member, paidAt } = buyer;
  expect(await months()).toEqual({ [monthOf(paidAt)]: sums(5_000, 0) });
  const later = await closeMonth(buyer);
  await refundAtStripe(await intentPaidBy(member), 1_234);
  await passTime(member, 40 * day);
  await refundAtStripe(await intentPaidBy(member));
  // Delivers the events for both refunds late.
  await deliverEvents(member);
  expect(await months()).toEqual({
    [monthOf(paidAt)]: sums(5_000, 0),
    [monthOf(later)]: sums(0, 1_234),
    [monthOf(later + 40 * day)]: sums(0, 3_766),
  });
  expect(await moneyDifferences()).toEqual([]);
});

test('a refund that fails counts again in the month in which it fails', async () => {
  const buyer = await payingMember('basic', { card: testCards.refundFails });
  const { member, paidAt } = buyer;
  const later = await closeMonth(buyer);
  await passTime(member, 27 * day);
  await refundAtStripe(await intentPaidBy(member), 4_000);
  await deliverEvents(member);
  await passTime(member, 8 * day);
  await deliverEvents(member);
  expect(await months()).toEqual({
    [monthOf(paidAt)]: sums(5_000, 0),
    [monthOf(later)]: sums(0, 4_000),
    // After the refund failed, we owe its amount to the member outside Stripe, so it does not count as revenue.
    [monthOf(later + 33 * day)]: sums(0, 0),
  });
  expect(await moneyDifferences()).toEqual([]);
});

test('a lost dispute and a won appeal count when they are decided', async () => {
  const buyer = await payingMember('premium');
  const { member, paidAt } = buyer;
  const dispute = await disputeAtStripe(await intentPaidBy(member));
  await deliverEvents(member);
  const later = await closeMonth(buyer);
  await closeDispute(dispute, 'lost');
  await deliverEvents(member);
  expect(await months()).toEqual({ [monthOf(paidAt)]: sums(10_000, 0), [monthOf(later)]: sums(0, 10_000) });
  expect(await moneyDifferences()).toEqual([]);
});
