/** Push notifications: choices, devices, and at-least-once delivery to the push services of a member's devices. */
import { env } from 'cloudflare:workers';
import { base64url } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { maxPushDevices, pushRetentionSeconds, pushTtlSeconds } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { placedCard } from '#tests/worker/support/cards/placed-cards.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { advanceClock, Client, change, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { randomToken } from '#worker/security/random.ts';

/** Requests to push services, which `answer` answers. */
let requests: string[];
let answer: (endpoint: string) => number;
beforeEach(async () => {
  setClock('2026-11-21T12:00:00Z');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await change("UPDATE push_messages SET status = 'dropped'");
  requests = [];
  answer = () => 201;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!String(url).startsWith('https://fcm.')) return realFetch(url, init);
    requests.push(url);
    return new Response(null, { status: answer(url) });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function subscription(endpoint = `https://fcm.googleapis.com/fcm/send/${randomToken()}`) {
  const keys = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])) as CryptoKeyPair;
  const p256dh = base64url.encode(new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer));
  return { endpoint, keys: { p256dh, auth: base64url.encode(crypto.getRandomValues(new Uint8Array(16))) } };
}
const choose = (client: Client, topic: string, isOn = true, channel = 'push') =>
  client.patch<Preferences>('/api/preferences/notifications', { channel, topic, isOn });

/** Turns on push notifications on this device; returns its endpoint. */
async function turnOn(client: Client, timeZone = 'UTC'): Promise<string> {
  const device = await subscription();
  const { status, body } = await client.put<Preferences>('/api/preferences/device', { ...device, timeZone });
  expect([status, body.notifications.isOnThisDevice]).toEqual([200, true]);
  return device.endpoint;
}

/** Creates an owner who is notified of finds, and a card. */
async function notifiedOwner(timeZone?: string) {
  const owner = await directMember({ role: 'basic' });
  const endpoint = await turnOn(owner.client, timeZone);
  expect((await choose(owner.client, 'card_found')).body.notifications.push).toEqual(['card_found']);
  return { owner, endpoint, card: await newCard({ owner: owner.id }) };
}
async function find({ cardId, code }: { cardId: string; code: string | null }) {
  const finder = await directMember();
  expect((await finder.client.post('/api/scan', { cardId, code })).status).toBe(200);
}
const deliver = () => fire('deliver-mail');
const pushes = async ({ id }: { id: number }) =>
  (
    await env.DB.prepare('SELECT template, payload, status, attempts FROM push_messages WHERE user_id = ? ORDER BY id')
      .bind(id)
      .all<{ template: string; payload: string; status: string; attempts: number }>()
  ).results;
const statuses = async (member: { id: number }) => (await pushes(member)).map(({ status }) => status);

describe('a find', () => {
  test('notifies the owner at once, without the finder or the location', async () => {
    const { owner, endpoint, card } = await notifiedOwner();
    await find(card);
    expect(requests).toEqual([endpoint]);
    expect(await pushes(owner)).toEqual([
      { template: 'card_found', payload: `{"cardId":"${card.cardId}","count":null,"daysLeft":null}`, status: 'sent', attempts: 1 },
    ]);
    await deliver();
    expect(requests).toHaveLength(1);
  });

  test('notifies nobody unless the owner chose it, and after they turned it off', async () => {
    const { owner, card } = await notifiedOwner();
    await choose(owner.client, 'card_found', false);
    await choose(owner.client, 'stay');
    await find(card);
    expect(await pushes(owner)).toEqual([]);
  });

  test('in quiet hours is announced at 8:00 local time, once for each card', async () => {
    setClock('2026-11-21T12:00:00Z');
    const { owner, endpoint, card } = await notifiedOwner('Asia/Tokyo');
    await find(card);
    await find(card);
    await find(await newCard({ owner: owner.id }));
    setClock('2026-11-21T22:59:59Z');
    await deliver();
    expect([requests, await statuses(owner)]).toEqual([[], ['queued', 'queued', 'queued']]);
    setClock('2026-11-21T23:00:00Z');
    await deliver();
    expect([requests, await statuses(owner)]).toEqual([
      [endpoint, endpoint],
      ['dropped', 'sent', 'sent'],
    ]);
  });

  test('is not announced if its topic was turned off meanwhile', async () => {
    const { owner, card } = await notifiedOwner('Asia/Tokyo');
    await find(card);
    await choose(owner.client, 'card_found', false);
    setClock('2026-11-21T23:00:00Z');
    await deliver();
    expect([requests, await statuses(owner)]).toEqual([[], ['dropped']]);
  });
});

