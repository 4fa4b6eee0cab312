/** Webhooks from the Stripe fake are signed, retried until accepted, and survive restarts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, expect, test, vi } from 'vitest';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { cards, control, payWithCard } from '#tests/support/stripe/stripe-browser.ts';
import { fakeKeys, startStripeFake } from '#tests/support/stripe/stripe-fake.ts';
import { openShop, orderMembership } from '#tests/support/stripe/stripe-shop.ts';

interface Receiver {
  url: string;
  deliveries: { body: string; signature: string }[];
  /** Status codes of the next responses; all later responses are 200. */
  answers: number[];
  close(): Promise<void>;
}

const startedServers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of startedServers.splice(0).reverse()) await one.stop();
});

async function start(stateFile?: string): Promise<Fake> {
  const fake = await startStripeFake(stateFile ? { stateFile } : {});
  startedServers.push(fake);
  return fake;
}

async function receive(port = 0): Promise<Receiver> {
  const receiver: Omit<Receiver, 'url' | 'close'> = { deliveries: [], answers: [] };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.deliveries.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['stripe-signature']) });
      response.writeHead(receiver.answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  startedServers.push({
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await close();
    },
  });
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close });
}

const typesAt = (receiver: Receiver) => receiver.deliveries.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);

test('Stripe events are signed, contain the object as it was, and reach only their subscribers', async () => {
  const fake = await start();
  const [everything, paid] = [await receive(), await receive()];
  const stripe = await openShop(fake.url);
  const endpoint = await stripe.webhookEndpoints.create({ url: everything.url, enabled_events: ['*'], api_version: Stripe.API_VERSION });
  await stripe.webhookEndpoints.create({ url: paid.url, enabled_events: ['invoice.paid'], api_version: Stripe.API_VERSION });
  expect(endpoint.secret).toBe(fakeKeys.webhookSecret);
  expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');

  const { clientSecret, subscription } = await orderMembership(stripe, 'basic');
  await payWithCard(fake.url, clientSecret, cards.good);
  await vi.waitFor(() => expect([everything.deliveries.length, paid.deliveries.length]).toEqual([8, 1]), 5_000);
  for (const { body, signature } of everything.deliveries) {
    const event = stripe.webhooks.constructEvent(body, signature, fakeKeys.webhookSecret);
    expect(event.api_version).toBe(Stripe.API_VERSION);
    expect(() => stripe.webhooks.constructEvent(body.replace('evt_', 'evx_'), signature, fakeKeys.webhookSecret)).toThrow();
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, type: event.type, pending_webhooks: 0 });
  }
  expect(typesAt(paid)).toEqual(['invoice.paid']);
  const updated = everything.deliveries
    .map(({ body }) => JSON.parse(body) as Stripe.Event)
    .find((event) => event.type === 'customer.subscription.updated');
  expect(updated?.data).toMatchObject({ object: { id: subscription.id, status: 'active' }, previous_attributes: { status: 'incomplete' } });
});

test('a failed webhook delivery is retried; none is sent while paused', async () => {
  const fake = await start();
  const receiver = await receive();
  const stripe = await openShop(fake.url);
  await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['payment_intent.created'], api_version: Stripe.API_VERSION });
  receiver.answers.push(500);
  const { id } = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  await vi.waitFor(() => expect(receiver.deliveries).toHaveLength(2), 5_000);
  expect(receiver.deliveries[0]?.body).toBe(receiver.deliveries[1]?.body);

  await control(fake.url, 'POST webhooks', { paused: true });
  await stripe.paymentIntents.create({ amount: 200, currency: 'usd' });
  const { pending } = await control<{ pending: object[] }>(fake.url, 'GET webhooks');
  expect([pending.length, receiver.deliveries.length]).toEqual([1, 2]);
  await control(fake.url, 'POST webhooks', { paused: false });
  await vi.waitFor(() => expect(receiver.deliveries).toHaveLength(3), 5_000);
  expect(receiver.deliveries[0]?.body).toContain(id);
});

test('the Stripe fake keeps its state across a restart, and then sends undelivered events', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-fake-'));
  startedServers.push({ stop: async () => rmSync(folder, { recursive: true, force: true }) });
  const stateFile = join(folder, 'state.json');
  const fake = await start(stateFile);
  const stripe = await openShop(fake.url);
  const reserved = await receive();
  await reserved.close();
  await stripe.webhookEndpoints.create({ url: reserved.url, enabled_events: ['invoice.paid'], api_version: Stripe.API_VERSION });
  const { clientSecret, subscription, invoice } = await orderMembership(stripe, 'basic');
  await payWithCard(fake.url, clientSecret, cards.good);
  const customer = await stripe.customers.create({ email: 'kept@demo.test' }, { idempotencyKey: 'kept' });
  await control(fake.url, 'POST clock', { by: 3_600 });
  await fake.stop();
  const storedState = JSON.parse(readFileSync(stateFile, 'utf8'));
  expect(storedState.format).toBe(1);
  // The clock offset survives the restart, give or take a second.
  expect([3_599, 3_600]).toContain(storedState.clockOffset);

  const receiver = await receive(Number(new URL(reserved.url).port));
  const restarted = await start(stateFile);
  expect(restarted.url).not.toBe(fake.url);
  const stripeAgain = await openShop(restarted.url);
  expect((await stripeAgain.subscriptions.retrieve(subscription.id)).status).toBe('active');
  const paid = await stripeAgain.invoices.retrieve(invoice.id ?? '');
  // URLs of the fake's pages use the new port after the restart.
  expect((await fetch(paid.hosted_invoice_url ?? '')).status).toBe(200);
  expect((await stripeAgain.customers.create({ email: 'kept@demo.test' }, { idempotencyKey: 'kept' })).id).toBe(customer.id);
  const { now } = await control<{ now: number }>(restarted.url, 'GET clock');
  expect(now - Date.now() / 1_000).toBeGreaterThan(3_590);
  await vi.waitFor(() => expect(typesAt(receiver)).toEqual(['invoice.paid']), { timeout: 10_000, interval: 100 });
});
