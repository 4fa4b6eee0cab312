/**
 * After random changes in random order, the totals match the rows. Member and token totals match at any time, all others after the job has
 * run.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DayTotals } from '#schema/admin/charts.ts';
import type { TokenKindName } from '#schema/tokens/ledger-kinds.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, newCard, type TestCard } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';
import { tokenType } from '#worker/store/tokens/ledger-kinds.ts';

const nth = fc.nat(30);
const amount = fc.integer({ min: 1, max: 200 });
const operation = fc.oneof(
  fc.record({ kind: fc.constant('sign_up' as const) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('scan' as const), member: nth, card: nth }) },
  fc.record({ kind: fc.constant('place' as const), card: nth }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('adjust' as const), member: nth, amount: fc.integer({ min: -150, max: 200 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('redeem' as const), member: nth }) },
  fc.record({ kind: fc.constant('cancel' as const), certificate: nth }),
  fc.record({ kind: fc.constant('reverse' as const), member: nth, amount }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), member: nth, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), payment: nth, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  fc.record({ kind: fc.constant('dispute' as const), payment: nth, isLost: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('card' as const) }) },
  fc.record({ kind: fc.constant('erase' as const), member: nth }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('next_day' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add_up' as const), atOnce: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('subscribe' as const),
      member: nth,
      tier: fc.constantFrom('basic', 'premium'),
      status: fc.constantFrom('incomplete', 'active', 'past_due', 'canceled'),
      cents: fc.option(amount),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('subscription' as const),
      subscription: nth,
      change: fc.constantFrom(
        "status = 'active'",
        "status = 'past_due'",
        "status = 'canceled', ended_at = 1",
        "tier = 'premium'",
        'price_cents = 4321',
        'price_cents = NULL',
        'cancel_at_period_end = 1 - cancel_at_period_end',
        'end_requested_at = 5',
        'superseded_by_id = id',
        'superseded_by_id = NULL, ended_at = NULL, end_requested_at = NULL',
        'current_period_end = 9',
      ),
    }),
  },
  fc.record({ kind: fc.constant('cut_off' as const), member: nth, amount }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Kind> ? Kind : never;

interface World {
  members: DirectMember[];
  cards: TestCard[];
}

let causes = 0;
const seconds = () => Math.floor(Date.now() / 1_000);
const cause = () => {
  causes += 1;
  return `test:${causes}`;
};

/** Returns the item at `index` modulo the list's length, or undefined if the list is empty. */
const pick = <Thing>(things: Thing[], index: number): Thing | undefined => things[index % things.length];

const entry = (user: number, amount: number, kind: TokenKindName, subject = 1) => {
  causes += 1;
  return env.DB.prepare(tokenRow(kind, { user, amount, subject, turn: causes, at: seconds() }));
};

/**
 * Runs a write and ignores a rejection by the database, for example because of a negative balance. A rejected write must change nothing.
 */
const attempt = (work: () => Promise<unknown>) => work().catch(() => undefined);

async function perform(world: World, one: Operation): Promise<void> {
  switch (one.kind) {
    case 'sign_up': {
      const member = await directMember({ role: 'basic' });
      await verifyEmail(member.id);
      world.members.push(member);
      return;
    }
    case 'scan': {
      const card = pick(world.cards, one.card);
      if (card) await pick(world.members, one.member)?.client.post('/api/scan', { cardId: card.cardId, code: card.code });
      return;
    }
    case 'place': {
      const path = `/api/cache-cards/${pick(world.cards, one.card)?.cardId}/placement`;
      await world.members[0]?.client.post(path, { location: 'Mill', description: 'Stone' });
      return;
    }
    case 'adjust': {
      const id = pick(world.members, one.member)?.id;
      if (id && one.amount !== 0) await attempt(() => entry(id, one.amount, 'adjustment').run());
      return;
    }
    case 'redeem':
      await pick(world.members, one.member)?.client.post('/api/redeem-certificate', { type: 'regional-short' });
      return;
    case 'cancel':
      return cancelOne(one.certificate);
    case 'reverse': {
      const id = pick(world.members, one.member)?.id;
      if (id) await attempt(() => entry(id, -one.amount, 'order_reversal').run());
      return;
    }
    case 'pay': {
      const id = pick(world.members, one.member)?.id;
      if (id)
        await change(
          "INSERT INTO payments (user_id, stripe_payment_intent_id, amount_cents, currency, description, paid_at) VALUES (?, ?, ?, 'usd', 'Test', ?)",
          id,
          cause(),
          one.amount,
          seconds(),
        );
      return;
    }
    case 'refund':
      return changePayment(one.payment, 'refunded_cents = CAST(amount_cents * ?2 AS INTEGER)', one.share);
    case 'subscribe': {
      const id = pick(world.members, one.member)?.id;
      if (id)
        await change(
          'INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, price_cents, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 1, 1)',
          id,
          cause(),
          one.tier,
          one.status,
          one.cents,
        );
      return;
    }
    case 'subscription': {
      const { results } = await env.DB.prepare('SELECT id FROM subscriptions').all<{ id: number }>();
      const subscription = pick(results, one.subscription);
      if (subscription) await change(`UPDATE subscriptions SET ${one.change} WHERE id = ?`, subscription.id);
      return;
    }
    case 'dispute':
      return changePayment(one.payment, "revoked_at = ?2, dispute_status = iif(?2 IS NULL, 'won', 'lost')", one.isLost ? seconds() : null);
    case 'card': {
      const owner = world.members[0]?.id;
      world.cards.push(await newCard(owner ? { owner } : {}));
      return;
    }
    case 'erase': {
      const [gone] = world.members.splice(1 + (one.member % Math.max(1, world.members.length - 1)), 1);
      if (gone) await createStore(env as unknown as Env).erasure.finishErasure(gone.id, '!', seconds());
      return;
    }
    case 'add_up':
      return sumUp(one.atOnce);
    case 'next_day':
      vi.setSystemTime(Date.now() + 36 * 3_600_000);
      return;
    case 'cut_off': {
      const id = pick(world.members, one.member)?.id ?? 0;
      const violation = env.DB.prepare("UPDATE users SET role = 'nobody' WHERE id = ?").bind(id);
      await attempt(() => env.DB.batch([entry(id, one.amount, 'adjustment'), violation]));
    }
  }
}

