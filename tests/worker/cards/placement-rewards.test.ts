/** Confirmed placements: the finds that confirm them, and the owner's rewards. */
import { describe, expect, test } from 'vitest';
import { tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { approveClaim } from '#tests/worker/support/cards/approved-claims.ts';
import { boughtCards, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { balanceOf, type Client, change, newCard, newMember, row, type TestCard } from '#tests/worker/support/client.ts';

/** Scans the card with its current code, which changes with its owner. */
const scan = async (client: Client, { id, cardId }: TestCard) =>
  client.post('/api/scan', { cardId, code: (await row<{ code: string }>('SELECT code FROM cache_cards WHERE id = ?', id))?.code });
const place = (client: Client, { cardId }: TestCard) =>
  client.post(`/api/cache-cards/${cardId}/placement`, { location: 'City park', description: 'Under the oak' });
const isConfirmed = async ({ id }: TestCard) =>
  (await row<{ at: number | null }>('SELECT placement_confirmed_at AS at FROM cache_cards WHERE id = ?', id))?.at !== null;
const verify = (id: number) => verifyEmail(id, Math.floor(Date.now() / 1_000));
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

test('a placement is confirmed once, by the first find after the form was submitted', async () => {
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

test('the owner’s own scan does not confirm a placement', async () => {
  const owner = await directMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id, placed: true });
  await scan(owner.client, card);
  expect(await isConfirmed(card)).toBe(false);
  expect(await balanceOf(owner.id)).toBe(0);
});

test('a find by the owner’s referrer or referral is paid but does not confirm a placement', async () => {
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

describe('a find does not confirm a placement', () => {
  const placedCard = async () => {
    const owner = await directMember({ role: 'basic' });
    return { owner, card: await newCard({ owner: owner.id, placed: true }) };
  };

  test('without the code; the first one with it does', async () => {
    const { owner, card } = await placedCard();
    const typed = await directMember();
    expect(await typed.client.post('/api/scan', { cardId: card.cardId })).toMatchObject({ body: { tokensEarned: 1 } });
    expect(await isConfirmed(card)).toBe(false);
    // The finder first scanned this card without its code, so scanning it again with the code does not confirm the placement.
    await scan(typed.client, card);
    expect(await isConfirmed(card)).toBe(false);
    await scan((await directMember()).client, card);
    expect(await isConfirmed(card)).toBe(true);
    expect(await balanceOf(owner.id)).toBe(2 + 10);
  });

  test('before its finder has verified their email', async () => {
    const { owner, card } = await placedCard();
    const finder = await directMember({ isVerified: false });
    expect(await scan(finder.client, card)).toMatchObject({ body: { tokensEarned: 1 } });
    expect([await isConfirmed(card), await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([false, 1, 0]);
    await verify(finder.id);
    expect([await isConfirmed(card), await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([true, 1 + 10, 1]);
    expect(await row('SELECT total_scans, tokens_earned FROM cache_cards WHERE id = ?', card.id)).toEqual({
      total_scans: 1,
      tokens_earned: 2 + 10,
    });
    await scan((await directMember()).client, card);
    expect(await balanceOf(owner.id)).toBe(1 + 10 + 1);
  });
});

describe('a finder who verifies their email later', () => {
  test('confirms all placements they found: the first of an owner pays 10, the others 2', async () => {
    const [owner, other] = [await directMember({ role: 'basic' }), await directMember({ role: 'premium' })];
    const cards = await Promise.all([owner, owner, other].map(({ id }) => newCard({ owner: id, placed: true })));
    const finder = await directMember({ isVerified: false });
    for (const card of cards) await scan(finder.client, card);
    await verify(finder.id);
    for (const card of cards) expect(await isConfirmed(card)).toBe(true);
    expect([await balanceOf(owner.id), await balanceOf(other.id)]).toEqual([
      2 + tokensForFirstPlacement + tokensForLaterPlacement,
      1 + tokensForFirstPlacement,
    ]);
    expect([await keysOf(owner.id), await keysOf(other.id)]).toEqual([2, 1]);
    expect(
      await row(
        'SELECT sum(amount) AS paid, (SELECT sum(tokens_earned) FROM cache_cards WHERE id IN (?1, ?2, ?3)) AS kept FROM token_transactions WHERE kind <= 2 AND subject_id IN (?1, ?2, ?3)',
        ...cards.map(({ id }) => id),
      ),
    ).toEqual({ paid: 28, kept: 28 });
    // After an owner's first confirmed placement, each later one earns 2 tokens.
    const later = await newCard({ owner: other.id, placed: true });
    const slow = await directMember({ isVerified: false });
    await scan(slow.client, later);
    await verify(slow.id);
    expect(await balanceOf(other.id)).toBe(1 + 10 + 1 + 2);
  });

  test('confirms no placement that is confirmed already, was found too early or without the code, or is tied by referral', async () => {
    const referrer = await directMember({ role: 'basic' });
    const owner = await directMember({ role: 'basic' });
    const finder = await directMember({ isVerified: false, referredBy: referrer.id });
    const referred = await directMember({ role: 'basic', referredBy: finder.id });
    const [taken, early, typed] = [
      await newCard({ owner: owner.id, placed: true }),
      await newCard({ owner: owner.id }),
      await newCard({ owner: owner.id, placed: true }),
    ];
    const tied = [await newCard({ owner: referrer.id, placed: true }), await newCard({ owner: referred.id, placed: true })];
    for (const card of [taken, early, ...tied]) await scan(finder.client, card);
    await finder.client.post('/api/scan', { cardId: typed.cardId });
    await scan((await directMember()).client, taken);
    await change('UPDATE card_scans SET scan_date = scan_date - 10 WHERE card_id = ?', early.id);
    await place(owner.client, early);
    const before = await balanceOf(owner.id);
    await verify(finder.id);
    for (const card of [early, typed, ...tied]) expect(await isConfirmed(card)).toBe(false);
    expect(await balanceOf(owner.id)).toBe(before);
    expect([await keysOf(owner.id), await keysOf(referrer.id), await keysOf(referred.id)]).toEqual([1, 0, 0]);
  });

  test('confirms a placement of an owner who is free by then without a reward, and none of a disabled card', async () => {
    const owner = await directMember({ role: 'basic' });
    const [card, disabled] = [await newCard({ owner: owner.id, placed: true }), await newCard({ owner: owner.id, placed: true })];
    const finder = await directMember({ isVerified: false });
    for (const one of [card, disabled]) await scan(finder.client, one);
    await change("UPDATE users SET role = 'free' WHERE id = ?", owner.id);
    await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", disabled.id);
    await verify(finder.id);
    expect([await isConfirmed(card), await isConfirmed(disabled)]).toEqual([true, false]);
    expect([await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([2, 0]);
  });

  test('confirms a placement once when verifying and finding are concurrent', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const owner = await directMember({ role: 'basic' });
      const card = await newCard({ owner: owner.id, placed: true });
      const finder = await directMember({ isVerified: false });
      await Promise.all([scan(finder.client, card), scan(finder.client, card), verify(finder.id)]);
      expect([await isConfirmed(card), await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([true, 1 + 10, 1]);
    }
  });
});

test('a find before the placement does not confirm it when the finder verifies later', async () => {
  const owner = await directMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id, placed: true });
  const finder = await directMember({ isVerified: false });
  await scan(finder.client, card);
  await change('UPDATE cache_cards SET placement_at = placement_at + 3600 WHERE id = ?', card.id);
  await verify(finder.id);
  expect([await isConfirmed(card), await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([false, 1, 0]);
});

describe('a card that changed hands', () => {
  test('can be placed and confirmed for its new owner without a reward; the former owner keeps theirs', async () => {
    const [former, owner] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    const card = await newCard({ owner: former.id, placed: true });
    await scan((await directMember()).client, card);
    expect(await balanceOf(former.id)).toBe(11);
    await approveClaim(owner, card);
    expect(await row('SELECT location, placement_at, placement_confirmed_at FROM cache_cards WHERE id = ?', card.id)).toEqual({
      location: null,
      placement_at: null,
      placement_confirmed_at: null,
    });
    // A card that has not been placed cannot have its placement confirmed.
    await scan((await directMember()).client, card);
    expect([await balanceOf(owner.id), await keysOf(owner.id), await isConfirmed(card)]).toEqual([1, 0, false]);
    await place(owner.client, card);
    await scan((await directMember()).client, card);
    expect([await balanceOf(owner.id), await keysOf(owner.id), await isConfirmed(card)]).toEqual([2, 0, true]);
    expect([await balanceOf(former.id), await keysOf(former.id)]).toEqual([11, 1]);
    expect(await row('SELECT total_scans, tokens_earned FROM cache_cards WHERE id = ?', card.id)).toEqual({
      total_scans: 3,
      tokens_earned: 6 + 10,
    });
  });

  test('and returned is placed and confirmed again without paying that owner twice', async () => {
    const [first, second] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    const card = await newCard({ owner: first.id, placed: true });
    await scan((await directMember()).client, card);
    await approveClaim(second, card);
    await approveClaim(first, card);
    await place(first.client, card);
    await Promise.all((await Promise.all([directMember(), directMember()])).map(({ client }) => scan(client, card)));
    expect([await isConfirmed(card), await balanceOf(first.id), await keysOf(first.id)]).toEqual([true, 11 + 2, 1]);
    expect(await row('SELECT tokens_earned FROM cache_cards WHERE id = ?', card.id)).toEqual({ tokens_earned: 6 + 10 });
    // If a finder verifies their email only later, the first owner is not paid for the placement a second time.
    await approveClaim(second, card);
    await approveClaim(first, card);
    await place(first.client, card);
    const late = await directMember({ isVerified: false });
    await scan(late.client, card);
    await verify(late.id);
    expect([await isConfirmed(card), await balanceOf(first.id), await keysOf(first.id)]).toEqual([true, 11 + 3, 1]);
    expect(await row('SELECT tokens_earned FROM cache_cards WHERE id = ?', card.id)).toEqual({ tokens_earned: 8 + 10 });
  });

  test('pays no new owner, even if nobody confirmed the first placement', async () => {
    const [former, owner] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    const card = await newCard({ owner: former.id, placed: true });
    await approveClaim(owner, card);
    await place(owner.client, card);
    const late = await directMember({ isVerified: false });
    await scan(late.client, card);
    await verify(late.id);
    expect([await isConfirmed(card), await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([true, 1, 0]);
    await approveClaim(former, card);
    await place(former.client, card);
    await scan((await directMember()).client, card);
    expect([await isConfirmed(card), await balanceOf(former.id), await keysOf(former.id)]).toEqual([true, 1, 0]);
  });

  test('pays one owner at most when finds and approvals of claims are concurrent', { tags: 'long' }, async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const [former, owner] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
      const card = await newCard({ owner: former.id, placed: true });
      const finders = await Promise.all(Array.from({ length: 4 }, () => directMember()));
      await Promise.all([
        ...finders.map(({ client }) => scan(client, card)),
        approveClaim(owner, card).then(() => place(owner.client, card)),
        verify(former.id),
      ]);
      await place(owner.client, card);
      await Promise.all((await Promise.all([directMember(), directMember()])).map(({ client }) => scan(client, card)));
      const paid = await row<{ owners: number; tokens: number; others: number }>(
        `SELECT count(*) AS owners, coalesce(sum(amount), 0) AS tokens, coalesce(sum(user_id <> ?2), 0) AS others
         FROM token_transactions WHERE kind = 2 AND subject_id = ?1`,
        card.id,
        former.id,
      );
      expect(paid?.owners).toBeLessThanOrEqual(1);
      expect(paid?.tokens).toBe((paid?.owners ?? 0) * tokensForFirstPlacement);
      expect([paid?.others, await keysOf(owner.id)]).toEqual([0, 0]);
    }
  });

  test('through a super administrator can be placed again, without a reward', async () => {
    const [former, owner] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
    const card = await newCard({ owner: former.id, placed: true });
    const place = { location: 'Old mill', description: 'Behind the third stone', latitude: null, longitude: null };
    const edit = { version: 1, ...place, ownerEmail: owner.email };
    expect((await (await newAdmin()).client.put(`/api/admin/cards/${card.cardId}`, edit)).status).toBe(200);
    expect(await row('SELECT user_id, placement_at FROM cache_cards WHERE id = ?', card.id)).toEqual({
      user_id: owner.id,
      placement_at: null,
    });
    await owner.client.post(`/api/cache-cards/${card.cardId}/placement`, { location: 'City park', description: 'Under the oak' });
    await scan((await directMember()).client, card);
    expect([await isConfirmed(card), await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([true, 1, 0]);
  });

  test('reverses only the buyer’s rewards when its payment is refunded', async () => {
    const [buyer, owner] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    const bought = await boughtCards(buyer.id, 1, { placed: true });
    const [card] = bought.cards as [TestCard];
    await scan((await directMember()).client, card);
    await approveClaim(owner, card);
    await place(owner.client, card);
    await scan((await directMember()).client, card);
    await reversePayment(bought);
    expect([await balanceOf(buyer.id), await keysOf(buyer.id)]).toEqual([0, 0]);
    expect([await balanceOf(owner.id), await keysOf(owner.id)]).toEqual([1, 0]);
  });
});

test('a placement of an owner who is free by then is confirmed but never paid', async () => {
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
