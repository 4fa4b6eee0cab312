/**
 * Random redemptions, cancellations, activations, finds and refunds, some of them concurrent or interrupted. The results are compared with
 * a small model of each member's certificates, tokens and debt.
 */

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { certificateOptions } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { RepayResponse } from '#schema/tokens/token.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type BoughtCards, boughtCards, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate } from '#tests/worker/support/certificates/stays.ts';
import { localTravel } from '#tests/worker/support/certificates/travel.ts';
import { change, newCard, row, setClock, type TestCard } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { cancelCertificate } from '#worker/flows/certificates/cancel-certificate.ts';
import { createStore } from '#worker/store/store.ts';

const dayMs = 86_400_000;
const types = certificateOptions.map(({ type }) => type);
const option = fc.nat(types.length - 1);

type Operation =
  | { kind: 'redeem'; option: number }
  | { kind: 'race'; options: number[]; scans: number; goesBack: boolean }
  | { kind: 'earn'; tokens: number }
  | { kind: 'goes_back'; order: number; isSpent: boolean }
  | { kind: 'is_kept'; order: number }
  | { kind: 'pay_back' }
  | { kind: 'cut_off'; option: number; after: boolean }
  | { kind: 'cancel'; times: number }
  | { kind: 'pass' }
  | { kind: 'activate' }
  | { kind: 'gift'; amount: number }
  | { kind: 'wait'; days: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('redeem' as const), option }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('race' as const),
      options: fc.array(option, { minLength: 1, maxLength: 5 }),
      scans: fc.nat(4),
      goesBack: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('earn' as const), tokens: fc.integer({ min: 20, max: 120 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('goes_back' as const), order: fc.nat(1), isSpent: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('is_kept' as const), order: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pay_back' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut_off' as const), option, after: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), times: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'pass' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'activate' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gift' as const), amount: fc.integer({ min: 1, max: 130 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 5, max: 400 }) }) },
);

interface Held {
  cost: number;
  redeemedAt: number;
  /** Start of the certificate's 30 days, in milliseconds. */
  since: number;
  status: 'active' | 'activated' | 'cancelled';
  isInReview: boolean;
}

interface Bought {
  bought: BoughtCards;
  /** Tokens earned by the bought card. */
  earned: number;
  /** Tokens reversed when the card's payment was refunded. */
  taken: number;
  owed: number;
  isReturned: boolean;
  /** When the debt began; the oldest debt is paid first. */
  owedSince: number;
}

/** A model of the rules for one member's certificates, tokens and debt. */
class Model {
  balance = 0;
  readonly orders: Bought[] = [];
  private debts = 0;
  readonly held: Held[] = [];

  /** Returns the expected response status of a redemption. */
  redeem(cost: number): 200 | 400 | 409 {
    if (this.held.some(({ status, redeemedAt }) => status !== 'cancelled' && yearAfter(redeemedAt) > Date.now())) return 409;
    if (this.balance - this.owed < cost) return 400;
    this.balance -= cost;
    const isInReview = this.owed > 0 || this.held.every(({ status }) => status === 'cancelled');
    this.held.push({ cost, redeemedAt: Date.now(), since: Date.now(), status: 'active', isInReview });
    return 200;
  }

  cancelNewest(): boolean {
    const newest = this.held.at(-1);
    if (!newest || newest.status === 'cancelled' || hasExpired(newest)) return false;
    Object.assign(newest, { status: 'cancelled', isInReview: false });
    this.balance += newest.cost;
    return true;
  }

  passNewest(): boolean {
    const newest = this.held.at(-1);
    if (!newest?.isInReview) return false;
    Object.assign(newest, { isInReview: false, since: Date.now() });
    return true;
  }

  activateNewest(): boolean {
    const newest = this.held.at(-1);
    if (newest?.status !== 'active' || newest.isInReview || hasExpired(newest) || this.owed > 0) return false;
    newest.status = 'activated';
    return true;
  }

  get owed(): number {
    return this.orders.reduce((sum, { owed }) => sum + owed, 0);
  }

  goBack(order: Bought, taken = Math.min(this.balance, order.earned)): void {
    const owedBefore = this.owed;
    Object.assign(order, { isReturned: true, taken, owed: order.earned - taken });
    if (owedBefore === 0 && this.owed > 0) {
      for (const held of this.held) held.isInReview = held.status === 'active' && !hasExpired(held);
    }
    this.balance -= taken;
    if (order.owed > 0 && order.owedSince === Number.POSITIVE_INFINITY) {
      this.debts += 1;
      order.owedSince = this.debts;
    }
  }

  isKept(order: Bought): void {
    this.balance += order.taken;
    Object.assign(order, { isReturned: false, taken: 0, owed: 0 });
  }

