/** Confirmed placements: who confirms one, and what it pays its owner. */
import { expect, test } from 'vitest';
import { balanceOf, type Client, change, newCard, row, type TestCard } from './client.ts';
import { directMember } from './direct-member.ts';

const scan = (client: Client, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });
const place = (client: Client, { cardId }: TestCard) =>
  client.post(`/api/cache-cards/${cardId}/placement`, { location: 'City park', description: 'Under the oak' });
const isConfirmed = async ({ id }: TestCard) =>
  (await row<{ at: number | null }>('SELECT placement_confirmed_at AS at FROM cache_cards WHERE id = ?', id))?.at !== null;
const keysOf = async (id: number) => (await row<{ keys: number }>('SELECT community_keys AS keys FROM users WHERE id = ?', id))?.keys;

test('the first confirmed placement pays 10, each later one 2, and each a Community Key', async () => {
  const owner = await directMember({ role: 'basic' });
  const finder = await directMember();
  for (const [expected, keys] of [
    [11, 1],
    [11 + 3, 2],
    [11 + 3 + 3, 3],
  ]) {
    const card = await newCard({ owner: owner.id, status: 'ordered' });
    await place(owner.client, card);
    await scan(finder.client, card);
    expect(await balanceOf(owner.id)).toBe(expected);
    expect(await keysOf(owner.id)).toBe(keys);
    expect(await isConfirmed(card)).toBe(true);
  }
});

test('a placement is confirmed once, by the first find after the form', async () => {
  const owner = await directMember({ role: 'premium' });
  const card = await newCard({ owner: owner.id, status: 'ordered' });
  const [early, first, second] = [await directMember(), await directMember(), await directMember()];
  await scan(early.client, card);
  await place(owner.client, card);
  expect(await isConfirmed(card)).toBe(false);
  await scan(early.client, card);
  expect(await isConfirmed(card)).toBe(false);
  await scan(first.client, card);
  expect(await isConfirmed(card)).toBe(true);
  expect(await balanceOf(owner.id)).toBe(1 + 1 + 10);
  await place(owner.client, card);
  await scan(second.client, card);
  expect(await balanceOf(owner.id)).toBe(1 + 1 + 10 + 1);
  expect(await keysOf(owner.id)).toBe(1);
  expect(await row('SELECT total_scans, tokens_earned FROM cache_cards WHERE id = ?', card.id)).toEqual({
    total_scans: 3,
    tokens_earned: 3 + 3 + 10,
  });
});

test('the owner’s own scan confirms nothing', async () => {
  const owner = await directMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id, placed: true });
  await scan(owner.client, card);
  expect(await isConfirmed(card)).toBe(false);
  expect(await balanceOf(owner.id)).toBe(0);
});

test('neither one who was referred by the owner nor the owner’s referrer confirms; both are paid for the find', async () => {
  const referrer = await directMember();
  const owner = await directMember({ role: 'basic', referredBy: referrer.id });
  const referred = await directMember({ referredBy: owner.id });
  const card = await newCard({ owner: owner.id, placed: true });
  for (const tied of [referrer, referred]) {
    expect(await scan(tied.client, card)).toMatchObject({ body: { tokensEarned: 1 } });
    expect(await isConfirmed(card)).toBe(false);
  }
  expect(await balanceOf(owner.id)).toBe(2);
  await scan((await directMember({ referredBy: referrer.id })).client, card);
  expect(await isConfirmed(card)).toBe(true);
  expect(await balanceOf(owner.id)).toBe(2 + 1 + 10);
});

test('with an owner who is free by then it is confirmed but not paid, also not later', async () => {
  const owner = await directMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id, placed: true });
  await change("UPDATE users SET role = 'free' WHERE id = ?", owner.id);
  await scan((await directMember()).client, card);
  expect(await isConfirmed(card)).toBe(true);
  expect(await balanceOf(owner.id)).toBe(1);
  expect(await keysOf(owner.id)).toBe(0);
  await change("UPDATE users SET role = 'basic' WHERE id = ?", owner.id);
  await scan((await directMember()).client, card);
  expect(await balanceOf(owner.id)).toBe(2);
  const next = await newCard({ owner: owner.id, placed: true });
  await scan((await directMember()).client, next);
  expect(await balanceOf(owner.id)).toBe(2 + 1 + 10);
});