async function cancelOne(index: number): Promise<void> {
  const active = await env.DB.prepare(
    "SELECT id, number, user_id AS userId, tokens_redeemed AS tokens FROM vacation_certificates WHERE status = 'active'",
  ).all<{
    id: number;
    number: string;
    userId: number;
    tokens: number;
  }>();
  const certificate = pick(active.results, index);
  if (!certificate) return;
  await env.DB.batch([
    env.DB.prepare("UPDATE vacation_certificates SET status = 'cancelled', review = 'none' WHERE id = ?").bind(certificate.id),
    entry(certificate.userId, certificate.tokens, 'refund', certificate.id),
  ]);
}

async function changePayment(index: number, assignment: string, value: number | null): Promise<void> {
  const { results } = await env.DB.prepare('SELECT id FROM payments').all<{ id: number }>();
  const payment = pick(results, index);
  if (payment) await change(`UPDATE payments SET ${assignment} WHERE id = ?1`, payment.id, value);
}

interface Rows {
  ledger: { amount: number; type: string; day: string; certificate: number };
  users: { day: string; erased: number };
  payments: { day: string; cents: number };
  unbooked: { n: number };
  subscriptions: { tier: string; cents: number | null; ends: number };
  balances: { n: number };
  runningTotals: Record<string, number>;
  outsideOfDays: { n: number };
}

const queries: Record<keyof Rows, string> = {
  ledger: `SELECT t.amount, ${tokenType} AS type, date(t.created_at, 'unixepoch') AS day, t.subject_id AS certificate FROM token_transactions t`,
  users: "SELECT date(created_at, 'unixepoch') AS day, erased_at IS NOT NULL AS erased FROM users",
  payments: `SELECT date(booked_at, 'unixepoch') AS day, amount_cents AS cents FROM payment_bookings`,
  unbooked: `SELECT count(*) AS n FROM payments p WHERE iif(dispute_status = 'lost', 0, amount_cents - refunded_cents)
    <> (SELECT coalesce(sum(amount_cents), 0) FROM payment_bookings b WHERE b.payment_id = p.id)`,
  subscriptions: `SELECT tier, price_cents AS cents, cancel_at_period_end AS ends FROM subscriptions
    WHERE status IN ('active', 'past_due', 'trialing') AND ended_at IS NULL AND end_requested_at IS NULL AND superseded_by_id IS NULL`,
  balances: 'SELECT coalesce(sum(token_balance), 0) AS n FROM users',
  runningTotals: 'SELECT paying_basic, paying_premium, recurring_cents FROM running_totals',
  outsideOfDays: `SELECT count(*) AS n FROM token_transactions t LEFT JOIN day_totals d ON d.day = date(t.created_at, 'unixepoch')
    WHERE t.id <= (SELECT coalesce(max(through_id), 0) FROM job_progress WHERE job = 'sum-up-ledger') AND t.id NOT BETWEEN coalesce(d.first_entry_id, 0) AND coalesce(d.last_entry_id, -1)`,
};

/** Reads all rows in a single round trip because this function runs after each operation. */
async function readRows(): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const results = await env.DB.batch(Object.values(queries).map((sql) => env.DB.prepare(sql)));
  return Object.fromEntries(Object.keys(queries).map((name, index) => [name, results[index]?.results])) as {
    [Name in keyof Rows]: Rows[Name][];
  };
}

/** Runs `runs` copies of the totals job concurrently. */
async function sumUp(runs = 1): Promise<void> {
  const { sums } = createStore(env as unknown as Env);
  await Promise.all(Array.from({ length: runs }, () => Promise.all([sums.recount(), sums.addSome()])));
  expect(await sums.addSome()).toBe(false);
}

