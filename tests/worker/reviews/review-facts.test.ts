/** The facts loaded for a certificate's review case, and the cost of loading them for cards with many finds. */
import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { neighbourFinds, twinSearchMaxFinders } from '#schema/rules.ts';
import { type HeavyCases, seedHeavyCases } from '#tests/support/reviews/heavy-review-cases.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, newCard, newMember, row, type TestCard, type TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { ReviewFacts } from '#worker/domain/reviews/facts.ts';
import { groupAccounts } from '#worker/domain/reviews/group.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const store = createStore(env as unknown as Env);
const now = Math.floor(Date.now() / 1_000);

async function factsOf(userId: number, about: { number: string } | { price: number } = { price: 60 }): Promise<ReviewFacts> {
  const facts = await store.reviews.facts(userId, about);
  if (!facts) throw new Error('No facts');
  return facts;
}

async function scan(member: TestMember, card: TestCard, { withCode = true } = {}): Promise<void> {
  const answer = await member.client.post('/api/scan', { cardId: card.cardId, ...(withCode && { code: card.code }) });
  expect(answer.status).toBe(200);
}

async function redeem(member: TestMember): Promise<string> {
  const answer = await member.client.post('/api/redeem-certificate', { type: 'regional-short' });
  expect(answer.status).toBe(200);
  const certificate = await row<{ number: string }>(
    'SELECT number FROM vacation_certificates WHERE user_id = ? ORDER BY id DESC',
    member.id,
  );
  return certificate?.number ?? '';
}

