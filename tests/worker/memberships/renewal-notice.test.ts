/** The email before a yearly renewal. Product rules: Payments and memberships. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { secondsPerMinute } from '#schema/rules.ts';
import type { TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  hour,
  liveAtStripe,
  moveClockTo,
  passTime,
  payingMember,
  runJob,
  yearAfter,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { control, customerOf, stripe } from '#tests/worker/support/memberships/payments.ts';
import { english } from '#worker/words/words.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Notice {
  tier: string;
  amountCents: string;
  renewsAt: string;
  balanceCents: string | null;
  card: string | null;
}

async function noticesTo({ id }: TestMember): Promise<Notice[]> {
  const { results } = await env.DB.prepare(`SELECT payload FROM outbox WHERE user_id = ? AND template = 'renewal_notice' ORDER BY id`)
    .bind(id)
    .all<{ payload: string }>();
  return results.map(({ payload }) => JSON.parse(payload) as Notice);
}

describe('a renewal notice', () => {
  test('30 days before a renewal gives date, price and card, once however often the job runs', async () => {
    const { member, ends } = await payingMember('premium');
    await moveClockTo(member, ends - 30 * day - hour);
    await runJob();
    expect(await noticesTo(member)).toEqual([]);
    await moveClockTo(member, ends - 30 * day + hour);
    await Promise.all([runJob(), runJob()]);
    await moveClockTo(member, ends - 20 * day);
    await runJob();
    const notices = await noticesTo(member);
    expect(notices).toMatchObject([{ tier: 'premium', amountCents: '10000', card: 'Visa ending in 4242' }]);
    expect(english.formatDay(notices[0]?.renewsAt ?? null)).toBe(english.formatDay(new Date(ends * 1_000).toISOString()));
  });

  test('shows how much of the price the customer’s balance pays', async () => {
    const { member, ends } = await payingMember('basic');
    await stripe.customers.update(await customerOf(member.id), { balance: -2_000 });
    await moveClockTo(member, ends - 29 * day);
    await runJob();
    expect(await noticesTo(member)).toMatchObject([{ amountCents: '5000', balanceCents: '2000' }]);
  });

  test('is sent again a year later', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic');
    await moveClockTo(member, ends - 29 * day);
    await runJob();
    await moveClockTo(member, ends + 2 * hour);
    await deliverEvents(member);
    await moveClockTo(member, yearAfter(ends) - 29 * day);
    await runJob();
    expect(await noticesTo(member)).toHaveLength(2);
  });

  test('is not sent for a membership that ends, even if its cancellation is not yet known here', async () => {
    const { member, ends } = await payingMember('basic');
    const { id } = await liveAtStripe(member);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await moveClockTo(member, ends - 29 * day);
    await runJob();
    expect(await noticesTo(member)).toEqual([]);
    expect((await member.client.post('/api/membership/resume')).status).toBe(200);
    await runJob();
    expect(await noticesTo(member)).toHaveLength(1);
  });

  test('is sent by a late job while 3 days remain', async () => {
    const { member, ends } = await payingMember('basic');
    await moveClockTo(member, ends - 3 * day - hour);
    await runJob();
    expect(await noticesTo(member)).toHaveLength(1);
  });

  test('is not sent later than that, nor after the renewal', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic');
    for (const moment of [ends - 3 * day + hour, ends + hour, ends + 2 * day]) {
      await moveClockTo(member, moment);
      await runJob();
    }
    expect(await noticesTo(member)).toEqual([]);
  });

  test('is sent by the next run if Stripe was unreachable', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic');
    const { id } = await liveAtStripe(member);
    await moveClockTo(member, ends - 29 * day);
    await control('faults', { match: `GET /v1/subscriptions/${id}`, status: 500, times: 2 });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(runJob()).rejects.toThrow('payment provider');
    expect(await noticesTo(member)).toEqual([]);
    await passTime(member, 15 * secondsPerMinute);
    await runJob();
    expect(await noticesTo(member)).toHaveLength(1);
  });
});
