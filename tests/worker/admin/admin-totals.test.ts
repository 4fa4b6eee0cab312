import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DayTotals } from '#schema/admin/charts.ts';
import type { Overview } from '#schema/admin/overview.ts';
import type { Totals } from '#schema/admin/totals.ts';
import type { PayoutSummary } from '#schema/payouts/admin-payouts.ts';
import { maxCountedRows } from '#schema/rules.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { giveTokens } from '#tests/worker/support/certificates/redeemer.ts';
import { Client, change, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import type { Env } from '#worker/env.ts';

let admin: TestAdmin;
const at = (instant: string) => Date.parse(instant) / 1_000;

beforeAll(async () => {
  setClock('2026-11-20T10:00:00Z');
  admin = await newAdmin('admin');
});
beforeEach(() => setClock('2026-11-20T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

/** Gives members a PayPal address. Members without one do not count as overdue. */
const giveAddress = (members: string, ...values: number[]) =>
  change(
    `INSERT INTO payout_addresses (user_id, email, confirmed_at) SELECT id, 'pay@paypal.test', 1 FROM users WHERE ${members}`,
    ...values,
  );
const withReason = ({ reasons }: Overview['heldChests'], cents: number) =>
  [...reasons, { reason: 'administrator', count: 1, cents }].sort((one, other) => other.cents - one.cents);
const totals = async () => (await admin.client.get<Totals>('/api/admin/totals')).body;

test('the dashboard counts exactly the rows that wait for an administrator', async () => {
  const owner = await newMember({ role: 'basic' });
  const other = await newMember();
  const third = await newMember();
  const card = await newCard({ owner: owner.id });
  const old = at('2026-11-13T10:00:00Z');
  const fresh = at('2026-11-13T10:00:01Z');
  const commission = `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, status, created_at) VALUES (${owner.id}, ?1, 1000, ?2, ?3)`;
  const message = `INSERT INTO contact_messages (name, email, message, handled_at, created_at) VALUES ('N', 'n@x.test', 'Hello', ?, 1)`;
  const mail = `INSERT INTO outbox (message_id, template, to_address, payload, status, next_attempt_at, created_at) VALUES (?1, 'welcome', 'a@x.test', '{}', ?2, 9e9, 1)`;
  const order = `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, delivery, created_at, expires_at, sent_to_print_at) VALUES (${owner.id}, 'cache_cards', 5, 500, ?1, ?2, 1, 9, ?3)`;
  const stay = `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, status, created_at, activate_by, valid_until)
    VALUES (?1, ${owner.id}, 'global', 120, 'https://x.test/a', 'https://x.test/p', ?2, 1, 2, 3)`;
  const print = `INSERT INTO print_orders (reference, environment, card_size, quantity, status, submitted_at, status_at, created_at)
    VALUES (?1, 'sandbox', 'card_flat_105x74_mm', 1, ?2, ?3, 1, 1)`;
  const event = `INSERT INTO stripe_events (id, type, received_at, applied_at) VALUES (?1, 'invoice.paid', ?2, ?3)`;
  const alarm = `INSERT INTO alarms (kind, subject, began_at, ended_at) VALUES (?1, ?2, 1, ?3)`;
  await giveAddress('id = ?', owner.id);
  const before = (await totals()).attention;
  await change(
    `INSERT INTO ownership_claims (user_id, card_id, proof_url, status, created_at, updated_at)
     VALUES (?1, ?2, 'https://x.test/p', 'pending', 1, 1), (?1, ?2, 'https://x.test/p', 'withdrawn', 1, 1)`,
    other.id,
    card.id,
  );
  await change(commission, other.id, 'pending', old);
  await change(commission, third.id, 'held', fresh);
  await change(message, null);
  await change(message, 5);
  await change(mail, '<dead@x>', 'dead');
  await change(mail, '<sent@x>', 'sent');
  await change(order, 'paid', 'ship', null);
  await change('UPDATE cache_cards SET order_id = (SELECT max(id) FROM orders) WHERE id = ?', card.id);
  await change(order, 'paid', 'ship', 5);
  await change(order, 'paid', 'self_print', null);
  await change(order, 'refunded', 'ship', null);
  await change(stay, 'VC-1', 'activated');
  await change(stay, 'VC-2', 'active');
  await change(
    `INSERT INTO stays (certificate_id, user_id, stage, waiting_since) SELECT id, user_id, 'wished', 1 FROM vacation_certificates WHERE number = 'VC-1'`,
  );
  await change("UPDATE vacation_certificates SET review = 'waiting' WHERE number = 'VC-2'");
  const look = `INSERT INTO second_looks (certificate_id, passed_by_id, passed_at, state) SELECT id, ?1, ?2, ?3 FROM vacation_certificates WHERE number = 'VC-1'`;
  const colleague = (await newAdmin('admin')).id;
  await change(look, colleague, 1, 'waiting');
  await change(look, colleague, 2, 'raised');
  await change(look, colleague, 3, 'agreed');
  await change(look, admin.id, 4, 'waiting');
  await change(print, 'in-error', 'error', 5);
  await change(print, 'unanswered', 'draft', at('2026-11-20T09:45:00Z'));
  await change(print, 'just-asked', 'draft', at('2026-11-20T09:45:01Z'));
  await change(print, 'not-asked', 'draft', null);
  const payment = await row<{ id: number }>(
    `INSERT INTO payments (user_id, amount_cents, currency, description, paid_at) VALUES (?, 500, 'usd', '5 cards', 2) RETURNING id`,
    owner.id,
  );
  const dispute = `INSERT INTO disputes (stripe_dispute_id, payment_id, user_id, amount_cents, currency, reason, state, opened_at, due_by)
    VALUES (?1, ${payment?.id}, ${owner.id}, 500, 'usd', 'fraudulent', ?2, 3, ?3)`;
  await change(dispute, 'du_open', 'needs_response', at('2026-11-20T10:00:01Z'));
  await change(dispute, 'du_late', 'needs_response', at('2026-11-20T10:00:00Z'));
  await change(dispute, 'du_review', 'under_review', at('2026-11-30T10:00:00Z'));
  await change(event, 'evt_old', at('2026-11-20T09:00:00Z'), null);
  await change(event, 'evt_new', at('2026-11-20T09:00:01Z'), null);
  await change(event, 'evt_done', at('2026-11-19T09:00:00Z'), 5);
  await change(alarm, 'job_failed', 'open-chests', null);
  await change(alarm, 'job_missed', 'check-ledger', null);
  await change(alarm, 'job_failed', 'open-chests', 5);
  await change(alarm, 'ledger_differs', '', null);
  await change(alarm, 'mails_dead', '', null);
  expect((await totals()).attention).toEqual({
    ledger: before.ledger + 1,
    money: before.money,
    jobs: before.jobs + 2,
    events: before.events + 1,
    prints: before.prints + 2,
    claims: before.claims + 1,
    payouts: before.payouts + 2,
    runs: before.runs,
    orders: before.orders + 1,
    disputes: before.disputes + 1,
    reviews: before.reviews + 1,
    secondLooks: before.secondLooks + 1,
    stays: before.stays + 1,
    messages: before.messages + 1,
    mails: before.mails + 1,
  });
});

test('the dashboard counts payouts as their tab does: with overdue chests, without carried-over reversals', async () => {
  const [paid, carried, friend] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' }), await newMember()];
  const old = at('2026-11-01T00:00:00Z');
  for (const { id } of [paid, carried]) await giveAddress('id = ?', id);
  const before = (await totals()).attention.payouts;
  await change(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at)
     VALUES (?1, '2026-09', 1, 500, 0, ?2), (?1, '2026-10', 1, 500, 0, ?2)`,
    paid.id,
    old,
  );
  await change(
    `INSERT INTO referral_commissions (id, referrer_id, referred_id, amount_cents, status, paid_at, created_at) VALUES (7001, ?1, ?2, 1000, 'paid', 5, 1)`,
    carried.id,
    friend.id,
  );
  await change(
    `INSERT INTO referral_commissions (kind, reverses_id, referrer_id, referred_id, amount_cents, created_at) VALUES ('reversal', 7001, ?1, ?2, -1000, ?3)`,
    carried.id,
    friend.id,
    old,
  );
  const { overdue, heldCommissions, heldChests } = (await admin.client.get<PayoutSummary>('/api/admin/payouts/summary')).body;
  expect((await totals()).attention.payouts).toBe(before + 1);
  expect(overdue + heldCommissions + heldChests).toBe(before + 1);
});

test('tiles and counts are exact up to a limit, and read little more than the rows they count, in one round trip', async () => {
  const counted = await totals();
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxCountedRows + 500})
     INSERT INTO contact_messages (name, email, message, created_at) SELECT 'N', 'n@x.test', 'Hello', i FROM n`,
  );
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO outbox (message_id, template, to_address, payload, status, next_attempt_at, created_at)
     SELECT 'dead' || i, 'welcome', 'a@x.test', '{}', 'dead', 9e9, 1 FROM n`,
  );
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  admin.client.workerEnv = countedEnv;
  const { attention } = await totals();
  admin.client.workerEnv = env as unknown as Env;
  expect(attention).toMatchObject({ messages: maxCountedRows + 1, mails: counted.attention.mails + 2_000 });
  expect(use.roundTrips).toBe(2);
  expect(use.rowsRead).toBeLessThanOrEqual(Object.values(attention).reduce((sum, count) => sum + count) + 500);
});

test('the overview shows paying members, their revenue, the amount owed, and the overdue and held parts of it', async () => {
  const overview = async () => {
    await fire('add-up-totals');
    return (await admin.client.get<Overview>('/api/admin/overview')).body;
  };
  const before = await overview();
  const [payer, other] = [await newMember(), await newMember()];
  await giveAddress('id = ?', payer.id);
  const subscription = `INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, price_cents, cancel_at_period_end, created_at, updated_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, 1)`;
  await change(subscription, payer.id, 'sub_a', 'basic', 'active', 5_000, 0);
  await change(subscription, other.id, 'sub_b', 'premium', 'active', 10_000, 1);
  await change(subscription, other.id, 'sub_c', 'premium', 'canceled', 10_000, 0);
  await giveTokens(payer.id, 9);
  await owedChest(payer.id, '2026-08', 600, { at: at('2026-09-02T00:00:00Z') });
  await owedChest(other.id, '2026-10', 200);
  const suspended = await newMember();
  await change('INSERT INTO payout_queue (id, is_withheld) VALUES (?, 1)', suspended.id);
  await owedChest(suspended.id, '2026-10', 700);
  await owedChest(other.id, '2026-09', 2_000, { status: 'held', why: 'administrator' });
  await owedCommission(other.id, 1_500, { status: 'held', why: 'administrator' });
  expect(await overview()).toEqual({
    paying: { basic: before.paying.basic + 1, premium: before.paying.premium + 1 },
    recurringCents: before.recurringCents + 5_000,
    tokens: before.tokens + 9,
    owed: { cents: before.owed.cents + 800, members: before.owed.members + 2 },
    overdue: { count: before.overdue.count + 1, cents: before.overdue.cents + 600, isMinimum: false },
    heldChests: {
      ...{ count: before.heldChests.count + 1, cents: before.heldChests.cents + 2_000, isMinimum: false },
      reasons: withReason(before.heldChests, 2_000),
    },
    heldCommissions: {
      ...{ count: before.heldCommissions.count + 1, cents: before.heldCommissions.cents + 1_500, isMinimum: false },
      reasons: withReason(before.heldCommissions, 1_500),
    },
  });
  const few = await overview();
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO users (email, email_key, password_hash, referral_code, created_at) SELECT 'o' || i, 'owed' || i, '!', 'O' || i, 1 FROM n`,
  );
  await giveAddress("email_key LIKE 'owed%'");
  await change(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at) SELECT id, '2026-08', 1, 200, 0, 1 FROM users WHERE email_key LIKE 'owed%'`,
  );
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  admin.client.workerEnv = countedEnv;
  const { overdue } = (await admin.client.get<Overview>('/api/admin/overview')).body;
  admin.client.workerEnv = env as unknown as Env;
  expect(overdue).toEqual({ count: few.overdue.count + 1_200, cents: few.overdue.cents + 240_000, isMinimum: false });
  expect(use.roundTrips).toBe(2);
  // The index finds the rows; the amounts are in the table.
  expect(use.rowsRead).toBeLessThanOrEqual(2 * overdue.count + 500);
});

test('a chart has every day of its span, with zeros for days without events', async () => {
  const { id } = await newMember();
  await change(tokenRow('adjustment', { user: id, amount: 90, at: at('2026-03-01T00:00:00Z') }));
  await change(tokenRow('redemption', { user: id, amount: -60, at: at('2026-03-02T23:59:59Z') }));
  await change(tokenRow('adjustment', { user: id, amount: -5, at: at('2026-03-02T23:59:59Z') }));
  await change(
    `INSERT INTO payments (user_id, amount_cents, refunded_cents, currency, description, paid_at) VALUES (?, 5000, 1000, 'usd', 'Basic', ?)`,
    id,
    at('2026-03-02T12:00:00Z'),
  );
  await fire('add-up-totals');
  // The refund is counted on the day we learned of it.
  const zeros = { signUps: 0, scans: 0, tokensIssued: 0, tokensRedeemed: 0, tokensWithdrawn: 0, revenueCents: 0 };
  const { body } = await admin.client.get<DayTotals[]>('/api/admin/charts?from=2026-02-28&to=2026-03-03');
  expect(body).toEqual([
    { day: '2026-02-28', ...zeros },
    { day: '2026-03-01', ...zeros, tokensIssued: 90 },
    { day: '2026-03-02', ...zeros, tokensRedeemed: 60, tokensWithdrawn: 5, revenueCents: 5_000 },
    { day: '2026-03-03', ...zeros },
  ]);
});

test('a chart without a span covers the last 30 days including today', async () => {
  await newMember();
  await fire('add-up-totals');
  const { body } = await admin.client.get<DayTotals[]>('/api/admin/charts');
  expect(body).toHaveLength(30);
  expect(body.at(-1)).toMatchObject({ day: '2026-11-20' });
  expect(body.at(-1)?.signUps).toBeGreaterThan(0);
});

test('a year of days reads one row per day', async () => {
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO day_totals (day, scans) SELECT date('2020-01-01', i || ' days'), i FROM n`,
  );
  const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
  admin.client.workerEnv = countedEnv;
  const { body } = await admin.client.get<DayTotals[]>('/api/admin/charts?from=2024-01-01&to=2024-12-31');
  admin.client.workerEnv = env as unknown as Env;
  expect(body).toHaveLength(366);
  expect(use.roundTrips).toBe(2);
  expect(use.rowsRead).toBeLessThanOrEqual(400);
});

