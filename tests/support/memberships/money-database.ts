/** Replays a random history on a real database with the store's own SQL statements, then runs the daily check of all dollar totals. */
import type { Account } from '#worker/domain/memberships/account.ts';
import type { MadeRefund } from '#worker/domain/memberships/facts.ts';
import { moneyCheckStore } from '#worker/store/admin/money-checks/money-checks.ts';
import { sumStore } from '#worker/store/admin/system/sums.ts';
import { changeStatements } from '#worker/store/memberships/money-writes.ts';
import { payoutPaymentStore } from '#worker/store/payouts/admin-payments.ts';
import { payoutRunPaymentStore } from '#worker/store/payouts/admin-run-payments.ts';
import { batch, queryFirst, statement } from '#worker/store/sql.ts';
import { memberId, referrerId } from './money-actions.ts';

/** A database change with its time in Unix seconds. `payout` is the payout's number within the history, starting at 1. */
export type Entry = { at: number } & (
  | { kind: 'change'; before: Account; after: Account; refunds: MadeRefund[] }
  | { kind: 'pay_out' }
  | { kind: 'return'; payout: number }
);

const actor = { adminId: 1, address: null, requestId: 'r' };
/** The referrer's other earnings in cents. They ensure that every payout stays positive after deductions. */
const otherEarningsCents = 100_000;

/** Applies the recorded database changes and returns the discrepancies that the daily money check reports. */
export async function checkInDatabase(db: D1Database, journal: readonly Entry[]): Promise<unknown[]> {
  await batch(db, [
    statement(
      `INSERT INTO admins (id, email, email_key, password_hash, role, created_at) VALUES (1, 'a@x.test', 'a@x.test', 'x', 'super_admin', 1)`,
    ),
    ...[referrerId, memberId].map((id) =>
      statement(
        `INSERT INTO users (id, email, email_key, password_hash, referral_code, referred_by_id, created_at)
         VALUES (?1, 'm' || ?1 || '@x.test', 'm' || ?1 || '@x.test', 'x', 'c' || ?1, ?2, 1)`,
        [id, id === memberId ? referrerId : null],
      ),
    ),
    statement(`INSERT INTO payout_tax_forms (user_id, kind, received_on, noted_at, noted_by_id) VALUES (?1, 'W-9', '2027-01-01', 1, 1)`, [
      referrerId,
    ]),
  ]);
  let payouts = 0;
  const written = new Map<number, string>();
  for (const entry of journal) {
    if (entry.kind === 'change') {
      // Skips journal entries that do not change any stored data. Most entries do not.
      const state = JSON.stringify([entry.after, entry.refunds]);
      if (written.get(entry.after.memberId) !== state) await write(db, entry);
      written.set(entry.after.memberId, state);
    }
    if (entry.kind === 'pay_out') {
      payouts += 1;
      await payOut(db, payouts, entry.at);
    }
    if (entry.kind === 'return') await payoutRunPaymentStore(db).markReturned(entry.payout, 'Closed', actor, entry.at);
  }
  const now = journal.at(-1)?.at ?? 0;
  while (await sumStore(db).addSome(now));
  const checks = moneyCheckStore(db);
  await checks.begin(now, 0);
  while (await checks.checkSome(now));
  return (await checks.read()).flatMap(({ differences }) => differences);
}

async function write(db: D1Database, { before, after, refunds, at }: Extract<Entry, { kind: 'change' }>): Promise<void> {
  const newOrders = after.orders.filter(({ id }) => !before.orders.some((order) => order.id === id));
  const version = (await queryFirst<{ version: number }>(db, 'SELECT version FROM users WHERE id = ?1', [after.memberId]))?.version ?? 0;
  const account = {
    ...before,
    orders: [...before.orders, ...newOrders.map((order) => ({ ...order, status: 'open' as const, paidAt: null }))],
  };
  const snapshot = { account, version, email: '', firstName: null, referred: [] };
  const statements = [
    ...newOrders.map(({ id, kind, tier, quantity, amountCents, creditCents, createdAt, expiresAt }) =>
      statement(
        `INSERT INTO orders (id, user_id, kind, tier, quantity, amount_cents, credit_cents, created_at, expires_at, next_check_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)`,
        [id, after.memberId, kind, tier, quantity, amountCents, creditCents, createdAt, expiresAt],
      ),
    ),
    ...changeStatements(snapshot, after, at, { lost: [], candidates: [], refunds }),
  ];
  if (statements.length > 0) await batch(db, statements);
}

async function payOut(db: D1Database, number: number, now: number): Promise<void> {
  await batch(db, [
    statement(
      `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at)
       VALUES (?1, printf('%04d-%02d', 2100 + ?2 / 12, 1 + ?2 % 12), 1, ${otherEarningsCents}, 0, ?3)`,
      [referrerId, number, now],
    ),
  ]);
  const due = await queryFirst<{ version: number }>(db, 'SELECT version FROM payout_queue WHERE id = ?1', [referrerId]);
  const members = [{ id: referrerId, version: due?.version ?? 0 }];
  const order = { reference: 'PO', members, key: String(number), requestHash: 'x', wasSentBefore: false };
  const outcome = await payoutPaymentStore(db).pay(order, actor, now);
  if (typeof outcome === 'string' || outcome.paid.length !== 1) throw new Error(`Payout ${number} was not made`);
}
