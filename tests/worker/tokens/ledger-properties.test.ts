/**
 * Property test: random scans, retries, races, placements, refunds and interrupted batches, compared with a small model of every member's
 * tokens, keys and debt.
 */

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeEach, expect, vi } from 'vitest';
import { tokenKinds as kinds } from '#schema/tokens/ledger-kinds.ts';
import type { RepayResponse } from '#schema/tokens/token.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { type BoughtCards, boughtCards, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { type Answer, change, expectError, row, type TestCard } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { paysOwnerFor } from '#worker/store/tokens/ledger-kinds.ts';

const roles = ['free', 'basic', 'premium', 'basic'] as const;
const memberCount = roles.length;
const cardCount = 8;

type Fault = 'before' | 'inside' | 'after';
type Operation =
  | { kind: 'verify'; member: number }
  | { kind: 'spend'; member: number; half: boolean }
  | { kind: 'return'; owner: number; times: number; isSpent: boolean }
  | { kind: 'keep'; owner: number }
  | { kind: 'pay_back'; member: number }
  | { kind: 'return_race'; owner: number; scans: { member: number; card: number }[]; gift: boolean }
  | { kind: 'scan'; member: number; card: number; withCode: boolean }
  | { kind: 'race'; scans: { member: number; card: number }[] }
  | { kind: 'place'; card: number }
  | { kind: 'report'; member: number; card: number }
  | { kind: 'cut_off'; member: number; card: number; fault: Fault };

const member = fc.nat(memberCount - 1);
const card = fc.nat(cardCount - 1);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const), member, card, withCode: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('race' as const),
      scans: fc.array(fc.record({ member, card }), { minLength: 2, maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('place' as const), card }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('verify' as const), member }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spend' as const), member, half: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('return' as const),
      owner: member,
      times: fc.integer({ min: 1, max: 3 }),
      isSpent: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('keep' as const), owner: member }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay_back' as const), member }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('return_race' as const),
      owner: member,
      scans: fc.array(fc.record({ member, card }), { minLength: 1, maxLength: 5 }),
      gift: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('report' as const), member, card }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cut_off' as const),
      member,
      card,
      fault: fc.constantFrom<Fault>('before', 'inside', 'after'),
    }),
  },
);

/**
 * Wraps the database so that its next write batch fails: before the batch starts, halfway through, or after the commit but before the
 * response.
 */
function dyingDatabase(fault: Fault): D1Database {
  let batches = 0;
  return withSession({
    prepare: (sql) => env.DB.prepare(sql),
    async batch<Row>(statements: D1PreparedStatement[]) {
      batches += 1;
      if (batches < 2) return env.DB.batch<Row>(statements);
      if (fault === 'before') throw new Error('D1_ERROR: connection lost');
      if (fault === 'after') {
        await env.DB.batch(statements);
        throw new Error('D1_ERROR: connection lost');
      }
      const half = Math.ceil(statements.length / 2);
      const violation = env.DB.prepare(`UPDATE users SET role = 'nobody' WHERE id = 1`);
      return env.DB.batch<Row>([...statements.slice(0, half), violation, ...statements.slice(half)]);
    },
  });
}

/** A model of the rules for every member's tokens, keys and debt. */
class Model {
  readonly found = new Set<string>();
  readonly placed = new Set<number>();
  readonly confirmed = new Set<number>();
  readonly balances = Array<number>(memberCount).fill(0);
  readonly placementsPaid = Array<number>(memberCount).fill(0);
  /** Whether each member is verified; only member 2 is unverified at first. */
  readonly verified = roles.map((_, index) => index !== 2);
  /** Unverified finders of each card, in order of their finds. A find confirms the placement once its finder has verified their email. */
  readonly unverified = new Map<number, number[]>();
  /** Totals of each owner's only card order: tokens earned, and tokens reversed or owed since its refund. */
  readonly earned = Array<number>(memberCount).fill(0);
  readonly taken = Array<number>(memberCount).fill(0);
  readonly owed = Array<number>(memberCount).fill(0);
  readonly returned = new Set<number>();

  /** Returns the owner of a card: card n belongs to member n mod 4. */
  owner(card: number): number {
    return card % memberCount;
  }

  /** Returns the finder's tokens for the scan, or undefined if the card cannot be found. */
  scan(finder: number, card: number, withCode = true): number | undefined {
    const owner = this.owner(card);
    if (this.returned.has(owner)) return undefined;
    if (owner === finder || this.found.has(`${card}:${finder}`)) return 0;
    this.found.add(`${card}:${finder}`);
    this.add(finder, 1);
    this.earn(owner, 1);
    if (withCode && this.placed.has(card) && !areTied(finder, owner)) {
      if (this.verified[finder]) this.confirm(card);
      else this.unverified.set(card, [...(this.unverified.get(card) ?? []), finder]);
    }
    return 1;
  }

