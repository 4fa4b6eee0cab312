import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presentMyData } from '#worker/domain/accounts/my-data.ts';

const now = 1_763_683_200;

const neverDownloaded = new Set(['passwordIsTemporary', 'hour', 'scheduledFor', 'restoredTo']);

test('times, flags and JSON are written out, other values stay the same', () => {
  const data = presentMyData(
    {
      profile: [
        { id: 7, createdAt: 1_763_596_800, wantsOptionalMail: 0, autoRenew: 1, signInsValidFrom: 0, tokenBalance: 12, phone: null },
      ],
      orders: [{ id: 1, shippingAddress: '{"city":"Portland"}', paidAt: null, expiresAt: 1_763_683_200, amountCents: 500 }],
      mails: [{ payload: 'no json at all', status: 'sent' }],
    },
    now,
  );
  expect(data).toMatchObject({
    downloadedAt: '2025-11-21T00:00:00.000Z',
    profile: {
      id: 7,
      createdAt: '2025-11-20T00:00:00.000Z',
      wantsOptionalMail: false,
      autoRenew: true,
      tokenBalance: 12,
      phone: null,
    },
    orders: [{ id: 1, shippingAddress: { city: 'Portland' }, paidAt: null, expiresAt: '2025-11-21T00:00:00.000Z', amountCents: 500 }],
    mails: [{ payload: 'no json at all', status: 'sent' }],
  });
});

test('every column with a time is written out as one, and every flag as true or false', () => {
  const sources = globSync('schema/tables/*.ts').map((file) => readFileSync(file, 'utf8'));
  const columns = (type: string) =>
    sources.flatMap((source) => [...source.matchAll(new RegExp(`(\\w+): ${type}\\(`, 'g'))].map(([, name]) => name ?? ''));
  const shown = (name: string) => presentMyData({ profile: [{ [name]: 1 }] }, now).profile as Record<string, unknown>;
  const wrong = (names: string[], expected: unknown) =>
    names.filter((name) => shown(name)[name] !== expected && !neverDownloaded.has(name));
  expect(wrong(columns('flag'), true)).toEqual([]);
  expect(wrong(columns('seconds'), '1970-01-01T00:00:01.000Z')).toEqual([]);
});

test('administrators’ actions show only the listed fields', () => {
  const offer = (action: string) => ({ action, after: '{"place":"Inn","costCents":900,"later":1}' });
  const data = presentMyData({ administratorActions: ['stay.offer', 'stay.settle', 'unknown'].map(offer) }, now);
  expect(data.administratorActions).toMatchObject([{ after: { place: 'Inn' }, before: null }, { after: {} }, { after: {} }]);
  expect(JSON.stringify(data)).not.toMatch(/costCents|later/);
});

test('earlier time zones are a list of zones, each with the time until which it applied', () => {
  const earlierTimeZones = '[{"zone":"America/Denver","until":1763683200.0}]';
  expect(presentMyData({ profile: [{ id: 7, earlierTimeZones }] }, now).profile).toEqual({
    id: 7,
    earlierTimeZones: [{ zone: 'America/Denver', until: '2025-11-21T00:00:00.000Z' }],
  });
});

test('addresses of invited people are masked', () => {
  const data = presentMyData({ invitedPeople: [{ id: 8, name: 'Fern', email: 'fern@example.com', joinedAt: now }] }, now);
  expect(data.invitedPeople).toEqual([{ id: 8, name: 'Fern', email: 'f•••@e•••.com', joinedAt: '2025-11-21T00:00:00.000Z' }]);
  expect(data.profile).toBeNull();
});
