/** Finds of a suspended or leaving owner's cards: their rewards, and the responses to the finders. Product rules: Suspension. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { secondsPerDay, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { callerOf, type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { placedCard, readIndexedPlace } from '#tests/worker/support/cards/placed-cards.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import {
  advanceClock,
  balanceOf,
  Client,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import { memberMissLimits } from '#worker/domain/limit.ts';
import { decideScan } from '#worker/domain/scans/scan.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const park = { latitude: 35.5951, longitude: -82.5515 };
let admin: TestAdmin;
let owner: DirectMember;
beforeEach(async () => {
  setClock('2026-11-23T10:00:00Z');
  admin = await newAdmin();
  owner = await directMember({ role: 'basic' });
});
afterEach(() => {
  vi.useRealTimers();
});

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const suspendOwner = async () => expect((await suspend(admin, owner.id)).status).toBe(200);
const reinstateOwner = async () => expect((await reinstate(admin, owner.id)).status).toBe(200);
const find = ({ client }: DirectMember, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });
const momentOf = async ({ client }: DirectMember, { cardId }: TestCard) => (await client.get(`/api/finds/${cardId}`)).body;
const readEarnings = async ({ id }: { id: number }) => ({
  tokens: await balanceOf(id),
  ...(await row('SELECT community_keys AS keys FROM users WHERE id = ?', id)),
});

describe('a find of a suspended owner’s card', () => {
  test('pays the finder and not the owner, who gets nothing later either', async () => {
    const card = await placedCard(owner, park);
    await suspendOwner();
    expect(await readIndexedPlace(card)).toBeNull();
    const finder = await directMember();
    expect(await find(finder, card)).toMatchObject({ status: 200, body: { tokensEarned: 1, tokenBalance: 1 } });
    expect(await readEarnings(owner)).toEqual({ tokens: 0, keys: 0 });
    expect(await row('SELECT total_scans, tokens_earned, placement_confirmed_at FROM cache_cards WHERE id = ?', card.id)).toEqual({
      total_scans: 1,
      tokens_earned: 1,
      placement_confirmed_at: null,
    });

    await reinstateOwner();
    expect(await readEarnings(owner)).toEqual({ tokens: 0, keys: 0 });
    expect(await readIndexedPlace(card)).not.toBeNull();
    await find(finder, card);
    expect(await readEarnings(owner)).toEqual({ tokens: 0, keys: 0 });
    // The find made during the suspension did not confirm the placement, so the next find confirms it.
    await find(await directMember(), card);
    expect(await readEarnings(owner)).toEqual({ tokens: 11, keys: 1 });
  });

  test('is indistinguishable for the finder from a find of a card without an owner', async () => {
    const [card, ownerless, finder] = [await placedCard(owner, park), await newCard(), await directMember()];
    await suspendOwner();
    const shape = ({ body }: Awaited<ReturnType<typeof find>>) => {
      const { card: found, message, tokensEarned } = body as { card: Record<string, unknown>; message: string; tokensEarned: number };
      return { keys: Object.keys(body), message, tokensEarned, found: Object.keys(found), isOwn: found.isOwn, place: found.place };
    };
    expect(shape(await find(finder, card))).toEqual(shape(await find(finder, ownerless)));
    expect(await momentOf(finder, card)).toEqual({ number: 2, takesLog: false, paidOwner: false, needsOwner: true });
    expect(await momentOf(finder, ownerless)).toEqual({ number: 2, takesLog: false, paidOwner: false, needsOwner: true });
    const notes = [card, ownerless].map(({ cardId }) => finder.client.put(`/api/finds/${cardId}/log`, { text: 'Lovely' }));
    const messages = (await Promise.all(notes)).map((answer) => expectError(answer, 409, 'card_without_owner').message);
    expect(messages[0]).toBe(messages[1]);
    const { body } = await finder.client.get<{ finds: { takesLog: boolean }[] }>('/api/finds');
    expect(body.finds.map(({ takesLog }) => takesLog)).toEqual([false, false]);

    // The owner earned nothing for this find, and the page must not claim otherwise after the owner is reinstated.
    await reinstateOwner();
    expect(await momentOf(finder, card)).toEqual({ number: 2, takesLog: true, paidOwner: false, needsOwner: false });
    const other = await directMember();
    await find(other, card);
    expect(await momentOf(other, card)).toEqual({ number: 1, takesLog: true, paidOwner: true, needsOwner: false });
  });

  test('does not confirm the placement when the finder verifies their email, during or after the suspension', async () => {
    const card = await placedCard(owner, park);
    const [before, during, late] = [1, 2, 3].map(() => directMember({ isVerified: false }));
    const [early, middle, last] = [await before, await during, await late] as [DirectMember, DirectMember, DirectMember];
    await find(early, card);
    expect(await readEarnings(owner)).toEqual({ tokens: 1, keys: 0 });
    await suspendOwner();
    await find(middle, card);
    await find(last, card);
    await verifyEmail(early.id, nowSeconds());
    await verifyEmail(middle.id, nowSeconds());
    expect(await readEarnings(owner)).toEqual({ tokens: 1, keys: 0 });
    await reinstateOwner();
    await verifyEmail(last.id, nowSeconds());
    expect(await readEarnings(owner)).toEqual({ tokens: 1, keys: 0 });
    expect(await row('SELECT placement_confirmed_at AS at FROM cache_cards WHERE id = ?', card.id)).toEqual({ at: null });
  });

  test('that was loaded before the suspension or the reinstatement is decided again', async () => {
    const { scans } = createStore(env as unknown as Env);
    const card = await placedCard(owner, park);
    const how = { source: 'camera', codeWasRight: true, stated: null, ageSeconds: null, addressHash: 'x', requestKey: null } as const;
    const load = async (finder: DirectMember) => {
      const scanner = { caller: await callerOf(finder.id), memberLimits: memberMissLimits(finder.id, nowSeconds()) };
      const requester = { ...scanner, addressLimits: [], anonymousLimit: null };
      const loaded = await scans.load(requester, { cardId: card.cardId, code: card.code, requestKey: null }, nowSeconds());
      if (!loaded.ok) throw new Error('The card was not loaded');
      const plan = decideScan(loaded.value.card, loaded.value.finder, { codeWasRight: true, testCardsPay: false, now: nowSeconds() });
      if (!plan.ok) throw new Error('The scan was refused');
      return () => scans.commit(requester, plan.value, loaded.value.card, loaded.value.finder, how, nowSeconds());
    };
    const commit = await load(await directMember());
    await suspendOwner();
    expect(await commit()).toBe('stale');
    const again = await load(await directMember());
    await reinstateOwner();
    expect(await again()).toBe('stale');
    expect(await readEarnings(owner)).toEqual({ tokens: 0, keys: 0 });
  });

  test('concurrently with the suspension pays the owner or does not, but never pays for a later find', async () => {
    for (let round = 1; round <= 4; round += 1) {
      owner = await directMember({ role: 'basic' });
      const [card, first, second] = [await newCard({ owner: owner.id }), await directMember(), await directMember()];
      const [, answer] = await Promise.all([suspend(admin, owner.id), find(first, card)]);
      expect(answer.status).toBe(200);
      const { paidOwner } = (await momentOf(first, card)) as { paidOwner: boolean };
      await find(second, card);
      expect(await balanceOf(owner.id)).toBe(paidOwner ? 1 : 0);
    }
  });

  test('appears in no digest, not even after the reinstatement', async () => {
    const card = await placedCard(owner, park);
    expect((await owner.client.put('/api/preferences/digest', { frequency: 'daily' })).status).toBe(200);
    await suspendOwner();
    await find(await directMember(), card);
    const digests = () => row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'card_digest'`, owner.id);
    advanceClock(secondsPerDay);
    await fire('send-digests');
    expect(await digests()).toEqual({ n: 0 });
    admin = await newAdmin();
    await reinstateOwner();
    advanceClock(secondsPerDay);
    await fire('send-digests');
    expect(await digests()).toEqual({ n: 0 });
  });
});

describe('a find of a leaving owner’s card', () => {
  test('confirms no placement, so that a later find still pays an owner who cancels the deletion', async () => {
    const leaving = await newMember({ role: 'premium' });
    await verifyEmail(leaving.id, nowSeconds());
    const [card, awaited] = [await placedCard(leaving, park), await placedCard(leaving, park)];
    const slow = await directMember({ isVerified: false });
    await find(slow, awaited);
    expect(await readEarnings(leaving)).toEqual({ tokens: 1, keys: 0 });
    const leave = { confirmation: 'DELETE', currentPassword: leaving.password };
    expect((await leaving.client.post('/api/delete-account', leave)).status).toBe(200);
    await find(await directMember(), card);
    await verifyEmail(slow.id, nowSeconds());
    expect(await readEarnings(leaving)).toEqual({ tokens: 2, keys: 0 });
    expect((await new Client().post('/api/secure-account', { token: await linkIn(leaving.email, 'account_deletion') })).status).toBe(200);
    for (const found of [card, awaited]) await find(await directMember(), found);
    expect(await readEarnings(leaving)).toEqual({ tokens: 4 + tokensForFirstPlacement + tokensForLaterPlacement, keys: 2 });
  });
});
