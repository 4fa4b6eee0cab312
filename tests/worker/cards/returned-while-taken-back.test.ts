/**
 * Refunds and restorations of cards before, during and after a group decision: nothing is reversed twice, and the end state is the same as
 * without the decision. Product rules: Tokens; Reviews.
 *
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, newMember, row } from '#tests/worker/support/client.ts';
import { decide, find, pair, refundCards, restoreCards, storedState, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import { decideGroup } from '#worker/domain/reviews/group-decision.ts';
import { decideUndo } from '#worker/domain/reviews/undo-decision.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const now = () => Math.floor(Date.now() / 1_000);

type Pair = Awaited<ReturnType<typeof community>>;
type Step = 'take back' | 'return' | 'won' | 'undo' | 'spend' | 'gift';

/** Creates an owner with one placed card and two other cards, and a finder of all three. */
async function community() {
  const made = await pair({ finds: 2 });
  await verifyEmail(made.finder.id);
  const placed = await boughtCards(made.owner.id, 1, { placed: true });
  await change('UPDATE cache_cards SET order_id = ?1 WHERE order_id = ?2', made.bought.orderId, placed.orderId);
  await find(made.finder, placed.cards);
  return made;
}

async function play(made: Pair, steps: Step[], hasDecision: boolean) {
  let decision: ReviewDecisionDetails | undefined;
  const held: (number | undefined)[] = [];
  for (const step of steps) {
    if (step === 'take back' && hasDecision) decision = await decide(made.boss, 'take_back', made.ids);
    if (step === 'undo' && decision) await undoDecision(made.boss, decision);
    if (step === 'return') await refundCards(made.bought);
    if (step === 'won') await restoreCards(made.bought);
    if (step === 'spend') await giveTokens(made.owner.id, -10);
    if (step === 'gift') await giveTokens(made.owner.id, 4);
    held.push(await balanceOf(made));
  }
  return held;
}

const balanceOf = async ({ owner }: Pair) =>
  (await row<{ n: number }>('SELECT token_balance - owed_tokens AS n FROM users WHERE id = ?', owner.id))?.n;

/**
 * Returns the state that must be the same with and without the undone decision. It contains the members' key totals but no ids or
 * timestamps.
 */
async function end({ ids }: Pair) {
  const { users, cards, scans } = await storedState(ids);
  const anonymous = (rows: Record<string, unknown>[]) =>
    rows.map(({ id: _, user_id: __, created_at: ___, placement_confirmed_at: confirmed, ...rest }) => ({
      ...rest,
      isConfirmed: confirmed != null,
    }));
  return { users: anonymous(users), cards: anonymous(cards), scans: anonymous(scans) };
}

describe('a history with an undone decision ends like the one without it', () => {
  // The owner has earned 13 tokens: 3 from finds and 10 from a placement.
  test.each<[Step[], (number | undefined)[]]>([
    [
      ['take back', 'return', 'won', 'undo'],
      [0, 0, 0, 13],
    ],
    [
      ['take back', 'return', 'undo', 'won'],
      [0, 0, 0, 13],
    ],
    [
      ['return', 'take back', 'won', 'undo'],
      [0, 0, 0, 13],
    ],
    [
      ['return', 'take back', 'undo', 'won'],
      [0, 0, 0, 13],
    ],
    [
      ['return', 'won', 'take back', 'undo'],
      [0, 13, 0, 13],
    ],
    [
      ['return', 'take back', 'won', 'return', 'undo', 'won'],
      [0, 0, 0, 0, 0, 13],
    ],
    [
      ['take back', 'return', 'won', 'return', 'won', 'undo'],
      [0, 0, 0, 0, 0, 13],
    ],
    [
      ['return', 'take back', 'won', 'return', 'won', 'undo'],
      [0, 0, 0, 0, 0, 13],
    ],
    // Taking back tokens that were already spent creates a debt, whether the refund or the group decision comes first.
    [
      ['spend', 'return', 'take back', 'won', 'undo'],
      [3, -10, -10, -10, 3],
    ],
    [
      ['spend', 'take back', 'return', 'gift', 'won', 'undo'],
      [3, -10, -10, -6, -6, 7],
    ],
    [
      ['spend', 'return', 'take back', 'gift', 'won', 'undo'],
      [3, -10, -10, -6, -6, 7],
    ],
  ])('%j', async (steps, balances) => {
    const [decided, other] = [await community(), await community()];
    expect(await play(decided, steps, true)).toEqual(balances);
    await play(other, steps, false);
    expect(await end(decided)).toEqual(await end(other));
  });

  test('when the owner is not in the group, so that only the refund changes their balance', async () => {
    const made = await community();
    await refundCards(made.bought);
    const decision = await decide(made.boss, 'take_back', [made.finder.id]);
    expect(await balanceOf(made)).toBe(0);
    await restoreCards(made.bought);
    expect(await balanceOf(made)).toBe(13);
    await undoDecision(made.boss, decision);
    expect(await balanceOf(made)).toBe(13);
  });

  test('and restores rewards from outside the group when the dispute is won', async () => {
    const made = await community();
    const honest = await newMember();
    await find(honest, made.cards.slice(0, 1));
    await refundCards(made.bought);
    await decide(made.boss, 'take_back', made.ids);
    await restoreCards(made.bought);
    expect(await balanceOf(made)).toBe(1);
  });
});

test('a card’s totals exclude finds that were taken back while its payment was refunded', async () => {
  const made = await community();
  await refundCards(made.bought);
  await decide(made.boss, 'take_back', made.ids);
  const { cards } = await storedState(made.ids);
  expect(cards.map(({ total_scans, tokens_earned }) => [total_scans, tokens_earned])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

describe('a change of payment between load and commit', () => {
  const decisions = () => createStore(env as unknown as Env).admin.reviewDecisions;
  const order = ({ ids }: Pair, boss: number) => ({
    key: `key-${ids.join('-')}`,
    action: 'take_back' as const,
    memberIds: ids,
    reason: 'A farm',
    certificateId: null,
    signals: [],
    actor: { adminId: boss, address: null, requestId: 'r' },
  });
  const adminId = async () => (await row<{ id: number }>('SELECT max(id) AS id FROM admins'))?.id ?? 0;

  test('makes a decision stale', async () => {
    const made = await community();
    const seen = await decisions().load('take_back', made.ids, null);
    const plan = decideGroup(seen.facts, 'take_back', now());
    if (!plan.ok) throw new Error(plan.refusal);
    await refundCards(made.bought);
    expect(await decisions().decide(order(made, await adminId()), plan.value, seen, now())).toBe('changed_meanwhile');
    expect(await balanceOf(made)).toBe(0);
  });

  test('makes undoing a decision stale', async () => {
    const made = await community();
    const decision = await decide(made.boss, 'take_back', made.ids);
    const seen = await decisions().loadUndo(decision.id);
    const plan = seen && decideUndo(seen.facts, decision.version, now());
    if (!seen || !plan?.ok) throw new Error('The decision cannot be undone');
    await refundCards(made.bought);
    const undoing = { ...order(made, await adminId()), id: decision.id, key: `undo-${decision.id}` };
    expect(await decisions().undo(undoing, plan.value, seen, now())).toBe('changed_meanwhile');
    await undoDecision(made.boss, decision);
    expect(await balanceOf(made)).toBe(0);
  });
});