  payBack(): number {
    const before = this.balance;
    for (const order of this.orders.filter(({ owed }) => owed > 0).sort((one, other) => one.owedSince - other.owedSince)) {
      const paid = Math.min(this.balance, order.owed);
      order.owed -= paid;
      order.taken += paid;
      this.balance -= paid;
    }
    return before - this.balance;
  }
}

/** Returns whether the certificate's 30th day has passed. The clock in these tests advances in whole days. */
function hasExpired({ status, since, isInReview }: Held): boolean {
  return status === 'active' && !isInReview && since + 30 * dayMs < Date.now();
}

function yearAfter(time: number): number {
  const next = new Date(time);
  return next.setUTCFullYear(next.getUTCFullYear() + 1);
}

/** Wraps the database so that the batch that inserts a certificate either never runs, or runs but its response is lost. */
function losing(after: boolean): D1Database {
  let isRedeeming = false;
  return withSession({
    prepare(sql) {
      isRedeeming ||= sql.startsWith('INSERT INTO vacation_certificates');
      return env.DB.prepare(sql);
    },
    async batch<Row>(statements: D1PreparedStatement[]) {
      if (!isRedeeming) return env.DB.batch<Row>(statements);
      if (after) await env.DB.batch(statements);
      throw new Error('D1_ERROR: connection lost');
    },
  });
}