describe('the facts of a review case', () => {
  test('include finds with finder, network address and owner', async () => {
    const owner = await newMember({ role: 'basic' });
    const { cards, orderId } = await boughtCards(owner.id, 2, { status: 'ordered' });
    const [first, second] = cards as [TestCard, TestCard];
    await change('UPDATE cache_cards SET latitude = 47.5, longitude = 8.5 WHERE id = ?', first.id);
    await scan(owner, first);
    const other = await newMember({ ref: owner.user.referralCode });
    const finder = await newMember();
    await scan(other, first);
    await scan(finder, first);
    await scan(finder, second, { withCode: false });

    const facts = await factsOf(finder.id);
    expect(facts.rewards).toMatchObject([
      { kind: 'find', cardId: first.id, tokens: 1 },
      { kind: 'find', cardId: second.id, tokens: 1 },
    ]);
    expect(facts.cards).toEqual([
      {
        id: first.id,
        name: first.cardId,
        ownerId: owner.id,
        place: { latitude: 47.5, longitude: 8.5 },
        placedAt: null,
        finders: 2,
        orderId,
      },
      { id: second.id, name: second.cardId, ownerId: owner.id, place: null, placedAt: null, finders: 1, orderId },
    ]);
    expect(facts.finds).toMatchObject([
      { cardId: first.id, userId: other.id, codeWasRight: true },
      { cardId: first.id, userId: finder.id, codeWasRight: true },
      { cardId: second.id, userId: finder.id, codeWasRight: false, source: expect.any(String), distanceMeters: null },
    ]);
    expect(facts.ownScans).toMatchObject([{ cardId: first.id, userId: owner.id }]);
    const hashes = new Set([...facts.finds, ...facts.ownScans].map(({ addressHash }) => addressHash));
    expect(hashes.size).toBe(3);
    expect(facts.accounts.map(({ id }) => id).sort((a, b) => a - b)).toEqual([owner.id, other.id, finder.id].sort((a, b) => a - b));
    const known = facts.accounts.find(({ id }) => id === other.id);
    expect(known).toMatchObject({ name: other.user.username, tier: 'free', mailbox: other.email, isDisposable: false, isVerified: false });
    expect(known).toMatchObject({ referredById: owner.id, registrationAddressHash: expect.any(String) });
    expect(facts.finds.find(({ userId }) => userId === other.id)?.addressHash).toBe(known?.registrationAddressHash);
  });

  test('differ, for a find with and without the finder’s statements, only in these statements', async () => {
    const [silent, talkative] = [await newMember(), await newMember()];
    const card = await newCard();
    await change('UPDATE cache_cards SET latitude = 47.5, longitude = 8.5 WHERE id = ?', card.id);
    const statements = {
      source: 'offline',
      scannedAt: new Date(Date.now() - 3_600_000).toISOString(),
      latitude: 47.5,
      longitude: 8.5,
      accuracy: 9,
    };
    const headers = { 'Idempotency-Key': 'as-often-as-you-like' };
    await scan(silent, card);
    const scanned = { cardId: card.cardId, code: card.code, ...statements };
    for (const _ of [1, 2]) expect((await talkative.client.post('/api/scan', scanned, headers)).status).toBe(200);
    const { finds } = await factsOf(talkative.id);
    const [plain, stated] = [silent, talkative].map(({ id }) => finds.find(({ userId }) => userId === id));
    expect(finds).toHaveLength(2);
    expect(stated).toEqual({
      ...plain,
      ...{ userId: talkative.id, at: expect.any(Number), addressHash: expect.any(String) },
      ...{ source: 'offline', statedAt: expect.any(Number), distanceMeters: 0 },
    });
  });

  test('include whose finds paid an owner, and whose payments were refunded', async () => {
    const owner = await newMember({ role: 'basic' });
    const bought = await boughtCards(owner.id, 2, { placed: true });
    const finder = await newMember();
    await verifyEmail(finder.id);
    for (const card of bought.cards) await scan(finder, card);
    await giveTokens(owner.id, 5);
    const [card] = bought.cards as [TestCard];
    const facts = await factsOf(owner.id, { price: 16 });
    expect(facts.rewards).toMatchObject([
      { kind: 'owner_reward', cardId: card.id, finderId: finder.id, tokens: 1 },
      { kind: 'placement', cardId: card.id, tokens: 10 },
      { kind: 'owner_reward', finderId: finder.id, tokens: 1 },
      { kind: 'placement', tokens: 2 },
      { kind: 'adjustment', tokens: 2 },
    ]);
    expect(facts.finds.map(({ userId }) => userId)).toEqual([finder.id, finder.id]);
    expect(facts.returnedPayments).toEqual([]);

    await change(
      `INSERT INTO payments (user_id, order_id, amount_cents, currency, description, paid_at, revoked_at, dispute_status, disputed_at)
       VALUES (?1, ?2, 200, 'usd', '2 cards', 1, 9, 'lost', 5)`,
      owner.id,
      bought.orderId,
    );
    const later = await factsOf(finder.id);
    expect(later.returnedPayments).toEqual([
      { userId: owner.id, orderId: bought.orderId, kind: 'card_order', amountCents: 200, outcome: 'dispute_lost', at: 5 },
    ]);
    await reversePayment(bought);
    expect((await factsOf(owner.id)).rewards).toMatchObject([{ kind: 'adjustment' }]);
  });

  test('include the owner at the time of a find that paid no owner, even if the card has another owner or none since', async () => {
    const [owner, finder, admin] = [await newMember(), await newMember(), await newAdmin()];
    await verifyEmail(finder.id);
    const cards = [await newCard({ owner: owner.id }), await newCard({ owner: owner.id })] as const;
    await change("UPDATE users SET suspended_at = unixepoch(), suspended_reason = 'Under review' WHERE id = ?", owner.id);
    for (const card of cards) await scan(finder, card);
    const setOwner = async ({ cardId }: TestCard, ownerEmail: string | null) => {
      const edit = { version: 1, location: 'Mill', description: 'Here', latitude: null, longitude: null, ownerEmail };
      expect((await admin.client.put(`/api/admin/cards/${cardId}`, edit)).status).toBe(200);
    };
    await change('UPDATE card_scans SET scan_date = scan_date - 60 WHERE user_id = ?', finder.id);
    await setOwner(cards[0], finder.email);
    await setOwner(cards[1], null);
    const { cards: facts } = await factsOf(finder.id);
    expect(facts.map(({ ownerId }) => ownerId)).toEqual([owner.id, owner.id]);
  });

  test('include members with one bank card, one mailbox at PayPal, referrals, and refunds among them', async () => {
    const top = await newMember();
    const owner = await newMember({ ref: top.user.referralCode });
    const finder = await newMember({ ref: owner.user.referralCode });
    const friend = await newMember({ ref: finder.user.referralCode });
    for (const { id } of [owner, finder])
      await change(
        `INSERT INTO payments (user_id, amount_cents, currency, description, paid_at, card_fingerprint) VALUES (?, 5000, 'usd', 'Basic', 1, 'one-card')`,
        id,
      );
    for (const [id, email] of [
      [owner.id, 'Pa.y+cards@gmail.com'],
      [finder.id, 'pay@googlemail.com'],
      [friend.id, 'other@example.test'],
    ] as const)
      await change('INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, ?, 1)', id, email);
    await change(`UPDATE payments SET dispute_status = 'open', disputed_at = 7 WHERE user_id = ?`, owner.id);
    await change(
      'INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, created_at) VALUES (?, ?, 1000, 1)',
      finder.id,
      friend.id,
    );
    // A free account that the member referred cannot have had money back.
    await newMember({ ref: finder.user.referralCode });
    await scan(finder, await newCard({ owner: owner.id }));
    const facts = await factsOf(finder.id);
    expect(facts.sharedBankCards).toHaveLength(1);
    expect(facts.sharedPayPalAddresses).toEqual([{ userId: expect.any(Number), otherId: expect.any(Number) }]);
    expect(facts.referrers).toMatchObject([
      { id: owner.id, referredById: top.id, hasPaid: true, hasReturnedPayment: true },
      { id: top.id, referredById: null, hasPaid: false, hasReturnedPayment: false },
    ]);
    expect(facts.referred).toMatchObject([
      { id: friend.id, name: friend.user.username, referredById: finder.id, hasReturnedPayment: false },
    ]);
  });

  test('concern the tokens that paid for the certificate, regardless of later earnings', async () => {
    const member = await newMember();
    await verifyEmail(member.id);
    const before = await newCard();
    await scan(member, before);
    await giveTokens(member.id, 59);
    const facts = await factsOf(member.id);
    const number = await redeem(member);
    for (let more = 0; more < 3; more += 1) await scan(member, await newCard());
    expect((await factsOf(member.id, { number })).rewards).toEqual(facts.rewards);
    expect(facts.cards.map(({ id }) => id)).toEqual([before.id]);
    expect((await factsOf(member.id, { price: 3 })).rewards).toHaveLength(3);
    expect((await factsOf(member.id, { price: 3 })).cards.map(({ id }) => id)).not.toContain(before.id);
  });

  test('concern the same tokens again after a canceled certificate returned them', async () => {
    const member = await newMember();
    await verifyEmail(member.id);
    await scan(member, await newCard());
    await giveTokens(member.id, 59);
    const facts = await factsOf(member.id);
    const number = await redeem(member);
    await change(
      tokenRow('refund', {
        user: member.id,
        amount: 60,
        subject: `(SELECT id FROM vacation_certificates WHERE number = '${number}')`,
        at: now,
      }),
    );
    expect((await factsOf(member.id)).rewards).toEqual(facts.rewards);
  });

  test('do not exist for another member’s certificate or an unknown one', async () => {
    const member = await newMember();
    await verifyEmail(member.id);
    await giveTokens(member.id, 60);
    const number = await redeem(member);
    expect(await store.reviews.facts((await newMember()).id, { number })).toBeUndefined();
    expect(await store.reviews.facts(member.id, { number: 'VC-0' })).toBeUndefined();
    expect(await store.reviews.facts(999_999, { price: 60 })).toBeUndefined();
  });
});

