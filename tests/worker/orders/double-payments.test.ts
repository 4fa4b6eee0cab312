/**
 * Paying twice: in two tabs, or through a payment that should have been impossible. Product rules: Payments and memberships.
 * @module-tag long
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { membershipPriceCents } from '#schema/rules.ts';
import { change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  deliverEvents,
  endOf,
  liveAtStripe,
  mailsTo,
  membershipOf,
  passTime,
  paymentsOf,
  periodsOf,
  runJob,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { buy, confirmAtStripe, openCheckout, referenceOf } from '#tests/worker/support/memberships/payments.ts';
import { getId } from '#worker/clients/stripe/stripe-facts.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('with two checkout tabs of a free member', () => {
  async function twoTabs() {
    // Uses the real clock because a new customer's test clock starts at the current time.
    vi.useRealTimers();
    const member = await newMember();
    const basic = await openCheckout(member.client, 'membership', 'basic');
    const premium = await openCheckout(member.client, 'membership', 'premium');
    const confirm = (tab: typeof basic) => member.client.post(`/api/orders/${tab.order?.id}/confirm`);
    await passTime(member, 60);
    return { member, basic, premium, confirm };
  }

  /** Returns the net amount that the member paid, in cents. */
  const netPaid = async (member: TestMember) =>
    (await paymentsOf(member)).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);

  test('paying basic first closes the premium order, and a new one has the credit', async () => {
    const { member, basic, premium, confirm } = await twoTabs();
    await confirmAtStripe(basic.clientSecret);
    expect((await confirm(basic)).body.status).toBe('paid');
    await passTime(member, 60);
    expect((await confirmAtStripe(premium.clientSecret)).error).toBeDefined();
    expect((await confirm(premium)).body.status).toBe('cancelled');
    await buy(member.client, 'membership', 'premium');
    expect(await netPaid(member)).toBeLessThan(10_010);
    expect((await liveAtStripe(member)).status).toBe('active');
  });

  test('paying premium first makes the basic order unpayable', async () => {
    const { member, basic, premium, confirm } = await twoTabs();
    await confirmAtStripe(premium.clientSecret);
    expect((await confirm(premium)).body.status).toBe('paid');
    expect((await confirmAtStripe(basic.clientSecret)).error).toBeDefined();
    expect((await confirm(basic)).body.status).toBe('cancelled');
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
    expect(await netPaid(member)).toBe(10_000);
  });

  test.each([
    ['basic', 'premium'],
    ['premium', 'basic'],
  ] as const)('paying both before either is reported, %s first, keeps premium and refunds basic', async (...paid) => {
    for (const heard of [paid, paid.toReversed()]) {
      const tabs = await twoTabs();
      for (const tier of paid) {
        expect((await confirmAtStripe(tabs[tier].clientSecret)).status).toBe('succeeded');
        await passTime(tabs.member, 60);
      }
      for (const tier of heard) await tabs.confirm(tabs[tier as 'basic' | 'premium']);
      await deliverEvents(tabs.member);
      await runJob();
      expect(await membershipOf(tabs.member)).toMatchObject({ tier: 'premium', state: 'active' });
      expect((await liveAtStripe(tabs.member)).status).toBe('active');
      expect(await netPaid(tabs.member)).toBe(10_000);
    }
  });
});

describe('a second payment of the same membership', () => {
  test('is refunded in full, and the first one stays', async () => {
    const member = await newMember();
    const { client } = member;
    const first = await openCheckout(client, 'membership', 'basic');
    // Simulates a lost response from Stripe: the order is canceled in our database but can still be paid at Stripe.
    await change("UPDATE orders SET status = 'cancelled' WHERE id = ?", first.order?.id ?? 0);
    const second = await openCheckout(client, 'membership', 'basic');
    expect(second.clientSecret).not.toBe(first.clientSecret);
    for (const { clientSecret } of [second, first]) {
      expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
      await deliverEvents(member);
      await passTime(member, 60);
    }
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
    expect((await paymentsOf(member)).map(({ amount, refunded, status }) => [amount, refunded, status]).sort()).toEqual([
      [membershipPriceCents.basic, 0, 'paid'],
      [membershipPriceCents.basic, 5_000, 'refunded'],
    ]);
    const live = await liveAtStripe(member);
    expect(getId(live.latest_invoice)).toBe(
      (await row<{ id: string }>('SELECT stripe_invoice_id AS id FROM payments WHERE user_id = ? AND revoked_at IS NULL', member.id))?.id,
    );
    expect(live.metadata.cache_cards_order).toBe(await referenceOf(second.order?.id));
    expect(await mailsTo(member)).toEqual(['purchase']);
    expectError(await client.get('/api/payment-intent/membership/basic'), 400, 'already_member');
    const [only, ...more] = (await periodsOf(member)).filter(({ from, to }) => from < to);
    expect(more).toEqual([]);
    expect(only?.to).toBe(endOf(live));
  });
});
