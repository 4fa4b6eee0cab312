/** Key rotation: the previous key is still accepted, older keys are not, and only the new key signs. */
import { env } from 'cloudflare:workers';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newMember, row } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider, runDelivery } from '#tests/worker/support/messages/mail-delivery.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { memberTokens, readSessionToken, signSessionToken } from '#worker/security/session-token.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';

const before = env as unknown as Env;
const names = ['USER_TOKEN_KEY', 'ADMIN_TOKEN_KEY', 'LINK_SIGNING_KEY', 'STRIPE_WEBHOOK_SECRET', 'CLOUDPRINTER_WEBHOOK_KEY'] as const;
const keyOf = (name: string, change: string) => `${name === 'STRIPE_WEBHOOK_SECRET' ? 'whsec_' : ''}${name}-${change}-0123456789abcdefghij`;
/** Environments in which every key has been rotated once or twice. */
const rotated: Env = {
  ...before,
  ...Object.fromEntries(
    names.flatMap((name) => [
      [name, keyOf(name, 'next')],
      [`${name}_PREVIOUS`, before[name]],
    ]),
  ),
};
const rotatedTwice: Env = {
  ...before,
  ...Object.fromEntries(
    names.flatMap((name) => [
      [name, keyOf(name, 'last')],
      [`${name}_PREVIOUS`, keyOf(name, 'next')],
    ]),
  ),
};

/** Returns the same client, connected to a Worker with different keys. */
function clientAt(workerEnv: Env, client = new Client()): Client {
  const same = new Client(client.address);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  same.token = client.token;
  same.workerEnv = workerEnv;
  return same;
}

test('a member’s token is accepted after one key rotation, and rejected after two', async () => {
  const { user } = await newMember();
  const bearer = new Client().bearer(user.token);
  expect((await clientAt(rotated, bearer).get('/api/user')).status).toBe(200);
  expectError(await clientAt(rotatedTwice, bearer).get('/api/user'), 401, 'not_signed_in');
});

test('the new key signs after a rotation', async () => {
  const { email, password } = await newMember();
  const { body } = await clientAt(rotated).post<{ token: string }>('/api/login', { email, password });
  const [present, previous] = (await readConfig(rotated)).accepted.userToken;
  if (!present || !previous) throw new Error('Expected two accepted keys');
  expect(await readSessionToken(memberTokens, present, body.token)).toBeDefined();
  expect(await readSessionToken(memberTokens, previous, body.token)).toBeUndefined();
});

test('an administrator’s token is accepted after one key rotation; a member’s previous key cannot sign one', async () => {
  const { client, id } = await newAdmin('admin');
  expect((await clientAt(rotated, client).get('/api/admin/me')).status).toBe(200);
  expectError(await clientAt(rotatedTwice, client).get('/api/admin/me'), 401, 'admin_not_signed_in');
  const { userTokenKey } = await readConfig(before);
  const forged = await signSessionToken(
    memberTokens,
    userTokenKey,
    { id, sessionHash: 'x'.repeat(43), email: 'x@example.test' },
    4_000_000_000,
  );
  expectError(await clientAt(rotated, new Client().bearer(forged)).get('/api/admin/me'), 401, 'admin_not_signed_in');
});

test('an emailed link queued before a key rotation is sent afterwards and works', async () => {
  const { email } = await newMember();
  await change("UPDATE outbox SET status = 'sent'");
  await new Client().post('/api/forgot-password', { email });
  const provider = new FakeProvider();
  const { EMAIL, MAIL_FROM } = envWith(provider);
  await runDelivery({ ...rotated, EMAIL, MAIL_FROM });
  const token = /reset-password#token=([\w-]+)/.exec(provider.to(email)[0]?.text ?? '')?.[1];
  // The database stores a hash of the link's token, so key rotation does not invalidate links that were already sent.
  expect((await clientAt(rotatedTwice).post('/api/reset-password', { token, newPassword: 'another-one-1' })).status).toBe(200);
});

test('an unsubscribe link is accepted after one key rotation, and rejected after two', async () => {
  const { id } = await newMember();
  const token = await unsubscribeToken((await readConfig(before)).linkSigningKey, { userId: id, topic: null, epoch: 0 });
  expectError(await clientAt(rotatedTwice).post('/api/unsubscribe', { token }), 400, 'link_unknown');
  expect((await clientAt(rotated).post('/api/unsubscribe', { token })).status).toBe(200);
  expect(await row('SELECT wants_optional_mail AS wants FROM users WHERE id = ?', id)).toEqual({ wants: 0 });
});

test('a download link is accepted after one key rotation, and rejected after two', async () => {
  const { client } = await newAdmin('super_admin');
  const { body } = await client.post<{ url: string }>('/api/admin/download-links', { path: '/api/admin/users/export.csv' });
  expect((await clientAt(rotated).get(body.url)).status).toBe(200);
  expectError(await clientAt(rotatedTwice).get(body.url), 403, 'link_not_ours');
});

test('a known device stays known after one key rotation, but not after two', async () => {
  const { client, email, password } = await adminWithPassword();
  const device = new Client();
  expect((await signInAdmin(device, email, password)).status).toBe(200);
  expect(client.token).toBeDefined();
  await change('DELETE FROM rate_counters');
  for (const workerEnv of [rotated, rotatedTwice]) await signInAdmin(clientAt(workerEnv), email, 'not-the-password');
  await change("UPDATE rate_counters SET count = 100 WHERE key LIKE '%account%'");
  expect((await signInAdmin(clientAt(rotated, device), email, password)).status).toBe(200);
  expect((await signInAdmin(clientAt(rotatedTwice, device), email, password)).status).toBe(429);
});

describe('after one key rotation, but not after two,', () => {
  const stripe = new Stripe('sk_test_x', { httpClient: Stripe.createFetchHttpClient() });
  test('Stripe’s webhook signature is accepted', async () => {
    const payload = JSON.stringify({
      id: 'evt_of_a_key_change',
      object: 'event',
      type: 'charge.updated',
      data: { object: { id: 'ch_1', object: 'charge' } },
    });
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: before.STRIPE_WEBHOOK_SECRET ?? '' });
    const deliver = (workerEnv: Env) =>
      clientAt(workerEnv).fetch('/api/stripe/webhook', { method: 'POST', headers: { 'Stripe-Signature': signature }, body: payload });
    expect((await deliver(rotated)).status).toBe(200);
    expect((await deliver(rotatedTwice)).status).toBe(400);
  });

  test('the printer’s webhook key is accepted', async () => {
    const deliver = (workerEnv: Env) => clientAt(workerEnv).post('/api/print/webhook', { apikey: before.CLOUDPRINTER_WEBHOOK_KEY });
    expectError(await deliver(rotatedTwice), 403, 'wrong_webhook_key');
    expect((await deliver(rotated)).status).not.toBe(403);
  });
});

test('a previous key that equals another current key is a configuration error', async () => {
  await expect(readConfig({ ...before, ADMIN_TOKEN_KEY_PREVIOUS: before.USER_TOKEN_KEY ?? '' })).rejects.toThrow('must differ');
});