test('invalid spans are rejected with a message', async () => {
  for (const [query, field] of [
    ['from=2026-02-30', 'from'],
    ['to=yesterday', 'to'],
    ['from=2026-11-02&to=2026-11-01', 'from'],
    ['from=2020-01-01&to=2026-01-01', 'from'],
    ["from=2026-01-01'--", 'from'],
  ] as const) {
    const { fields } = expectError(await admin.client.get(`/api/admin/charts?${query}`), 400, 'invalid_input');
    expect(fields?.[field], query).toMatch(/\w/);
  }
});

test('the days can be downloaded by bearer token and by signed link', async () => {
  const path = '/api/admin/charts/export.csv?from=2026-03-01&to=2026-03-02';
  const lines = [
    '\uFEFFDay (UTC),Sign-ups,Scans,Tokens issued,Tokens redeemed,Tokens withdrawn,Revenue (USD)',
    '2026-03-01,0,0,90,0,0,0.00',
    '2026-03-02,0,0,0,60,5,50.00',
    '',
  ];
  const answer = await admin.client.fetch(path);
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="days-2026-03-01-to-2026-03-02.csv"');
  // text() removes the UTF-8 byte order mark, so the expected text starts after it.
  expect(await answer.text()).toBe(lines.join('\r\n').slice(1));
  const { body } = await admin.client.post<{ url: string }>('/api/admin/download-links', { path });
  expect((await new Client().fetch(body.url)).status).toBe(200);
  expect((await new Client().fetch(path)).status).toBe(401);
});
