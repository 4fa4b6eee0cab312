/** `npm run stripe:setup` and the demo members, against the fake. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { membershipLookupKeys, membershipPriceCents } from '#schema/rules.ts';
import { type DemoSubscriber, ensureDemoMembers } from '#scripts/fakes/stripe/demo.ts';
import { createStripe, setUpStripe } from '#scripts/stripe-setup.ts';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { cards, payWithCard } from '#tests/support/stripe/stripe-browser.ts';
import { fakeKeys, startStripeFake } from '#tests/support/stripe/stripe-fake.ts';
import { getExpanded, orderMembership } from '#tests/support/stripe/stripe-shop.ts';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';

const startedFakes: Fake[] = [];
afterEach(async () => {
  for (const fake of startedFakes.splice(0)) await fake.stop();
});

async function start(stateFile?: string) {
  const fake = await startStripeFake(stateFile ? { stateFile } : {});
  startedFakes.push(fake);
  return { url: fake.url, stripe: createStripe(fakeKeys.secretKey, fake.url) };
}

const webhookUrl = 'https://cachecards.example/api/stripe/webhook';
const keys = Object.values(membershipLookupKeys);

test('the first run of stripe:setup creates everything, the second changes nothing', async () => {
  const { stripe } = await start();
  const first = await setUpStripe(stripe, { webhookUrl });
  expect(first.done).toHaveLength(5);
  expect(first.webhookSecret).toBe(fakeKeys.webhookSecret);
  expect(await setUpStripe(stripe, { webhookUrl })).toEqual({ done: [], webhookSecret: null });

  const { data: prices } = await stripe.prices.list({ lookup_keys: keys, active: true, expand: ['data.product'] });
  const amounts = Object.fromEntries(prices.map((price) => [price.metadata.tier, price.unit_amount]));
  expect(amounts).toEqual({ basic: membershipPriceCents.basic, premium: membershipPriceCents.premium });
  expect(prices.map((price) => price.recurring?.interval)).toEqual(['year', 'year']);
  expect(prices.map((price) => price.tax_behavior)).toEqual(['inclusive', 'inclusive']);
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  expect(endpoint).toMatchObject({ url: webhookUrl, api_version: Stripe.API_VERSION, status: 'enabled' });
  expect(endpoint?.enabled_events.toSorted()).toEqual([...webhookEventTypes].sort());
});

test('a changed amount becomes a new price under the same key; existing subscribers keep the old one', async () => {
  const { stripe, url } = await start();
  await setUpStripe(stripe, { webhookUrl: null });
  const [right] = (await stripe.prices.list({ lookup_keys: [membershipLookupKeys.basic] })).data;
  const wrong = await stripe.prices.create({
    product: String(right?.product),
    currency: 'usd',
    unit_amount: 4_000,
    recurring: { interval: 'year' },
    lookup_key: membershipLookupKeys.basic,
    transfer_lookup_key: true,
  });
  const { subscription, clientSecret } = await orderMembership(stripe, 'basic');
  await payWithCard(url, clientSecret, cards.good);

  expect((await setUpStripe(stripe, { webhookUrl: null })).done).toHaveLength(2);
  const { data } = await stripe.prices.list({ lookup_keys: [membershipLookupKeys.basic] });
  expect(data.map((price) => price.unit_amount)).toEqual([membershipPriceCents.basic]);
  expect(await stripe.prices.retrieve(wrong.id)).toMatchObject({ active: false, lookup_key: null });
  const item = (await stripe.subscriptions.retrieve(subscription.id)).items.data[0];
  expect(item?.price).toMatchObject({ id: wrong.id, unit_amount: 4_000, lookup_key: null });
});

test.each<['unspecified' | 'exclusive', 'the same price' | 'a new price']>([
  ['unspecified', 'the same price'],
  ['exclusive', 'a new price'],
])('a price with tax behavior %s becomes %s that includes taxes', async (former, becomes) => {
  const { stripe } = await start();
  await setUpStripe(stripe, { webhookUrl: null });
  const [right] = (await stripe.prices.list({ lookup_keys: [membershipLookupKeys.basic] })).data;
  const before = await stripe.prices.create({
    ...{ product: String(right?.product), currency: 'usd', unit_amount: membershipPriceCents.basic, recurring: { interval: 'year' } },
    ...{ lookup_key: membershipLookupKeys.basic, transfer_lookup_key: true, tax_behavior: former, metadata: right?.metadata ?? {} },
  });
  expect((await setUpStripe(stripe, { webhookUrl: null })).done).toHaveLength(becomes === 'a new price' ? 2 : 1);
  const [now] = (await stripe.prices.list({ lookup_keys: [membershipLookupKeys.basic] })).data;
  expect(now).toMatchObject({ tax_behavior: 'inclusive', active: true });
  expect(now?.id === before.id).toBe(becomes === 'the same price');
  expect((await setUpStripe(stripe, { webhookUrl: null })).done).toEqual([]);
  await expect(stripe.prices.update(now?.id ?? '', { tax_behavior: 'exclusive' })).rejects.toThrow('tax behavior');
});

test('an endpoint is updated if possible, and replaced if only its version differs', async () => {
  const { stripe } = await start();
  const wrong = await stripe.webhookEndpoints.create({ url: webhookUrl, enabled_events: ['*'], api_version: Stripe.API_VERSION });
  await stripe.webhookEndpoints.update(wrong.id, { disabled: true });
  const old = await stripe.webhookEndpoints.create({ url: webhookUrl, enabled_events: ['*'] });
  expect((await setUpStripe(stripe, { webhookUrl })).webhookSecret).toBeNull();
  const { data } = await stripe.webhookEndpoints.list();
  expect(data).toMatchObject([{ id: wrong.id, status: 'enabled', enabled_events: [...webhookEventTypes] }]);

  await stripe.webhookEndpoints.del(wrong.id);
  const withoutVersion = await stripe.webhookEndpoints.create({ url: webhookUrl, enabled_events: ['*'] });
  expect((await setUpStripe(stripe, { webhookUrl })).webhookSecret).not.toBeNull();
  const ids = (await stripe.webhookEndpoints.list()).data.map((endpoint) => endpoint.id);
  expect(ids).toHaveLength(1);
  expect([old.id, wrong.id, withoutVersion.id]).not.toContain(ids[0]);
});

test('on another port the endpoint of the former port is removed, and foreign endpoints stay', async () => {
  const { stripe } = await start();
  await setUpStripe(stripe, { webhookUrl: 'http://localhost:8787/api/stripe/webhook' });
  await stripe.webhookEndpoints.create({ url: 'https://else.example/hook', enabled_events: ['*'] });
  await setUpStripe(stripe, { webhookUrl: 'http://localhost:8788/api/stripe/webhook', isOnlyEndpoint: true });
  const urls = (await stripe.webhookEndpoints.list()).data.map((endpoint) => endpoint.url);
  expect(urls.sort()).toEqual(['http://localhost:8788/api/stripe/webhook', 'https://else.example/hook']);
});

test('the site’s domain is registered, and validated until its wallets are offered', async () => {
  const { stripe } = await start();
  const run = async (domain: string) => (await setUpStripe(stripe, { webhookUrl: null, domain })).done.join(' ');
  expect(await run('cachecards.example')).toMatch(/Registered cachecards.example .* Apple Pay is not active yet: Apple has not verified/);
  expect(await run('cachecards.example')).toBe('Validated cachecards.example for Apple Pay and Google Pay.');
  expect(await run('cachecards.example')).toBe('');

  const [known] = (await stripe.paymentMethodDomains.list({ domain_name: 'cachecards.example' })).data;
  await stripe.paymentMethodDomains.update(known?.id ?? '', { enabled: false });
  expect(await run('cachecards.example')).toBe('Enabled cachecards.example for Apple Pay and Google Pay.');
  await run('staging.cachecards.example');
  const domains = (await stripe.paymentMethodDomains.list()).data;
  expect(domains.map(({ domain_name, enabled }) => [domain_name, enabled])).toEqual([
    ['staging.cachecards.example', true],
    ['cachecards.example', true],
  ]);
});

test('a local address is not registered as a domain', async () => {
  const { stripe } = await start();
  await expect(setUpStripe(stripe, { webhookUrl: null, domain: 'localhost' })).rejects.toThrow('domain_name');
});

test('demo members have paid each year since they joined, and seeding again changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-demo-'));
  const stateFile = join(folder, 'state.json');
  const now = Math.floor(Date.now() / 1_000);
  const member = (tier: 'basic' | 'premium', daysAgo: number): DemoSubscriber => ({
    ...{ customerId: `cus_demo_${tier}`, subscriptionId: `sub_demo_${tier}`, email: `${tier}@demo.test`, name: tier },
    ...{ tier, userId: 2, userCreatedAt: 5, orderId: 1, reference: `demo-order-${tier}`, startedAt: now - daysAgo * 86_400 },
  });
  const members = [member('basic', 395), member('premium', 20)];
  const paid = ensureDemoMembers(stateFile, members, now);
  expect(paid.map((payments) => payments.map((payment) => payment.amountCents))).toEqual([[5_000, 5_000], [10_000]]);
  expect(paid[0]?.map((payment) => payment.invoiceId)).toEqual(['in_demo_basic_1', 'in_demo_basic_2']);
  expect(paid[0]?.[0]).toMatchObject({
    paymentIntentId: 'pi_demo_basic_1',
    paidAt: members[0]?.startedAt,
    periodEnd: paid[0]?.[1]?.periodStart,
  });
  expect(ensureDemoMembers(stateFile, members, now)).toEqual(paid);

  const { stripe } = await start(stateFile);
  expect((await setUpStripe(stripe, { webhookUrl: null })).done).toEqual([]);
  const expand = ['latest_invoice.payments', 'default_payment_method'];
  const subscription = await stripe.subscriptions.retrieve('sub_demo_basic', { expand });
  expect(subscription).toMatchObject({
    status: 'active',
    customer: 'cus_demo_basic',
    metadata: { cache_cards_order: 'demo-order-basic', user_id: '2' },
  });
  expect(getExpanded(subscription.latest_invoice).payments?.data[0]?.payment.payment_intent).toBe('pi_demo_basic_2');
  expect(getExpanded(subscription.default_payment_method).card?.fingerprint).toBe(paid[0]?.[0]?.cardFingerprint);
  const charge = await stripe.charges.retrieve('ch_demo_basic_2');
  expect((await fetch(charge.receipt_url ?? '')).status).toBe(200);
  expect((await stripe.events.list()).data).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
