/**
 * The owner of a card at the time of a find remains on record after the owner deletes the account or the card changes hands. Product rules:
 * Signals.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { advanceClock, change, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { all, decide, find, redeem, storedState, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import type { ReviewFacts } from '#worker/domain/reviews/facts.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const store = createStore(env as unknown as Env);

afterEach(() => {
  vi.useRealTimers();
});

/** Deletes the account and advances the clock by a week, after which the job erases the data. */
async function erase(member: TestMember): Promise<void> {
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
}

async function factsOf(member: TestMember): Promise<ReviewFacts> {
  const facts = await store.reviews.facts(member.id, { price: 60 });
  if (!facts) throw new Error('No facts');
  return facts;
}

const ownersOf = async (member: TestMember) => (await factsOf(member)).cards.map(({ ownerId }) => ownerId);

/** Creates an owner with three referred accounts, which find all of the owner's cards at walking speed. */
async function newFarm() {
  const owner = await newMember({ role: 'premium', email: `farm-${crypto.randomUUID()}@example.test` });
  const { cards, orderId } = await boughtCards(owner.id, 30, { placed: true });
  const finders: TestMember[] = [];
  for (let number = 0; number < 3; number += 1) {
    const finder = await newMember({ ref: owner.user.referralCode });
    await verifyEmail(finder.id);
    for (const card of cards) {
      advanceClock(60);
      await find(finder, [card]);
    }
    await giveTokens(finder.id, 30);
    finders.push(finder);
  }
  const [first, second] = finders as [TestMember, TestMember, TestMember];
  return { owner, orderId, finders, first, second, ids: [owner, ...finders].map(({ id }) => id) };
}

async function balances(ids: number[]): Promise<number[]> {
  const rows = await all<{ tokens: number }>(`SELECT token_balance AS tokens FROM users WHERE id IN (${ids.join(', ')}) ORDER BY id`);
  return rows.map(({ tokens }) => tokens);
}

async function caseOf(reviewId: number) {
  const boss = await newAdmin('super_admin');
  const shown = v.parse(AdminReviewCase, (await boss.client.get(`/api/admin/reviews/${reviewId}/case`)).body);
  const signals = shown.signals.map(({ code, sentence }) => (sentence === null ? `${code} is gone` : code));
  const group = shown.accounts.filter(({ isInGroup }) => isInGroup).map(({ id }) => id);
  return { boss, shown, signals, group: group.sort((one, other) => one - other) };
}

describe('the erased owner of a card', () => {
  test('adds a signal to later cases and leaves the group unchanged, and a decision covers all and can be undone exactly', async () => {
    const { owner, orderId, first, second, ids } = await newFarm();
    const before = await caseOf(await redeem(first));
    expect(before.signals).toEqual(['one_owner', 'twins', 'made_together']);
    expect(before.group).toEqual(ids);

    await erase(owner);
    expect(await all(`SELECT DISTINCT user_id AS "owner" FROM cache_cards WHERE order_id = ${orderId}`)).toEqual([{ owner: null }]);
    const reviewId = await redeem(second);
    const { boss, shown, ...after } = await caseOf(reviewId);
    expect(after.signals).toEqual(['one_owner', 'left', 'twins', 'made_together']);
    expect(after.group).toEqual(before.group);
    expect(new Set(shown.cards.map(({ ownerId }) => ownerId))).toEqual(new Set([owner.id]));
    const left = `member ${owner.id} (left)`;
    expect(shown.accounts.find(({ id }) => id === owner.id)).toMatchObject({ name: left, email: null, isInGroup: true });
    expect(shown.signals.find(({ code }) => code === 'one_owner')?.sentence).toContain(`30 cards owned by ${left}`);

    const storedBefore = await storedState(ids);
    const totals = () => row('SELECT sum(total_scans) AS finds, sum(tokens_earned) AS tokens FROM cache_cards WHERE order_id = ?', orderId);
    const earned = await totals();
    const decision = await decide(boss, 'take_back', ids, reviewId);
    expect(await totals()).toEqual({ finds: 0, tokens: 0 });
    // All tokens from the finds are reversed, including the owner's 90. The gifts of 30 tokens remain because the two certificates were
    // refused.
    expect(await balances(ids)).toEqual([0, 30, 30, 30]);
    await undoDecision(boss, decision);
    expect(await storedState(ids)).toEqual(storedBefore);
    expect(await totals()).toEqual(earned);
  });

  test('is also the owner of later finds', async () => {
    const owner = await newMember({ role: 'basic' });
    const { cards } = await boughtCards(owner.id, 2);
    await erase(owner);
    const finder = await newMember();
    await find(finder, cards);
    expect(await row('SELECT sum(amount) AS paid FROM token_transactions WHERE user_id = ?', owner.id)).toEqual({ paid: null });
    expect(await ownersOf(finder)).toEqual([owner.id, owner.id]);
  });
});

describe('after a card changed hands, the owner of a find', () => {
  test('is the member who was paid for it', async () => {
    const [former, next] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
    const { cards } = await boughtCards(former.id);
    const [early, late] = [await newMember(), await newMember()];
    await find(early, cards);
    await change('UPDATE cache_cards SET user_id = ? WHERE user_id = ?', next.id, former.id);
    await find(late, cards);
    expect(await ownersOf(early)).toEqual([former.id]);
    expect(await ownersOf(late)).toEqual([next.id]);
    expect(await ownersOf(former)).toEqual([former.id]);
    expect(await ownersOf(next)).toEqual([next.id]);
  });

  test('is unknown if the last owner was erased, even when the buyer is known', async () => {
    const [buyer, next] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
    const { cards } = await boughtCards(buyer.id);
    await change('UPDATE cache_cards SET user_id = ? WHERE user_id = ?', next.id, buyer.id);
    await erase(next);
    const finder = await newMember();
    await find(finder, cards);
    expect(await ownersOf(finder)).toEqual([null]);
  });
});
