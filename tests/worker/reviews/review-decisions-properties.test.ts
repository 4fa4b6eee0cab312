/**
 * Property test: runs the same random operations on two copies of a small community. One copy also gets a group decision that is later
 * undone. In the end, both copies must have the same balances and debts.
 */

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { DecisionPreview, ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import type { GroupAction } from '#schema/reviews/review-decision.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type BoughtCards, boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate } from '#tests/worker/support/certificates/stays.ts';
import { change, row, type TestCard } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { refundCards, restoreCards } from '#tests/worker/support/reviews/deciding.ts';
import { isBalanced } from '#worker/domain/tokens/ledger-check.ts';
import { ledgerCheckStore } from '#worker/store/tokens/admin-ledger-checks.ts';

/** Roles of two owners, three finders (the last one unverified) and two members who are never in a group. */
const roles = ['premium', 'basic', 'free', 'free', 'free', 'free', 'free'] as const;
const unverified = 4;
const groupable = 5;
const outsiders = [5, 6];
/** Number of placed and unplaced cards per owner. */
const cardsOfOwner = { placed: 2, unplaced: 2 };
const months = ['2026-05', '2026-06', '2026-07', '2026-08'];

type Operation =
  | { kind: 'find'; member: number; card: number; knowsCode: boolean }
  | { kind: 'redeem'; member: number }
  | { kind: 'pass'; member: number }
  | { kind: 'activate'; member: number }
  | { kind: 'commission'; member: number; cents: number; status: 'pending' | 'held' | 'paid' }
  | { kind: 'chest'; member: number; month: number; status: 'pending' | 'held' | 'paid' }
  | { kind: 'gift'; member: number; amount: number }
  | { kind: 'pay_back'; member: number }
  | { kind: 'forgive'; member: number }
  | { kind: 'money_goes'; order: number }
  | { kind: 'money_comes'; order: number }
  | { kind: 'verify' };

const cards = 2 * (cardsOfOwner.placed + cardsOfOwner.unplaced);
const anybody = fc.nat(roles.length - 1);
const owner = fc.nat(1);
const status = fc.constantFrom('pending' as const, 'held' as const, 'paid' as const);
const kind = <Kind extends Operation['kind']>(name: Kind) => fc.constant(name);

const find = fc.record({ kind: kind('find'), member: anybody, card: fc.nat(cards - 1), knowsCode: fc.boolean() });
const commission = fc.record({ kind: kind('commission'), member: owner, cents: fc.constantFrom(0, 1_000, 2_000), status });
const chest = fc.record({ kind: kind('chest'), member: owner, month: fc.nat(months.length - 1), status });
/** Number of orders: each owner has one for the placed cards, followed by one for the unplaced cards. */
const orders = 4;
const money = fc.record({ kind: fc.constantFrom('money_goes' as const, 'money_comes' as const), order: fc.nat(orders - 1) });
const gift = fc.record({ kind: kind('gift'), member: anybody, amount: fc.integer({ min: 1, max: 5 }) });

const before: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 10, arbitrary: find },
  { weight: 3, arbitrary: fc.record({ kind: kind('redeem'), member: anybody }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('pass'), member: anybody }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('activate'), member: anybody }) },
  { weight: 2, arbitrary: commission },
  { weight: 2, arbitrary: chest },
  { weight: 1, arbitrary: gift },
  { weight: 2, arbitrary: money },
);
const meanwhile: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: find },
  { weight: 1, arbitrary: fc.record({ kind: kind('redeem'), member: fc.constantFrom(...outsiders) }) },
  { weight: 1, arbitrary: commission },
  { weight: 1, arbitrary: chest },
  { weight: 1, arbitrary: gift },
  { weight: 3, arbitrary: money },
  { weight: 2, arbitrary: fc.record({ kind: kind('pay_back'), member: fc.nat(groupable - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('forgive'), member: fc.nat(groupable - 1) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'verify' as const }) },
);

interface World {
  members: DirectMember[];
  cards: TestCard[];
  isPlaced: boolean[];
  orders: BoughtCards[];
}

async function newWorld(): Promise<World> {
  const members: DirectMember[] = [];
  for (const [index, role] of roles.entries()) members.push(await directMember({ role, isVerified: index !== unverified }));
  const world: World = { members, cards: [], isPlaced: [], orders: [] };
  for (const { id } of members.slice(0, 2)) {
    for (const placed of [true, false]) {
      const bought = await boughtCards(id, placed ? cardsOfOwner.placed : cardsOfOwner.unplaced, { placed });
      world.orders.push(bought);
      world.cards.push(...bought.cards);
      world.isPlaced.push(...bought.cards.map(() => placed));
    }
  }
  return world;
}

