/** Push notifications: endpoints, texts, retries, and the requests to push services, sent to the local one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PushTemplate, pushTemplates, topicOf } from '#schema/messages/push.ts';
import { mailAttempts, pushTtlSeconds } from '#schema/rules.ts';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import { serve } from '#scripts/fakes/push/server.ts';
import type { ReceivedPush } from '#scripts/fakes/push/state.ts';
import { createVapidKeys } from '#scripts/setup/vapid-keys.mjs';
import { webPush } from '#worker/clients/push-service.ts';
import { type ClaimedPush, decideAfterSending, decideBeforeSending, selectRemaining } from '#worker/domain/messages/push.ts';
import { isPushEndpoint } from '#worker/domain/messages/push-endpoint.ts';
import { composePush } from '#worker/mails/compose-push.ts';
import { english } from '#worker/words/words.ts';

const noon = Date.parse('2026-11-28T12:00:00Z') / 1_000;
const push: ClaimedPush = {
  ...{ id: 1, userId: 2, template: 'card_found', payload: '{"cardId":"TC-0000007"}', subject: 'card_found', attempts: 1 },
  ...{ remaining: null, createdAt: noon, timeZone: null, language: 'en' },
};

describe('an endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://autopush.stage.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('%s belongs to a known push service', (endpoint) => {
    expect(isPushEndpoint(endpoint, null)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://evil.fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.test/fcm/send/abc',
    'https://evil.test/https://fcm.googleapis.com/',
    'https://user@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com@evil.test/',
    'https://fcm.googleapis.com./fcm/send/abc',
    'https://evilpush.apple.com/x',
    'https://push.apple.com.evil.test/x',
    'https://notify.windows.com.evil.test/x',
    'https://localhost/push/1',
    'https://127.0.0.1/push/1',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:8793/push/1',
    'ftp://fcm.googleapis.com/x',
    'javascript:alert(1)',
    '/push/1',
    '',
  ])('“%s” is refused', (endpoint) => {
    expect(isPushEndpoint(endpoint, null)).toBe(false);
  });

  test('of the local push service is accepted only at its exact origin', () => {
    const isLocal = (endpoint: string) => isPushEndpoint(endpoint, 'http://localhost:8793');
    expect(isLocal('http://localhost:8793/push/1')).toBe(true);
    expect(isLocal('http://localhost:8794/push/1')).toBe(false);
    expect(isLocal('http://localhost:8793@evil.test/push/1')).toBe(false);
  });
});

describe('a notification', () => {
  const texts = pushTemplates.map((template): [PushTemplate, string] => {
    const payload = JSON.stringify({ cardId: 'TC-0000007', count: '2', daysLeft: '3' });
    return [
      template,
      Object.values(composePush({ template, payload, subject: 'one' }, english))
        .flat()
        .join(' '),
    ];
  });
  test.each(texts)('about %s has text for each of its values', (_, text) => {
    expect(text).not.toMatch(/undefined|null|NaN|\b0\b/);
  });

  test('is dropped when its topic was turned off, and when it is too old', () => {
    expect(decideBeforeSending(push, [topicOf.card_found], noon)).toBeUndefined();
    expect(decideBeforeSending(push, ['stay'], noon)?.status).toBe('dropped');
    expect(decideBeforeSending(push, ['card_found'], noon + pushTtlSeconds - 1)).toBeUndefined();
    expect(decideBeforeSending(push, ['card_found'], noon + pushTtlSeconds)?.status).toBe('dropped');
  });

  test('waits for the end of quiet hours without using up an attempt', () => {
    const tokyo = { ...push, timeZone: 'Asia/Tokyo' };
    const until = Date.parse('2026-11-28T23:00:00Z') / 1_000;
    expect(decideBeforeSending(tokyo, ['card_found'], noon)).toMatchObject({ status: 'held', nextAttemptAt: until });
  });

  test('is tried again only at the devices that failed, later each time, until the attempts are used up', () => {
    const accepted = { endpoint: 'https://a.test', result: { kind: 'accepted' } } as const;
    const failed = (retryAfterSeconds: number) => ({ endpoint: 'https://b.test', result: { kind: 'failed', retryAfterSeconds } }) as const;
    const decide = (attempts: number, retryAfter = 0) => decideAfterSending({ ...push, attempts }, [accepted, failed(retryAfter)], noon);
    const retried = decide(1);
    expect(retried).toMatchObject({ status: 'queued', nextAttemptAt: noon + 60 });
    const devices = ['https://a.test', 'https://b.test'].map((endpoint) => ({ endpoint, publicKey: '', secret: '' }));
    expect(selectRemaining({ ...push, remaining: retried.remaining }, devices)).toEqual(devices.slice(1));
    expect(decide(2).nextAttemptAt).toBeGreaterThan(retried.nextAttemptAt);
    expect(decide(1, 3_600).nextAttemptAt).toBe(noon + 3_600);
    expect(decide(mailAttempts).status).toBe('sent');
    expect(decideAfterSending({ ...push, attempts: mailAttempts }, [failed(0)], noon).status).toBe('dropped');
  });

  test('without a device that accepted it is dropped', () => {
    expect(decideAfterSending(push, [], noon).status).toBe('dropped');
    expect(decideAfterSending(push, [{ endpoint: 'x', result: { kind: 'ended' } }], noon).status).toBe('dropped');
  });
});

describe('a push service', () => {
  const [publicKey = '', privateKey = ''] = createVapidKeys().split('.');
  const service = webPush({ publicKey, privateKey, contact: 'https://cards.test' });
  const content = composePush({ ...push, subject: 'certificate_reminder-VC-2026-000123' }, english);
  let fake: RunningFake;
  let device: { id: string; endpoint: string; publicKey: string; secret: string };
  const control = async (path: string, body?: object) =>
    (await fetch(`${fake.url}/fake/${path}`, body && { method: 'POST', body: JSON.stringify(body) })).json();
  beforeEach(async () => {
    fake = await serve({ port: 0 });
    const { id, endpoint, keys } = (await control('subscriptions', {})) as { id: string; endpoint: string; keys: Record<string, string> };
    device = { id, endpoint, publicKey: keys.p256dh ?? '', secret: keys.auth ?? '' };
  });
  afterEach(() => fake.stop());

  test('gets an encrypted, signed message with a time to live and a topic', async () => {
    expect(await service.send(device, content, 1_234)).toEqual({ kind: 'accepted' });
    const [received] = (await control(`pushes?id=${device.id}`)) as ReceivedPush[];
    expect(received).toMatchObject({ content, ttl: 1_234, topic: 'tificate_reminder-VC-2026-000123' });
    expect(await (await fetch(`${fake.url}/dev/push`)).text()).toContain('Someone found TC-0000007.');
  });

  test('that no longer knows the device ends its subscription', async () => {
    await control('ends', { id: device.id });
    expect(await service.send(device, content, 60)).toEqual({ kind: 'ended' });
  });

  test('a device whose key is not on the curve is forgotten', async () => {
    expect(await service.send({ ...device, publicKey: `B${'A'.repeat(86)}` }, content, 60)).toEqual({ kind: 'ended' });
  });

  test.each([
    [404, { kind: 'ended' }],
    [400, { kind: 'refused' }],
    [403, { kind: 'refused' }],
    [413, { kind: 'refused' }],
    [429, { kind: 'failed', retryAfterSeconds: 0 }],
    [500, { kind: 'failed', retryAfterSeconds: 0 }],
    [503, { kind: 'failed', retryAfterSeconds: 0 }],
  ])('that answers %i', async (status, result) => {
    await control('faults', { match: 'POST /push', status });
    expect(await service.send(device, content, 60)).toEqual(result);
  });

  test('that drops the connection is tried again', async () => {
    await control('faults', { match: 'POST /push', drop: true });
    expect(await service.send(device, content, 60)).toEqual({ kind: 'failed', retryAfterSeconds: 0 });
  });

  test('is not followed to another address, and may ask us to wait', async () => {
    let followed = 0;
    const server = createServer((request, response) => {
      if (request.url === '/elsewhere') followed += 1;
      if (request.url === '/busy') response.writeHead(429, { 'Retry-After': '90' }).end();
      else response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const at = (path: string) => ({ ...device, endpoint: `http://localhost:${(server.address() as AddressInfo).port}${path}` });
    expect(await service.send(at('/'), content, 60)).toEqual({ kind: 'refused' });
    expect(await service.send(at('/busy'), content, 60)).toEqual({ kind: 'failed', retryAfterSeconds: 90 });
    expect(followed).toBe(0);
    server.close();
  });
});
