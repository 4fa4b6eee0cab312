import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { giveTokens } from '#tests/worker/support/certificates/redeemer.ts';
import { change, newCard, row, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { addUpTotals } from '#worker/jobs/add-up-totals.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-20T23:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const run = () =>
  addUpTotals({ store: createStore(env as unknown as Env), budget: { isSpent: () => false } }, Math.floor(Date.now() / 1_000));
/** Returns the members created by this test, sorted by tokens. */
const byTokens = async (made: { id: number }[]) => {
  const { body } = await (await newAdmin()).client.get<{ id: number; tokenBalance: number }[]>('/api/admin/users?sort=-tokens');
  return body.filter(({ id }) => made.some((one) => one.id === id)).map(({ id, tokenBalance }) => [id, tokenBalance]);
};

test('the order by tokens follows adjustments at once and finds after their day; the shown balances are current', async () => {
  const [few, many, owner] = [await directMember(), await directMember(), await directMember({ role: 'basic' })];
  const members = [few, many, owner];
  await giveTokens(few.id, 1);
  expect(await byTokens(members)).toEqual([
    [few.id, 1],
    [owner.id, 0],
    [many.id, 0],
  ]);
  for (let finds = 1; finds <= 3; finds += 1) {
    const card = await newCard({ owner: owner.id });
    await many.client.post('/api/scan', { cardId: card.cardId, code: card.code });
  }
  await run();
  expect(await byTokens(members)).toEqual([
    [few.id, 1],
    [owner.id, 3],
    [many.id, 3],
  ]);

  setClock('2026-11-21T00:02:00Z');
  await Promise.all([run(), run()]);
  expect(await byTokens(members)).toEqual([
    [owner.id, 3],
    [many.id, 3],
    [few.id, 1],
  ]);
});

test('a long day is added up in steps, and no member twice', async () => {
  setClock('2026-11-24T23:00:00Z');
  await run();
  const { id } = await directMember();
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     ${tokenRow('scan', { user: id, amount: 1, subject: 1, turn: 'i', at: Math.floor(Date.now() / 1_000), from: 'FROM n' })}`,
  );
  setClock('2026-11-25T00:02:00Z');
  const { sums, listedTokens } = createStore(env as unknown as Env);
  const now = Math.floor(Date.now() / 1_000);
  expect([await sums.addSome(), await sums.addSome()]).toEqual([true, false]);
  expect(await row('SELECT scans FROM day_totals WHERE day = ?', '2026-11-24')).toEqual({ scans: 12_000 });
  for (const isMore of [true, true, true, false]) expect(await listedTokens.moveSome(now)).toBe(isMore);
  expect(await row('SELECT listed_tokens AS tokens FROM users WHERE id = ?', id)).toEqual({ tokens: 12_000 });
});