beforeEach(() => {
  setClock('2026-11-21T10:00:00Z');
  // Silences the log because the tests cause errors on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const redeem = (client: DirectMember['client'], index: number) => client.post('/api/redeem-certificate', { type: types[index] });
const costOf = (index: number) => certificateOptions[index]?.tokenCost ?? 0;

async function newest(member: DirectMember): Promise<VacationCertificate | undefined> {
  return (await member.client.get<VacationCertificate[]>('/api/vacation-certificates')).body[0];
}

async function perform(member: DirectMember, model: Model, operation: Operation): Promise<void> {
  const { client, id } = member;
  switch (operation.kind) {
    case 'redeem': {
      expect((await redeem(client, operation.option)).status).toBe(model.redeem(costOf(operation.option)));
      return;
    }
    case 'race': {
      const cards: TestCard[] = [];
      for (let count = 0; count < operation.scans; count += 1) cards.push(await newCard());
      const returned = operation.goesBack ? model.orders.find(({ isReturned }) => !isReturned) : undefined;
      const [answers, scans] = await Promise.all([
        Promise.all(operation.options.map((index) => redeem(client, index))),
        Promise.all(cards.map(({ cardId, code }) => client.post('/api/scan', { cardId, code }))),
        ...(returned ? [reversePayment(returned.bought)] : []),
      ]);
      for (const scan of scans) expect(scan).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
      // The database serializes concurrent redemptions. At most one of them may succeed, and the model must allow it.
      const done = answers.findIndex(({ status }) => status === 200);
      model.balance += scans.length;
      if (done >= 0) expect(model.redeem(costOf(operation.options[done] ?? 0))).toBe(200);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(done >= 0 ? 1 : 0);
      // If tokens from the refunded cards were already spent, they cannot be reversed and become debt.
      if (returned) model.goBack(returned, await reversedTokensOf(returned.bought));
      // If there were concurrent finds, the redemptions may have run before the finds earned their tokens. Without finds, one of the
      // redemptions that the member can afford must succeed.
      if (done < 0 && scans.length === 0) for (const index of operation.options) expect(model.redeem(costOf(index))).not.toBe(200);
      return;
    }
    case 'earn': {
      const bought = await boughtCards(id);
      model.orders.push({ bought, earned: operation.tokens, taken: 0, owed: 0, isReturned: false, owedSince: Number.POSITIVE_INFINITY });
      model.balance += operation.tokens;
      await change(tokenRow('placement', { user: id, amount: operation.tokens, subject: bought.cards[0]?.id ?? 0 }));
      return;
    }
    case 'goes_back': {
      const order = model.orders.filter(({ isReturned }) => !isReturned)[operation.order];
      if (!order) return;
      // Spends all but 15 tokens before the refund, so the refund may leave a debt.
      const spent = operation.isSpent ? Math.max(0, model.balance - 15) : 0;
      if (spent > 0) await giveTokens(id, -spent);
      model.balance -= spent;
      await reversePayment(order.bought);
      model.goBack(order);
      return;
    }
    case 'is_kept': {
      const order = model.orders.filter(({ isReturned }) => isReturned)[operation.order];
      if (!order) return;
      await restorePayment(order.bought);
      model.isKept(order);
      return;
    }
    case 'pay_back': {
      const { body } = await client.post<RepayResponse>('/api/tokens/pay-back');
      expect(body.paidBack).toBe(model.payBack());
      return;
    }
    case 'cut_off': {
      client.workerEnv = { ...(env as unknown as Env), DB: losing(operation.after) };
      const cut = await redeem(client, operation.option);
      client.workerEnv = env as unknown as Env;
      const expected = operation.after || cut.status !== 500 ? model.redeem(costOf(operation.option)) : 500;
      expect(cut.status).toBe(expected === 200 ? 500 : expected);
      return;
    }
    case 'cancel': {
      const certificate = await newest(member);
      const cancelled = certificate && model.cancelNewest();
      const deps = { store: createStore(env as unknown as Env), travel: await localTravel() };
      const outcomes = await Promise.all(
        Array.from({ length: certificate ? operation.times : 0 }, () =>
          cancelCertificate(
            deps,
            { ...(certificate as VacationCertificate), stage: certificate?.stay?.stage ?? null, tookPlace: null, noShowAt: null },
            { actor: null, reason: 'Test' },
            Math.floor(Date.now() / 1_000),
          ),
        ),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(cancelled ? 1 : 0);
      return;
    }
    case 'pass': {
      const certificate = await newest(member);
      if (!certificate) return;
      const [admin, seen] = [
        await newAdmin('admin'),
        await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', certificate.id),
      ];
      const answer = await admin.client.post(`/api/admin/reviews/${certificate.id}/pass`, { version: seen?.version });
      expect(answer.status).toBe(model.passNewest() ? 200 : 409);
      return;
    }
    case 'activate': {
      const certificate = await newest(member);
      if (!certificate) return;
      await change('UPDATE sessions SET authenticated_at = ? WHERE user_id = ?', Math.floor(Date.now() / 1_000), id);
      const answer = await activate(client, certificate.number);
      expect(answer.status).toBe(model.activateNewest() ? 200 : 409);
      return;
    }
    case 'gift': {
      await giveTokens(id, operation.amount);
      model.balance += operation.amount;
      return;
    }
    case 'wait': {
      vi.setSystemTime(Date.now() + operation.days * dayMs);
      await env.DB.prepare('UPDATE sessions SET expires_at = ? WHERE user_id = ?')
        .bind(Math.floor(Date.now() / 1_000) + 86_400, id)
        .run();
    }
  }
}

/** Returns how many of the tokens earned by the order's cards have been reversed so far. */
async function reversedTokensOf({ orderId }: BoughtCards): Promise<number> {
  const found = await row<{ taken: number }>(
    `SELECT coalesce(-sum(amount), 0) AS taken FROM token_transactions WHERE kind = ${tokenKinds.order_reversal.code} AND subject_id = ?`,
    orderId,
  );
  return found?.taken ?? 0;
}

async function expectBooksToBalance({ id }: DirectMember, model: Model): Promise<void> {
  const [member, certificates] = await env.DB.batch<Record<string, number | string>>([
    env.DB.prepare(
      `SELECT owed_tokens AS owed, token_balance AS balance, COALESCE((SELECT SUM(amount) FROM token_transactions t WHERE t.user_id = u.id), 0) AS ledger
       FROM users u WHERE u.id = ?`,
    ).bind(id),
    env.DB.prepare(
      `SELECT tokens_redeemed AS cost, iif(status = 'expired', 'active', status) AS status, review = 'waiting' AS isInReview,
         (SELECT SUM(amount) FROM token_transactions t WHERE t.user_id = c.user_id AND t.kind IN (${tokenKinds.redemption.code}, ${tokenKinds.refund.code}) AND t.subject_id = c.id) AS net,
         (SELECT COUNT(*) FROM outbox o WHERE o.cause IN ('certificate_issued:' || c.number, 'certificate_cancelled:' || c.number)) AS mails
       FROM vacation_certificates c WHERE c.user_id = ? ORDER BY c.id`,
    ).bind(id),
  ]);
  expect(member?.results[0]).toEqual({ owed: model.owed, balance: model.balance, ledger: model.balance });
  expect(certificates?.results).toEqual(
    model.held.map(({ cost, status, isInReview }) => ({
      cost,
      status,
      isInReview: Number(isInReview),
      ...(status === 'cancelled' ? { net: 0, mails: 2 } : { net: -cost, mails: 1 }),
    })),
  );
}

propertyTest('after random certificate operations tokens and certificates match the model', { usual: 7, long: 60 }, async (numRuns) => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 30 }), async (operations) => {
      setClock('2026-11-21T10:00:00Z');
      const member = await directMember();
      await verifyEmail(member.id);
      await giveTokens(member.id, 150);
      const model = new Model();
      model.balance = 150;
      for (const one of operations) {
        await perform(member, model, one);
        await expectBooksToBalance(member, model);
      }
    }),
    { numRuns, endOnFailure: true },
  );
});
