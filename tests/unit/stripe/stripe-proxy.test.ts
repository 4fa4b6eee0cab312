/** The proxy between the product and the Stripe fake must forward traffic unchanged and report contract violations. */

import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import { updateSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { ContractChecker } from '#scripts/lab/stripe-contract-proxy/contract-checker.ts';
import { startForwarding } from '#scripts/lab/stripe-contract-proxy/forward-call.ts';

const deleted = { id: 'cus_1', object: 'customer', deleted: true };
const event = {
  ...{ id: 'evt_1', object: 'event', api_version: null, created: 1, livemode: false, pending_webhooks: 0, request: null },
  ...{ type: 'customer.deleted', data: { object: { object: 'customer', id: 'cus_1' } } },
};

/** Status and body of the stub's response to each call. The stub does not respond to calls without an entry. */
let answers: Record<string, [number, unknown]>;
let stripe: Server;
let target: string;
let proxy: RunningFake;
let checking: ContractChecker;
const countFile = join(mkdtempSync(join(tmpdir(), 'stripe-proxy-')), 'count.json');

async function startProxy(more: { mayBeRefused?: boolean; countFile?: string } = {}): Promise<void> {
  checking = new ContractChecker({ schemasFile: await updateSchemas(), target, ...more });
  proxy = await startForwarding({ port: 0, target, onExchange: (exchange) => checking.see(exchange) });
}

beforeEach(async () => {
  answers = { 'GET /v1/events': [200, { object: 'list', data: [], has_more: false, url: '/v1/events' }] };
  stripe = createServer((request, response) => {
    const [status, body] = answers[`${request.method} ${new URL(request.url ?? '', 'http://localhost').pathname}`] ?? [0, null];
    if (status === 0) response.destroy();
    else response.writeHead(status, { 'Request-Id': 'req_1' }).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;
  await startProxy();
});
afterEach(() => {
  proxy.stop();
  stripe.close();
});

const secret = { Authorization: 'Bearer sk_test_1', 'Stripe-Version': '1' };
const ask = (call: string, body?: string, headers: Record<string, string> = secret) => {
  const [method, path] = call.split(' ');
  return fetch(`${proxy.url}${path}`, { method, headers, ...(body !== undefined && { body: new URLSearchParams(body) }) });
};

test('the contract proxy passes calls and answers on, and counts them', async () => {
  answers['DELETE /v1/customers/cus_1'] = [200, deleted];
  const answer = await ask('DELETE /v1/customers/cus_1');
  expect(await answer.json()).toEqual(deleted);
  expect(answer.headers.get('request-id')).toBe('req_1');
  expect(await checking.take()).toMatchObject({ calls: 1, breaches: [] });
});

test('the contract proxy names the call and the place in the schema if an answer breaks the contract', async () => {
  answers['DELETE /v1/customers/cus_1'] = [200, { ...deleted, deleted: 'yes' }];
  await ask('DELETE /v1/customers/cus_1');
  const { breaches } = await checking.take();
  expect(breaches.join()).toMatch(/Answer to DELETE \/v1\/customers\/:id: \/deleted .*\(schema #\/.*deleted/);
  expect((await checking.take()).breaches).toEqual([]);
});

test.each<[string, string, [number, unknown], string]>([
  ['a call that Stripe does not have', 'GET /v1/wishes', [200, {}], 'GET /v1/wishes'],
  ['a refusal of another shape', 'GET /v1/customers/cus_1', [400, { error: 'no' }], 'Refusal'],
  ['an answer that is not JSON', 'GET /v1/customers/cus_1', [200, '<html>'], 'the answer cannot be read'],
])('the contract proxy reports %s', async (_, call, answer, report) => {
  answers[call] = answer;
  await ask(call);
  expect((await checking.take()).breaches.join()).toContain(report);
});

test('the contract proxy reports wrong parameters even if they are refused, since the product ignores some refusals', async () => {
  answers['POST /v1/refunds'] = [400, { error: { type: 'invalid_request_error' } }];
  await ask('POST /v1/refunds', 'reason=boredom');
  expect((await checking.take()).breaches.join()).toContain('Parameters of POST /v1/refunds: /reason');
});

test('the contract proxy ignores the parameters of a page’s card form, which the server types do not include', async () => {
  answers['POST /v1/payment_intents/pi_1/confirm'] = [402, { error: { type: 'card_error' } }];
  await ask('POST /v1/payment_intents/pi_1/confirm', 'key=pk_test_1&payment_method_data[card][number]=4242', {});
  expect(await checking.take()).toMatchObject({ calls: 1, breaches: [] });
});

test('the contract proxy checks the events sent in the meantime, once each', async () => {
  answers['GET /v1/customers/cus_1'] = [200, deleted];
  await ask('GET /v1/customers/cus_1');
  answers['GET /v1/events'] = [200, { object: 'list', data: [event], has_more: false, url: '/v1/events' }];
  const { events, breaches } = await checking.take();
  expect(events).toBe(1);
  expect(breaches.join()).toContain('Event customer.deleted');
  expect(await checking.take()).toMatchObject({ events: 1, breaches: [] });
});

test('the contract proxy passes a broken connection on, and does not count it as an answer', async () => {
  await expect(ask('GET /v1/customers/cus_1')).rejects.toThrow();
  expect(await checking.take()).toMatchObject({ calls: 0, breaches: [] });
});

test('a restarted contract proxy continues the count', async () => {
  answers['GET /v1/customers/cus_1'] = [200, deleted];
  for (let starts = 0; starts < 2; starts += 1) {
    proxy.stop();
    await startProxy({ countFile });
    await ask('GET /v1/customers/cus_1');
    checking.save();
  }
  expect((await checking.take()).calls).toBe(2);
});