const now = () => Math.floor(Date.now() / 1_000);

async function play({ members, cards: found, orders: bought }: World, operation: Operation, boss: TestAdmin): Promise<void> {
  if (operation.kind === 'verify') {
    await verifyEmail(members[unverified]?.id ?? 0, now());
    return;
  }
  if (operation.kind === 'money_goes' || operation.kind === 'money_comes') {
    const order = bought[operation.order];
    if (order) await (operation.kind === 'money_goes' ? refundCards(order) : restoreCards(order));
    return;
  }
  const member = members[operation.member];
  if (!member) return;
  const newest = () =>
    row<{ id: number; number: string; version: number }>(
      'SELECT id, number, version FROM vacation_certificates WHERE user_id = ? ORDER BY id DESC LIMIT 1',
      member.id,
    );
  switch (operation.kind) {
    case 'find': {
      const card = found[operation.card];
      await member.client.post('/api/scan', { cardId: card?.cardId, ...(operation.knowsCode && { code: card?.code }) });
      return;
    }
    case 'redeem':
      await giveTokens(member.id, 60);
      await member.client.post('/api/redeem-certificate', { type: 'regional-short' });
      return;
    case 'pass': {
      const certificate = await newest();
      if (certificate) await boss.client.post(`/api/admin/reviews/${certificate.id}/pass`, { version: certificate.version });
      return;
    }
    case 'activate':
      await activate(member.client, (await newest())?.number ?? '');
      return;
    case 'commission':
      // Commissions of 0 cents are never paid out, so a commission created as paid is always $20.
      await owedCommission(member.id, operation.status === 'paid' ? 2_000 : operation.cents, {
        status: operation.status,
        ...(operation.status === 'held' && { why: 'same_card' }),
        at: now(),
      });
      return;
    case 'chest': {
      const month = months[operation.month] ?? '';
      if (await row('SELECT id FROM treasure_chest_payouts WHERE user_id = ? AND month = ?', member.id, month)) return;
      await owedChest(member.id, month, 200, {
        status: operation.status,
        ...(operation.status === 'held' && { why: 'administrator' }),
        at: now(),
      });
      return;
    }
    case 'gift':
      await giveTokens(member.id, operation.amount);
      return;
    case 'pay_back':
      await member.client.post('/api/tokens/pay-back');
      return;
    case 'forgive': {
      const owed = (await row<{ owed: number }>('SELECT owed_tokens AS owed FROM users WHERE id = ?', member.id))?.owed ?? 0;
      if (owed > 0)
        await boss.client.post(`/api/admin/users/${member.id}/owed-tokens/forgive`, { amount: 1, owedTokens: owed, reason: 'Kind' });
    }
  }
}

/** Returns the stored state of one copy's members. Replaces ids with positions so that both copies can be compared. */
async function worldState({ members, cards: found }: World): Promise<Record<string, unknown[]>> {
  const at = (column: string, ids: number[]) => `(SELECT key FROM json_each('${JSON.stringify(ids)}') WHERE value = ${column})`;
  const people = members.map(({ id }) => id);
  const places = found.map(({ id }) => id);
  // A find that awaits its finder's verification no longer matters once another find has confirmed the placement.
  const awaits = 'is_awaiting_verification AND (SELECT placement_confirmed_at IS NULL FROM cache_cards c WHERE c.id = t.card_id)';
  const queries = {
    members: `SELECT ${at('t.id', people)} AS n, token_balance, owed_tokens, treasure_keys, community_keys, suspended_at FROM users t`,
    cards: `SELECT ${at('t.id', places)} AS n, status, total_scans, tokens_earned, placement_confirmed_at FROM cache_cards t`,
    finds: `SELECT ${at('t.user_id', people)} AS n, ${at('t.card_id', places)} AS card, t.kind, tokens_earned, taken_back_by, ${awaits} AS awaits FROM card_scans t`,
    certificates: `SELECT ${at('t.user_id', people)} AS n, status, review FROM vacation_certificates t`,
    commissions: `SELECT ${at('t.referrer_id', people)} AS n, t.kind, status, held_reason, amount_cents, row_number() OVER (ORDER BY t.id) AS nth FROM referral_commissions t WHERE ${at('t.referrer_id', people)} IS NOT NULL`,
    chests: `SELECT ${at('t.user_id', people)} AS n, month, status, held_reason, refused_at, amount_cents FROM treasure_chest_payouts t`,
    due: `SELECT ${at('t.id', people)} AS n, net_cents, entries, rank FROM payout_queue t WHERE version > 0`,
    keys: `SELECT ${at('t.user_id', people)} AS n, t.kind, created_at, sum(amount) AS amount FROM key_events t GROUP BY 1, 2, 3 HAVING sum(amount) <> 0`,
  };
  const answers = await env.DB.batch<Record<string, unknown>>(
    Object.values(queries).map((sql) => env.DB.prepare(`SELECT * FROM (${sql}) WHERE n IS NOT NULL`)),
  );
  return Object.fromEntries(
    Object.keys(queries).map((name, index) => [name, (answers[index]?.results ?? []).map((found) => JSON.stringify(found)).sort()]),
  );
}

