/** Owners see at once that a card was found, and after 24 hours who found it and on which day. Product rules: Finds and notes to owners. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { finderHiddenSeconds } from '#schema/rules.ts';
import type { CardActivity } from '#schema/scans/find.ts';
import type { TokenHistory } from '#schema/tokens/token.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { advanceClock, change, newCard, newMember, setClock } from '#tests/worker/support/client.ts';

const foundAt = '2026-11-21T10:07:09';
beforeEach(() => setClock(`${foundAt}Z`));
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a placed card that a member found and left a note about. */
async function foundCard() {
  const [owner, finder] = [await newMember({ role: 'basic' }), await newMember()];
  const card = await newCard({ owner: owner.id, placed: true });
  await verifyEmail(finder.id);
  // The card was activated by the find, not by the owner's form.
  await change('UPDATE cache_cards SET placement_at = placement_at - 60, placed_date = unixepoch() WHERE id = ?', card.id);
  expect((await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
  await change("UPDATE users SET shown_medal = 'finds_10' WHERE id = ?", finder.id);
  await change("INSERT INTO member_medals (user_id, medal, earned_at) VALUES (?, 'finds_10', 1)", finder.id);
  await finder.client.put(`/api/finds/${card.cardId}/log`, { text: 'A fine view' });
  const path = `/api/cache-cards/${card.cardId}`;
  const read = async () => ({
    page: (await owner.client.get<OwnCardPage>(path)).body,
    activity: (await owner.client.get<CardActivity>(`${path}/activity`)).body,
    everything: JSON.stringify([
      await Promise.all([path, `${path}/activity`, '/api/cache-cards', '/api/tokens', '/api/my-data'].map((one) => owner.client.get(one))),
    ]),
  });
  return { owner, finder, card, read };
}

test('a new find is shown without its finder and its day for 24 hours', async () => {
  const { finder, read } = await foundCard();
  advanceClock(finderHiddenSeconds - 1);
  const { page, activity, everything } = await read();
  expect(page.finds).toEqual([{ scanDate: null, finder: null, source: 'typed' }]);
  expect(page.card.totalScans).toBe(1);
  expect(page.placement).toMatchObject({ isConfirmed: true, confirmedOn: null });
  expect(activity.weeks.at(-1)?.finds).toBe(1);
  expect(activity.logs).toMatchObject([{ finder: null, finderMedal: null, text: 'A fine view', writtenOn: null }]);
  expect(everything).not.toContain(finder.user.username);
});

test('after 24 hours it is shown with its finder, to the day', async () => {
  const { finder, read } = await foundCard();
  advanceClock(finderHiddenSeconds);
  const { page, activity } = await read();
  const { username } = finder.user;
  expect(page.finds).toEqual([{ scanDate: '2026-11-21', finder: username, source: 'typed' }]);
  expect(page.placement).toMatchObject({ isConfirmed: true, confirmedOn: '2026-11-21' });
  expect(activity.logs).toMatchObject([{ finder: username, finderMedal: 'finds_10', writtenOn: '2026-11-21' }]);
  await change('DELETE FROM member_medals WHERE user_id = ?', finder.id);
  expect((await read()).activity.logs).toMatchObject([{ finder: username, finderMedal: null }]);
});

test('a note about an earlier find has the day on which it was written', async () => {
  const { card, finder, read } = await foundCard();
  advanceClock(3 * finderHiddenSeconds);
  await finder.client.put(`/api/finds/${card.cardId}/log`, { text: 'Still a fine view' });
  expect((await read()).activity.logs).toMatchObject([{ finder: finder.user.username, writtenOn: '2026-11-24' }]);
});

test('no response to the owner has the time of a find, not even the token history and the data download', async () => {
  const { owner, read } = await foundCard();
  // The owner's account was created in the same second as the find.
  await change('UPDATE users SET created_at = 1 WHERE id = ?', owner.id);
  await change('UPDATE cache_cards SET created_at = 1, available_at = 1 WHERE user_id = ?', owner.id);
  const { transactions } = (await owner.client.get<TokenHistory>('/api/tokens')).body;
  expect(transactions.map(({ type, createdAt }) => [type, createdAt])).toEqual([
    ['placement', '2026-11-21T00:00:00.000Z'],
    ['owner_scan', '2026-11-21T00:00:00.000Z'],
  ]);
  const download = (await owner.client.get<Record<string, Record<string, unknown>[]>>('/api/my-data')).body;
  for (const section of ['cacheCards', 'tokenTransactions', 'keyEvents', 'linesLeftForYou']) {
    expect(download[section], section).not.toHaveLength(0);
    expect(JSON.stringify(download[section]), section).not.toContain(foundAt);
  }
  for (const hours of [0, 24]) {
    advanceClock(hours * 3_600);
    const { page, activity } = await read();
    expect(JSON.stringify([page, activity])).not.toContain(foundAt);
  }
});

test('administrators see the finder and the time at once', async () => {
  const { card, finder } = await foundCard();
  const { body } = await (await newAdmin()).client.get(`/api/admin/cards/${card.cardId}`);
  expect(body).toMatchObject({ finds: [{ finder: { id: finder.id }, scanDate: `${foundAt}.000Z` }] });
});

test('a new owner sees only finds made since they got the card; when it returns, the former owner sees their own again', async () => {
  const { owner, card, finder, read } = await foundCard();
  const next = await newMember({ role: 'basic' });
  advanceClock(finderHiddenSeconds);
  const giveTo = (id: number) => change('UPDATE cache_cards SET user_id = ? WHERE id = ?', id, card.id);
  const pageOf = async ({ client }: Pick<typeof next, 'client'>) => ({
    finds: (await client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`)).body.finds.map(({ finder }) => finder),
    activity: (await client.get<CardActivity>(`/api/cache-cards/${card.cardId}/activity`)).body,
  });
  await giveTo(next.id);
  const before = await pageOf(next);
  expect(before.finds).toEqual([]);
  expect(before.activity.weeks.every(({ finds }) => finds === 0)).toBe(true);
  const later = await newMember();
  expect((await later.client.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
  advanceClock(finderHiddenSeconds);
  expect((await pageOf(next)).finds).toEqual([later.user.username]);
  await giveTo(owner.id);
  expect((await read()).page.finds.map(({ finder }) => finder)).toEqual([finder.user.username]);
});