async function expectTotalsToHold(isSummedUp: boolean): Promise<void> {
  const { ledger, users, payments, unbooked, subscriptions, balances, runningTotals, outsideOfDays } = await readRows();
  const spentOn = new Map(ledger.filter(({ type }) => type === 'redemption').map(({ certificate, day }) => [certificate, day]));
  const days = new Map<string, DayTotals>();
  const on = (day: string) => {
    const found = days.get(day) ?? { day, signUps: 0, scans: 0, tokensIssued: 0, tokensRedeemed: 0, tokensWithdrawn: 0, revenueCents: 0 };
    days.set(day, found);
    return found;
  };
  for (const { day } of users) on(day).signUps += 1;
  for (const { day, cents } of payments) on(day).revenueCents += cents;
  for (const { amount: tokens, type, day, certificate } of ledger) {
    if (type === 'scan') on(day).scans += 1;
    if (type === 'redemption') on(day).tokensRedeemed -= tokens;
    // A refund counts on the day on which the tokens were spent, as if they had never been spent.
    else if (type === 'refund') on(spentOn.get(certificate) ?? day).tokensRedeemed -= tokens;
    else if (tokens > 0) on(day).tokensIssued += tokens;
    else on(day).tokensWithdrawn -= tokens;
  }
  const { admin } = createStore(env as unknown as Env);
  const summedUp = await admin.totals.days({ from: '0000-01-01', to: '9999-12-31' });
  const hasSomething = ({ day: _, ...figures }: DayTotals) => Object.values(figures).some((figure) => figure !== 0);
  const sortDays = (some: Iterable<DayTotals>) => [...some].filter(hasSomething).sort((one, other) => one.day.localeCompare(other.day));
  if (isSummedUp) expect(sortDays(summedUp)).toEqual(sortDays(days.values()));
  if (isSummedUp) expect(unbooked).toEqual([{ n: 0 }]);

  const paying = {
    paying_basic: subscriptions.filter(({ tier }) => tier === 'basic').length,
    paying_premium: subscriptions.filter(({ tier }) => tier === 'premium').length,
    recurring_cents: subscriptions.reduce((sum, { cents, ends }) => sum + (ends ? 0 : (cents ?? 0)), 0),
  };
  if (isSummedUp) expect(runningTotals[0]).toEqual(paying);

  const spentLately = { issued: 0, redeemed: 0, withdrawn: 0 };
  for (const { tokensIssued, tokensRedeemed, tokensWithdrawn } of days.values()) {
    spentLately.issued += tokensIssued;
    spentLately.redeemed += tokensRedeemed;
    spentLately.withdrawn += tokensWithdrawn;
  }
  expect(await admin.ledger.totals('0000-01-01')).toMatchObject({ balance: balances[0]?.n, entries: ledger.length, lately: spentLately });
  const members = users.filter(({ erased }) => erased === 0).length;
  expect(await admin.totals.totals({ adminId: 0, isSuperAdmin: false, isDevelopment: true }, 0)).toMatchObject({
    users: members,
    tokensIssued: balances[0]?.n,
  });
  expect(await admin.overview.overview(0)).toMatchObject({ tokens: balances[0]?.n });

  expect(outsideOfDays).toEqual([{ n: 0 }]);
}

beforeEach(() => {
  vi.setSystemTime(new Date('2026-02-27T20:00:00Z'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

propertyTest('members, cards, tokens and money of random days match the sums and day totals', { usual: 2, long: 40 }, async (numRuns) => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      const world: World = { members: [await directMember({ role: 'basic' }), await directMember()], cards: [] };
      world.cards.push(await newCard({ owner: world.members[0]?.id ?? 0 }));
      for (const one of operations) {
        await perform(world, one);
        await expectTotalsToHold(one.kind === 'add_up');
      }
      await sumUp();
      await expectTotalsToHold(true);
    }),
    { numRuns, endOnFailure: true },
  );
});

test('a refund is subtracted from the day of its redemption, however late, and no day falls below zero', async () => {
  const { id } = await directMember({ role: 'basic' });
  const at = (instant: string) => Date.parse(instant) / 1_000;
  const write = (amount: number, kind: TokenKindName, subject: number, instant: string) =>
    change(tokenRow(kind, { user: id, amount, subject, at: at(instant) }));
  const readRedeemedTokens = async () =>
    (
      await env.DB.prepare(
        "SELECT day, tokens_redeemed AS tokens FROM day_totals WHERE day BETWEEN '2025-01-01' AND '2025-12-31' ORDER BY day",
      ).all()
    ).results;
  // Uses certificate ids that no other test uses.
  const [late, early] = [9_001, 9_002];
  await write(200, 'adjustment', 1, '2025-03-01T00:00:00Z');
  await write(-60, 'redemption', late, '2025-03-01T23:59:59Z');
  await write(-90, 'redemption', early, '2025-03-01T10:00:00Z');
  await write(60, 'refund', late, '2025-04-20T10:00:00Z');
  await sumUp();
  expect(await readRedeemedTokens()).toEqual([
    { day: '2025-03-01', tokens: 90 },
    { day: '2025-04-20', tokens: 0 },
  ]);
  await expectTotalsToHold(true);
});