async function countRows(): Promise<number[]> {
  const tables = ['token_transactions', 'owed_token_events', 'key_events', 'audit_log', 'outbox', 'review_effects'];
  const counts = await env.DB.batch<{ n: number }>(tables.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`)));
  return counts.map(({ results }) => results[0]?.n ?? 0);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const path = '/api/admin/review-decisions';

propertyTest('a history with an undone decision ends like the same history without it', { usual: 5, long: 40 }, async (numRuns) => {
  const boss = await newAdmin('super_admin');
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(before, { minLength: 8, maxLength: 16 }),
      fc.constantFrom<GroupAction>('take_back', 'take_back', 'take_back', 'hold', 'suspend'),
      fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
      fc.array(meanwhile, { maxLength: 8 }),
      async (first, action, group, rest) => {
        const [decided, other] = [await newWorld(), await newWorld()];
        for (const operation of first) for (const world of [decided, other]) await play(world, operation, boss);
        expect(await worldState(decided)).toEqual(await worldState(other));

        const memberIds = group.map((index) => decided.members[index]?.id ?? 0);
        const preview = (await boss.client.post<DecisionPreview>(`${path}/preview`, { action, memberIds })).body;
        const sizes = await countRows();
        const made = await boss.client.post<ReviewDecisionDetails>(path, { action, memberIds, reason: 'A farm', seen: preview.seen });
        // A decision without effects is rejected, so there is nothing to undo.
        if (made.status === 409) return;
        expect(made.status).toBe(200);
        taken += 1;
        for (const operation of rest) {
          if (!isTheSameInBoth(operation, { action, group, first, rest }, decided)) continue;
          for (const world of [decided, other]) await play(world, operation, boss);
        }
        const undone = await boss.client.post(`${path}/${made.body.id}/undo`, { reason: 'A mistake', version: made.body.version });
        expect(undone).toMatchObject({ status: 200 });
        expect((await countRows()).every((size, index) => size >= (sizes[index] ?? 0))).toBe(true);
        // Undoing a decision puts certificates back under review, so the same certificates in the other copy must also be put under review.
        if (action === 'take_back') {
          await change(
            `UPDATE vacation_certificates SET review = 'waiting' WHERE status = 'active' AND user_id IN (${group.map((index) => other.members[index]?.id).join(', ')})`,
          );
        }
        expect(await worldState(decided)).toEqual(await worldState(other));
      },
    ),
    { numRuns },
  );
  expect(taken).toBeGreaterThan(numRuns / 3);
  const { checks } = await ledgerCheckStore(env.DB).restart(now());
  expect(checks[0] && isBalanced(checks[0])).toBe(true);
});

/**
 * Returns whether an operation has the same effect on both copies of the community. Effects can differ for four reasons: suspended members
 * cannot find cards or earn as owners; rewards depend on which of two finds confirms a placement; debts are forgiven and paid oldest first;
 * and a certificate whose tokens were returned and then reversed by a refund stays refused.
 */
function isTheSameInBoth(
  operation: Operation,
  { action, group, first, rest }: { action: GroupAction; group: number[]; first: Operation[]; rest: Operation[] },
  { isPlaced }: World,
): boolean {
  const does = (history: Operation[], ...kinds: Operation['kind'][]) => history.some((one) => kinds.includes(one.kind));
  const [isSuspension, verifies] = [action === 'suspend', does(rest, 'verify')];
  const isSuspended = (member: number) => isSuspension && group.includes(member);
  switch (operation.kind) {
    case 'find':
      return ![operation.member, Math.floor(operation.card / (cards / 2))].some(isSuspended) && !(verifies && isPlaced[operation.card]);
    case 'verify':
      return ![0, 1].some(isSuspended);
    case 'money_goes':
    case 'money_comes': {
      const ownerOf = Math.floor(operation.order / 2);
      return !verifies && !first.some((one) => one.kind === 'redeem' && one.member === ownerOf);
    }
    case 'forgive':
      return !does(rest, 'money_goes');
    case 'pay_back':
      return !isSuspension && !does(first, 'money_goes');
    default:
      return true;
  }
}