describe('other news', () => {
  test('reaches members once who chose its topic: a report, and a card near a place', async () => {
    const owner = await directMember({ role: 'basic' });
    const [watcher, endpoint] = [await directMember(), await turnOn(owner.client)];
    const watching = await turnOn(watcher.client);
    await choose(owner.client, 'card_news');
    await choose(watcher.client, 'new_cards');
    expect(
      (await watcher.client.put<Preferences>('/api/preferences/new-cards', { latitude: 61.5, longitude: 23.8, radiusKm: 5 })).body
        .notifications.email,
    ).not.toContain('new_cards');
    const card = await placedCard(owner, { latitude: 61.5, longitude: 23.8 });
    const reporter = await newReporter();
    expect((await reporter.client.post(`/api/card/${card.cardId}/report`)).status).toBe(200);
    expect(requests).toEqual([endpoint]);
    setClock('2026-11-22T09:00:00Z');
    await fire('send-digests');
    await fire('send-digests');
    await deliver();
    expect(requests).toEqual([endpoint, watching]);
    expect(await row("SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'new_cards'", watcher.id)).toEqual({ n: 0 });
  });
});

describe('a push service that', () => {
  test('no longer knows the device makes us forget it', async () => {
    const { owner, card } = await notifiedOwner();
    answer = () => 410;
    await find(card);
    expect(await statuses(owner)).toEqual(['dropped']);
    expect((await owner.client.get<Preferences>('/api/preferences')).body.notifications.isOnThisDevice).toBe(false);
  });

  test('fails is asked again later, for that device only', async () => {
    const owner = await newMember();
    const tablet = new Client();
    expect((await tablet.post('/api/login', { email: owner.email, password: owner.password })).status).toBe(200);
    const [endpoint, second] = [await turnOn(owner.client), await turnOn(tablet)];
    await choose(owner.client, 'card_found');
    const card = await newCard({ owner: owner.id });
    answer = (url) => (url === second ? 503 : 201);
    await find(card);
    expect(requests.toSorted()).toEqual([endpoint, second].toSorted());
    expect(await statuses(owner)).toEqual(['queued']);
    await deliver();
    expect(requests).toHaveLength(2);
    answer = () => 201;
    advanceClock(60);
    await deliver();
    expect([requests.slice(2), await statuses(owner)]).toEqual([[second], ['sent']]);
  });

  test('refuses a notification is not asked again', async () => {
    const { owner, card } = await notifiedOwner();
    answer = () => 403;
    await find(card);
    advanceClock(3_600);
    await deliver();
    expect([requests.length, await statuses(owner)]).toEqual([1, ['dropped']]);
  });

  test('fails for two days gets no old news', async () => {
    const { owner, card } = await notifiedOwner();
    answer = () => 500;
    await find(card);
    answer = () => 201;
    advanceClock(pushTtlSeconds);
    await deliver();
    expect([requests.length, await statuses(owner)]).toEqual([1, ['dropped']]);
    advanceClock(pushRetentionSeconds);
    await fire('purge-expired');
    expect(await pushes(owner)).toEqual([]);
  });
});