test('a farm played through the product shows up in the signals of a case', async () => {
  const address = '203.0.113.77';
  const owner = await newMember({ role: 'basic', email: 'boss.x@gmail.com', address });
  const { cards } = await boughtCards(owner.id, 20);
  const finders: TestMember[] = [];
  for (const number of [0, 1, 2]) finders.push(await newMember({ email: `boss.x+${number}@gmail.com`, address }));
  for (const finder of finders) for (const card of cards) await scan(finder, card);

  const expected = ['one_owner', 'shared_address', 'made_together', 'twins', 'pace', 'mailbox'];
  for (const { id } of finders) {
    const facts = await factsOf(id, { price: 20 });
    expect(reviewSignals(facts, now).map(({ code }) => code)).toEqual(expected);
    expect(groupAccounts(facts).members.sort()).toEqual([owner, ...finders].map((one) => one.id).sort());
  }
  const fed = await factsOf(owner.id, { price: 60 });
  expect(reviewSignals(fed, now).map(({ code }) => code)).toEqual(expected);
});

describe('loading a review case', () => {
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  const countedStore = createStore(countedEnv);
  let heavy: HeavyCases;
  beforeAll(async () => {
    heavy = await seedHeavyCases(env.DB as unknown as PlainDatabase, { members: 2_500, scans: 5_000 }, now);
  }, 60_000);

  async function loadFacts(userId: number) {
    Object.assign(use, { roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
    const facts = await countedStore.reviews.facts(userId, { price: 120 });
    if (!facts) throw new Error('No facts');
    return facts;
  }

  test.each(['finder', 'finderOfBusyCards', 'owner'] as const)('takes three round trips and at most 10,200 rows: %s', async (which) => {
    const facts = await loadFacts(heavy[which]);
    expect(facts.rewards).toHaveLength(120);
    expect(use).toEqual({ roundTrips: 3, rowsRead: expect.any(Number), rowsWritten: 0 });
    expect(use.rowsRead).toBeLessThanOrEqual(10_200);
    expect(reviewSignals(facts, now)).toBeInstanceOf(Array);
  });

  test('reads all finds of quiet cards, but only those next to the member’s on busy ones', async () => {
    const finder = await loadFacts(heavy.finder);
    expect(finder.finds).toHaveLength(120 * twinSearchMaxFinders);
    const busy = await loadFacts(heavy.finderOfBusyCards);
    expect(busy.finds).toHaveLength(120 * (1 + 2 * neighbourFinds));
  });
});