  place(card: number): boolean | undefined {
    if (this.returned.has(this.owner(card))) return undefined;
    if (roles[this.owner(card)] === 'free') return false;
    this.placed.add(card);
    return true;
  }

  verify(member: number): void {
    this.verified[member] = true;
    for (const [card, finders] of this.unverified) {
      if (finders.includes(member) && !this.returned.has(this.owner(card))) this.confirm(card);
      this.unverified.set(
        card,
        finders.filter((finder) => finder !== member),
      );
    }
  }

  /** Spends all or half of the member's balance; returns the amount. */
  spend(member: number, half: boolean): number {
    const amount = Math.ceil(this.of(this.balances, member) / (half ? 2 : 1));
    this.add(member, -amount);
    return amount;
  }

  goBack(owner: number): void {
    this.returned.add(owner);
    const due = this.of(this.earned, owner) - this.of(this.taken, owner) - this.of(this.owed, owner);
    this.take(owner, Math.min(this.of(this.balances, owner), due));
    this.owed[owner] = this.of(this.earned, owner) - this.of(this.taken, owner);
  }

  /** Models the refund of an order when the number of reversed tokens is already known. */
  goBackHaving(owner: number, taken: number): void {
    this.returned.add(owner);
    this.take(owner, taken - this.of(this.taken, owner));
    this.owed[owner] = this.of(this.earned, owner) - taken;
  }

  isKept(owner: number): void {
    this.returned.delete(owner);
    this.take(owner, -this.of(this.taken, owner));
    this.owed[owner] = 0;
  }

  payBack(member: number): number {
    const paid = Math.min(this.of(this.balances, member), this.of(this.owed, member));
    this.take(member, paid);
    this.owed[member] = this.of(this.owed, member) - paid;
    return paid;
  }

  private confirm(card: number): void {
    if (this.confirmed.has(card)) return;
    this.confirmed.add(card);
    const owner = this.owner(card);
    this.earn(owner, this.placementsPaid[owner] === 0 ? 10 : 2);
    this.placementsPaid[owner] = this.of(this.placementsPaid, owner) + 1;
  }

  private earn(owner: number, tokens: number): void {
    this.earned[owner] = this.of(this.earned, owner) + tokens;
    this.add(owner, tokens);
  }

  private take(owner: number, tokens: number): void {
    this.taken[owner] = this.of(this.taken, owner) + tokens;
    this.add(owner, -tokens);
  }

  private of(figures: number[], member: number): number {
    return figures[member] ?? 0;
  }

  private add(member: number, tokens: number): void {
    this.balances[member] = (this.balances[member] ?? 0) + tokens;
  }
}

/** Returns whether two members are linked: member 3 was referred by member 1. */
function areTied(one: number, other: number): boolean {
  return (one === 3 && other === 1) || (one === 1 && other === 3);
}

interface World {
  members: DirectMember[];
  cards: TestCard[];
  /** One order per member; each member owns every fourth card. */
  orders: BoughtCards[];
}

async function newWorld(): Promise<World> {
  const members: DirectMember[] = [];
  for (const [index, role] of roles.entries())
    members.push(await directMember({ role, referredBy: index === 3 ? members[1]?.id : undefined, isVerified: index !== 2 }));
  const orders: BoughtCards[] = [];
  for (const { id } of members) orders.push(await boughtCards(id, cardCount / memberCount, { status: 'ordered' }));
  const cards = Array.from(
    { length: cardCount },
    (_, index) => orders[index % memberCount]?.cards[Math.floor(index / memberCount)] as TestCard,
  );
  return { members, cards, orders };
}