test('without keys no device can be registered, and notifications wait', async () => {
  const { owner, card } = await notifiedOwner();
  const workerEnv = { ...(env as unknown as Env), VAPID_KEYS: '' };
  owner.client.workerEnv = workerEnv;
  expectError(await owner.client.put('/api/preferences/device', await subscription()), 400, 'no_push');
  const finder = await directMember();
  finder.client.workerEnv = workerEnv;
  expect((await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
  expect([requests, await statuses(owner)]).toEqual([[], ['queued']]);
});

describe('a device', () => {
  test.each([
    ['of an unknown service', { endpoint: 'https://evil.test/push' }, 'unknown_push_service'],
    ['at a local address', { endpoint: 'http://localhost:8793/push/1' }, 'unknown_push_service'],
    ['with a short key', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }, 'invalid_input'],
    ['in an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'invalid_input'],
  ])('%s is refused', async (_, more, code) => {
    const { client } = await directMember();
    expectError(await client.put('/api/preferences/device', { ...(await subscription()), ...more }), 400, code);
  });

  test('belongs to the session that registered it last', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const device = await subscription();
    expect((await one.client.put('/api/preferences/device', device)).status).toBe(200);
    expect((await other.client.put('/api/preferences/device', device)).status).toBe(200);
    const isOn = async ({ client }: DirectMember) => (await client.get<Preferences>('/api/preferences')).body.notifications.isOnThisDevice;
    expect([await isOn(one), await isOn(other)]).toEqual([false, true]);
    await other.client.call('DELETE', '/api/preferences/device');
    expect(await isOn(other)).toBe(false);
  });

  test('is neither silenced nor redirected by a stranger who knows its endpoint but not its keys', async () => {
    const { owner, endpoint, card } = await notifiedOwner();
    const stranger = await directMember();
    expect((await stranger.client.put('/api/preferences/device', await subscription(endpoint))).status).toBe(200);
    await find(card);
    expect([requests, await statuses(owner)]).toEqual([[endpoint], ['sent']]);
  });

  test('is kept if a stranger registers its endpoint with an invalid key', async () => {
    const { endpoint, card } = await notifiedOwner();
    const stranger = await directMember({ role: 'basic' });
    const device = { endpoint, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } };
    expect((await stranger.client.put('/api/preferences/device', device)).status).toBe(200);
    await choose(stranger.client, 'card_found');
    await find(await newCard({ owner: stranger.id }));
    expect(requests).toEqual([]);
    await find(card);
    expect(requests).toEqual([endpoint]);
  });

  test('gets nothing after its session has ended, and stores the time zone', async () => {
    const member = await newMember();
    await turnOn(member.client, 'America/Denver');
    await choose(member.client, 'card_found');
    expect(await row('SELECT time_zone AS zone FROM users WHERE id = ?', member.id)).toEqual({ zone: 'America/Denver' });
    const card = await newCard({ owner: member.id });
    await member.client.post('/api/logout', {});
    expect(await row('SELECT push_endpoint AS endpoint, push_secret AS secret FROM sessions WHERE user_id = ?', member.id)).toEqual({
      endpoint: null,
      secret: null,
    });
    setClock('2026-11-21T19:00:00Z');
    await find(card);
    expect([requests, await statuses(member)]).toEqual([[], ['dropped']]);
  });

  test('above the limit replaces the one registered first', async () => {
    const owner = await directMember();
    const sql = `INSERT INTO sessions (id_hash, user_id, created_at, expires_at, push_endpoint, push_public_key, push_secret, push_since)
      VALUES (?1, ?2, 1, 99999999999, ?1, 'k', 's', ?3)`;
    for (let number = 1; number <= maxPushDevices; number += 1) await change(sql, `${owner.id}-${number}`, owner.id, number);
    await turnOn(owner.client);
    const { results } = await env.DB.prepare('SELECT push_since AS since FROM sessions WHERE user_id = ? AND push_endpoint IS NOT NULL')
      .bind(owner.id)
      .all<{ since: number }>();
    expect(results).toHaveLength(maxPushDevices);
    expect(results.some(({ since }) => since === 1)).toBe(false);
  });
});

test('a topic without an email of its own cannot be chosen for email; those with one turn optional email on again', async () => {
  const { client } = await directMember();
  expectError(await choose(client, 'card_found', true, 'email'), 400, 'invalid_input');
  await client.patch('/api/preferences', { wantsOptionalMail: false });
  expect((await choose(client, 'thanks', true, 'email')).body).toMatchObject({
    wantsOptionalMail: true,
    notifications: { email: ['stay', 'thanks', 'card_news'] },
  });
});
