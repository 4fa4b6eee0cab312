/**
 * A scan is written only if the data it is based on (card, finder and limits) is unchanged since it was loaded. Each test changes
 * one of these right before the write.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { codelessScansPerDay, rewardedScansPerDay } from '#schema/rules.ts';
import { callerOf, type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { change, everyRow, newCard, row, type TestCard } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const { scans } = createStore(env as unknown as Env);
const now = () => Math.floor(Date.now() / 1_000);

/** Loads a member's scan of another member's card and returns the function that commits it. */
async function loadScan(
  card: TestCard,
  kind: 'reward' | 'unpaid' | 'repeat' = 'reward',
  isVerified = true,
  { by, codeWasRight = true }: { by?: DirectMember; codeWasRight?: boolean } = {},
) {
  const finder = by ?? (await directMember({ isVerified }));
  const requester = {
    caller: await callerOf(finder.id),
    memberLimits: [{ key: `guesses:${finder.id}`, windowStart: 1, endsAt: 2, limit: 1 }],
    addressLimits: [],
    anonymousLimit: null,
  };
  const loaded = await scans.load(requester, { cardId: card.cardId, code: card.code, requestKey: null }, now());
  if (!loaded.ok) throw new Error('The card was not loaded');
  const plan =
    kind === 'reward'
      ? ({ kind, activates: true, tokens: 1, ownerTokens: 1, placement: 'none' } as const)
      : ({ kind, activates: true } as const);
  const how = { source: 'camera', codeWasRight, stated: null, ageSeconds: null, addressHash: 'hash', requestKey: null } as const;
  return {
    finder,
    write: () => scans.commit(requester, plan, loaded.value.card, { id: finder.id, isVerified, tokenBalance: 0 }, how, now()),
  };
}

/** Asserts for each kind of scan that a change between load and commit prevents the write. */
async function expectNothingWritten(happens: (seen: { card: TestCard; finder: { id: number } }) => Promise<unknown>): Promise<void> {
  for (const kind of ['reward', 'unpaid', 'repeat'] as const) {
    const card = await newCard({ owner: (await directMember({ role: 'basic' })).id });
    const { finder, write } = await loadScan(card, kind);
    await happens({ card, finder });
    const before = await everyRow();
    expect(await write()).toBe('stale');
    expect(await everyRow()).toEqual(before);
  }
}

test.each([
  ['is disabled', "UPDATE cache_cards SET status = 'disabled' WHERE id = ?"],
  ['is reported missing', "UPDATE cache_cards SET status = 'missing' WHERE id = ?"],
  ['is no longer paid', 'UPDATE cache_cards SET available_at = NULL WHERE id = ?'],
  ['has no owner', 'UPDATE cache_cards SET user_id = NULL WHERE id = ?'],
  ['is deleted', 'DELETE FROM cache_cards WHERE id = ?'],
])('a scan writes nothing if the card %s after it was loaded', async (_, sql) => {
  await expectNothingWritten(({ card }) => change(sql, card.id));
});

test.each([
  ['the finder is suspended', "UPDATE users SET suspended_at = 1, suspended_reason = 'x' WHERE id = ?"],
  [
    'the finder reaches the guess limit',
    "INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ('guesses:' || CAST(? AS INTEGER), 1, 1, 9)",
  ],
])('a scan writes nothing if %s after it was loaded', async (_, sql) => {
  await expectNothingWritten(({ finder }) => change(sql, finder.id));
});

test.each([
  { limit: 'daily_scan_limit', today: [rewardedScansPerDay - 1, 0], codeWasRight: true },
  { limit: 'daily_codeless_limit', today: [codelessScansPerDay - 1, codelessScansPerDay - 1], codeWasRight: false },
])('five concurrent scans just below the $limit write one', async ({ limit, today: [rewarded = 0, codeless = 0], codeWasRight }) => {
  const by = await directMember();
  const day = new Date().toISOString().slice(0, 10);
  await change(
    'INSERT INTO member_days (user_id, day, rewarded_scans, codeless_scans) VALUES (?, ?, ?, ?)',
    ...[by.id, day, rewarded, codeless],
  );
  const seen = await Promise.all([1, 2, 3, 4, 5].map(async () => loadScan(await newCard(), 'reward', true, { by, codeWasRight })));
  const outcomes = await Promise.all(seen.map(({ write }) => write()));
  expect(outcomes.filter((outcome) => outcome === limit)).toHaveLength(4);
  expect(await row('SELECT rewarded_scans, codeless_scans FROM member_days WHERE user_id = ?', by.id)).toEqual({
    rewarded_scans: rewarded + 1,
    codeless_scans: codeless + (codeWasRight ? 0 : 1),
  });
  expect(await row('SELECT count(*) AS n FROM card_scans WHERE user_id = ?', by.id)).toEqual({ n: 1 });
  const late = await loadScan(await newCard(), 'reward', true, { by, codeWasRight });
  const before = await everyRow();
  expect(await late.write()).toBe(limit);
  expect(await everyRow()).toEqual(before);
});

test('a report filed after the load makes a scan stale, and the next find closes it', async () => {
  const card = await newCard({ owner: (await directMember({ role: 'basic' })).id });
  const [before, reporter] = [await loadScan(card), await directMember()];
  await change('INSERT INTO card_reports (card_id, user_id, created_at) VALUES (?1, ?2, 1)', card.id, reporter.id);
  expect(await before.write()).toBe('stale');
  const { write } = await loadScan(card);
  expect(await write()).toMatchObject({ totalScans: 1 });
  expect(await row('SELECT closed_at IS NULL AS isOpen FROM card_reports WHERE card_id = ?', card.id)).toEqual({ isOpen: 0 });
});

test('a scan writes nothing if the finder has become able to confirm the placement', async () => {
  const card = await newCard({ owner: (await directMember({ role: 'basic' })).id, placed: true });
  const { finder, write } = await loadScan(card, 'reward', false);
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', finder.id);
  const before = await everyRow();
  expect(await write()).toBe('stale');
  expect(await everyRow()).toEqual(before);
});

test('a scan writes nothing if the placement was confirmed after it was loaded', async () => {
  const card = await newCard({ owner: (await directMember({ role: 'basic' })).id, placed: true });
  const { write } = await loadScan(card);
  await change('UPDATE cache_cards SET placement_confirmed_at = 1 WHERE id = ?', card.id);
  const before = await everyRow();
  expect(await write()).toBe('stale');
  expect(await everyRow()).toEqual(before);
});

test('concurrent scans reactivate a missing card, in either order', async () => {
  const card = await newCard({ owner: (await directMember({ role: 'basic' })).id });
  await change("UPDATE cache_cards SET status = 'missing' WHERE id = ?", card.id);
  const [first, second] = [await loadScan(card), await loadScan(card)];
  expect(await first.write()).toMatchObject({ status: 'active', totalScans: 1, tokenBalance: 1 });
  expect(await second.write()).toMatchObject({ status: 'active', totalScans: 2, tokenBalance: 1 });
  expect(await row('SELECT tokens_earned AS tokens FROM cache_cards WHERE id = ?', card.id)).toEqual({ tokens: 4 });
});