async function expectLedgerToBalance(world: World, model: Model): Promise<void> {
  const ids = world.members.map((one) => one.id);
  const [members, cards] = await env.DB.batch<Record<string, number>>([
    env.DB.prepare(
      `SELECT u.id, u.token_balance AS balance, COALESCE((SELECT SUM(amount) FROM token_transactions t WHERE t.user_id = u.id), 0) AS ledger,
         u.owed_tokens AS owed, COALESCE((SELECT SUM(amount) FROM owed_token_events e WHERE e.user_id = u.id), 0) AS owedRows,
         COALESCE((SELECT -SUM(amount) FROM token_transactions t WHERE t.user_id = u.id AND t.kind = ${kinds.order_reversal.code}), 0) AS taken,
         COALESCE((SELECT SUM(amount) FROM token_transactions t WHERE t.user_id = u.id AND t.kind IN (${kinds.owner_scan.code}, ${kinds.placement.code})), 0) AS earned,
         (SELECT COUNT(*) FROM token_transactions t WHERE t.user_id = u.id AND t.kind = ${kinds.placement.code}) AS placements,
         u.community_keys AS keys
       FROM users u WHERE u.id IN (SELECT value FROM json_each(?)) ORDER BY u.id`,
    ).bind(JSON.stringify(ids)),
    env.DB.prepare(
      `SELECT c.total_scans AS scans, (SELECT COUNT(*) FROM card_scans s WHERE s.card_id = c.id AND s.kind = 0) AS rows,
         c.tokens_earned AS tokens, COALESCE((SELECT SUM(amount) FROM token_transactions t WHERE t.kind <= ${kinds.placement.code} AND t.subject_id = c.id), 0) AS paid
       FROM cache_cards c WHERE c.id IN (SELECT value FROM json_each(?))`,
    ).bind(JSON.stringify(world.cards.map((one) => one.id))),
  ]);
  // Each ledger row that pays an owner for a find must match the row that pays the finder (`paysOwnerFor`).
  expect(
    await row(
      `SELECT count(*) AS strays FROM token_transactions o LEFT JOIN token_transactions f ON ${paysOwnerFor} AND f.kind = ${kinds.scan.code}
       WHERE o.kind = ${kinds.owner_scan.code} AND f.id IS NULL`,
    ),
  ).toEqual({ strays: 0 });
  const found = members?.results ?? [];
  expect(found.map(({ balance, owed, earned, placements }) => ({ balance, owed, earned, placements }))).toEqual(
    ids.map((_, index) => ({
      balance: model.balances[index],
      owed: model.owed[index],
      earned: model.earned[index],
      placements: model.placementsPaid[index],
    })),
  );
  for (const [index, row] of found.entries()) {
    expect(row.balance).toBe(row.ledger);
    expect(row.balance).toBeGreaterThanOrEqual(0);
    expect(row.owed).toBe(row.owedRows);
    // Every token earned by a refunded order's cards is either reversed or owed. Tokens from other orders are neither.
    expect((row.taken ?? 0) + (row.owed ?? 0)).toBe(model.returned.has(index) ? row.earned : 0);
    expect(row.keys).toBe(model.returned.has(index) ? 0 : row.placements);
  }
  for (const row of cards?.results ?? []) {
    expect(row.scans).toBe(row.rows);
    expect(row.tokens).toBe(row.paid);
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

let keys = 0;

async function perform(world: World, model: Model, operation: Operation): Promise<void> {
  const memberOf = (index: number) => world.members[index] as DirectMember;
  const cardOf = (index: number) => world.cards[index] as TestCard;
  switch (operation.kind) {
    case 'scan': {
      const { cardId, code } = cardOf(operation.card);
      const answer = await memberOf(operation.member).client.post('/api/scan', { cardId, ...(operation.withCode && { code }) });
      expectFind(answer, model.scan(operation.member, operation.card, operation.withCode));
      return;
    }
    case 'race': {
      const scans = operation.scans.filter(({ card }) => !model.returned.has(model.owner(card)));
      const answers = await Promise.all(scans.map((scan) => find(scan)));
      const expected = scans.reduce((sum, scan) => sum + (model.scan(scan.member, scan.card) ?? 0), 0);
      expect(answers.reduce((sum, answer) => sum + answer.body.tokensEarned, 0)).toBe(expected);
      return;
    }
    case 'place': {
      const owner = memberOf(model.owner(operation.card));
      const answer = await owner.client.post(`/api/cache-cards/${cardOf(operation.card).cardId}/placement`, {
        location: 'Mill',
        description: 'Stone',
      });
      const isPlaced = model.place(operation.card);
      expect(answer.status).toBe(isPlaced === undefined ? 404 : isPlaced ? 200 : 403);
      return;
    }
    case 'report': {
      const answer = await memberOf(operation.member).client.post(`/api/card/${cardOf(operation.card).cardId}/report`);
      // Owners can report their own card as missing without a verified email. Their report removes the card from the map.
      const mayReport = model.verified[operation.member] || model.owner(operation.card) === operation.member;
      const reported = mayReport ? [200, 409] : [403, 409];
      expect(model.returned.has(model.owner(operation.card)) ? [404] : reported).toContain(answer.status);
      return;
    }
    case 'verify': {
      await verifyEmail(memberOf(operation.member).id);
      model.verify(operation.member);
      return;
    }
    case 'spend':
      return spend(operation.member, operation.half);
    case 'return': {
      const order = world.orders[operation.owner] as BoughtCards;
      if (operation.isSpent) await spend(operation.owner, false);
      await Promise.all(Array.from({ length: operation.times }, () => reversePayment(order)));
      model.goBack(operation.owner);
      return;
    }
    case 'keep':
      await restorePayment(world.orders[operation.owner] as BoughtCards);
      model.isKept(operation.owner);
      return;
    case 'pay_back': {
      const { body } = await memberOf(operation.member).client.post<RepayResponse>('/api/tokens/pay-back');
      expect(body.paidBack).toBe(model.payBack(operation.member));
      return;
    }
    case 'return_race':
      return returnRace(operation);
    case 'cut_off': {
      const { client } = memberOf(operation.member);
      const { cardId, code } = cardOf(operation.card);
      keys += 1;
      const key = { 'Idempotency-Key': `cut-off-${keys}` };
      client.workerEnv = { ...(env as unknown as Env), DB: dyingDatabase(operation.fault) };
      const cut = await client.post('/api/scan', { cardId, code }, key);
      client.workerEnv = env as unknown as Env;
      expect([200, 404, 500]).toContain(cut.status);
      // The client retries the request that got no response and earns the scan's reward only once.
      expectFind(await client.post('/api/scan', { cardId, code }, key), model.scan(operation.member, operation.card));
    }
  }

  async function spend(member: number, half: boolean): Promise<void> {
    const amount = model.spend(member, half);
    if (amount > 0) await giveTokens(memberOf(member).id, -amount);
  }

  function find({ member, card }: { member: number; card: number }) {
    const { cardId, code } = cardOf(card);
    return memberOf(member).client.post<{ tokensEarned: number }>('/api/scan', { cardId, code });
  }

  /** Runs finds, a redemption and a repayment concurrently with a refund. The order in which they take effect is up to the database. */
  async function returnRace({ owner, scans, gift }: Extract<Operation, { kind: 'return_race' }>): Promise<void> {
    const { id, client } = memberOf(owner);
    if (gift) {
      await giveTokens(id, 60);
      model.balances[owner] = (model.balances[owner] ?? 0) + 60;
    }
    const open = scans.filter(({ card }) => !model.returned.has(model.owner(card)));
    const [answers, redemptions, paid] = await Promise.all([
      Promise.all(open.map(find)),
      Promise.all(Array.from({ length: 3 }, () => client.post('/api/redeem-certificate', { type: 'regional-short' }))),
      client.post<RepayResponse>('/api/tokens/pay-back'),
      reversePayment(world.orders[owner] as BoughtCards),
      reversePayment(world.orders[owner] as BoughtCards),
    ]);
    expect(paid.status).toBe(200);
    for (const [index, answer] of answers.entries()) {
      const scan = open[index] as { member: number; card: number };
      if (answer.status === 200) expectFind(answer, model.scan(scan.member, scan.card), answer.body.tokensEarned);
      else expectError(answer, 404, 'card_not_found');
    }
    const redeemed = redemptions.filter(({ status }) => status === 200).length;
    expect(redeemed).toBeLessThanOrEqual(1);
    model.balances[owner] = (model.balances[owner] ?? 0) - 60 * redeemed;
    // Reads the reversed total from the database because it depends on whether the refund or the redemption took effect first.
    const taken = await row<{ taken: number }>(
      `SELECT coalesce(-sum(amount), 0) AS taken FROM token_transactions WHERE user_id = ? AND kind = ${kinds.order_reversal.code}`,
      id,
    );
    model.goBackHaving(owner, taken?.taken ?? 0);
  }
}

/** Asserts the response to a scan. `tokens` is the find's reward, or undefined if the card cannot be found. */
function expectFind(answer: Answer<unknown>, tokens: number | undefined, answered = tokens): void {
  if (tokens === undefined) expectError(answer, 404, 'card_not_found');
  else expect(answer).toMatchObject({ status: 200, body: { tokensEarned: answered } });
}

propertyTest(
  'after random operations every balance equals its ledger, and nothing is paid, reversed or owed twice',
  { usual: 4, long: 60 },
  async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
        const world = await newWorld();
        const model = new Model();
        for (const one of operations) {
          await perform(world, model, one);
          await expectLedgerToBalance(world, model);
          // Clears the rate counters because scans of unknown cards count as guesses and the guess limit is not tested here.
          await change('DELETE FROM rate_counters');
        }
      }),
      { numRuns, endOnFailure: true },
    );
  },
);
