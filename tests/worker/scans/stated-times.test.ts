/** The time of a scan as reported by the device. Product rules: Cards and scans; Reviews. */
import { expect, test } from 'vitest';
import { scanSources } from '#schema/cards/card.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { balanceOf, type Client, newCard, row, type TestCard } from '#tests/worker/support/client.ts';

const send = (client: Client, card: TestCard, scannedAt: unknown, source = 'offline') =>
  client.post<ScanResponse>('/api/scan', { cardId: card.cardId, code: card.code, source, scannedAt });
const storedScan = (card: TestCard) =>
  row<{ at: number; age: number | null; source: number }>(
    'SELECT scan_date AS at, age_s AS age, source FROM card_scans WHERE card_id = ?',
    card.id,
  );
const isoAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

test.each([
  ['an hour ago', () => isoAgo(3_600), 3_600],
  ['a minute ago in another time zone', () => isoAgo(60).replace('Z', '+00:00'), 60],
  ['in the future', () => isoAgo(-86_400), -86_400],
  ['before there was a web', () => '1970-01-02T00:00:00Z', Math.floor(Date.now() / 1_000) - 86_400],
  ['a thousand years ago', () => '1026-01-02T00:00:00Z', 2 ** 31 - 1],
])('a scan stated to be made %s pays and counts when it arrives, and the time is stored with it', async (_when, scannedAt, age) => {
  const [{ client, id }, card] = [await directMember(), await newCard()];
  const answer = await send(client, card, scannedAt());
  expect([answer.status, answer.body.tokensEarned]).toEqual([200, 1]);
  expect(await balanceOf(id)).toBe(1);
  const stored = await storedScan(card);
  expect(Math.abs((stored?.at ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
  expect(Math.abs((stored?.age ?? 0) - age)).toBeLessThan(60);
  expect(await row('SELECT rewarded_scans AS n FROM member_days WHERE user_id = ?', id)).toEqual({ n: 1 });
});

test.each([
  ['yesterday'],
  [17],
  [{}],
  [null],
  ['2026-13-45T99:00:00Z'],
  [undefined],
])('a scan with the unreadable time %j pays like one without', async (scannedAt) => {
  const [{ client }, card] = [await directMember(), await newCard()];
  const answer = await send(client, card, scannedAt);
  expect([answer.status, answer.body.tokensEarned]).toEqual([200, 1]);
  expect(await storedScan(card)).toMatchObject({ age: null, source: scanSources.indexOf('offline') });
});

test('a repeated scan keeps the first stated time', async () => {
  const [{ client }, card] = [await directMember(), await newCard()];
  await send(client, card, isoAgo(600));
  await send(client, card, isoAgo(60), 'camera');
  const stored = await storedScan(card);
  expect(Math.abs((stored?.age ?? 0) - 600)).toBeLessThan(60);
});
