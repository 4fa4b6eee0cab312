import { payoutKeySeconds } from '#schema/rules.ts';
import { payouts } from '#schema/tables/payouts.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { foldedNames } from '#worker/store/accounts/search-keys.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { uncomparedSql } from '#worker/store/admin/system/database-restores.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import {
  batch,
  batchAfter,
  firstRow,
  queryFirst,
  type RowOf,
  rows,
  type Statement,
  type StatementResult,
  selectList,
  statement,
  violatedConstraint,
} from '#worker/store/sql.ts';
import type { PendingRow } from './admin-queue.ts';
import { memberColumns } from './admin-rows.ts';
import { removeFromRuns, selectMemberLines } from './admin-run-lines.ts';
import { needsTaxForm, paymentIneligibleReason } from './eligibility.ts';
import { isSettledExactly, setSurplus, surplusSql, syncSurplus } from './surplus.ts';

const keys = ['id', 'amountCents', 'entries', 'surplusCents', 'reference', 'paidAt', 'returnedAt'] as const;
interface NamedMember {
  memberId: number;
  email: string;
  name: string | null;
}
export type PaymentRow = RowOf<typeof payouts, (typeof keys)[number]> & NamedMember & { paidBy: string | null; isUndone: 0 | 1 };
const columns = `${selectList(payouts, 't', keys)}, t.user_id AS "memberId", ${memberColumns('u')}, a.email AS "paidBy",
  t.request GLOB 'undone:*' AS "isUndone"`;
const payers = 'LEFT JOIN admins a ON a.id = t.paid_by_id';

export const paymentListShape: ListShape = {
  from: 'payouts t LEFT JOIN users u ON u.id = t.user_id',
  join: payers,
  columns,
  search: `t.reference || char(10) || u.email || char(10) || coalesce(u.username, '') || char(10)
    || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`,
  names: foldedNames('u'),
  sorts: { paid: 't.paid_at' },
  defaultSort: '-paid',
  // A member has at most one payment per run, so no index is needed for the sort order.
  filters: { member: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['paid'] } },
  dates: dateFilter('t.paid_at', ['paid']),
  exact: {
    number: 'payout',
    payout_line: (run, line) => `SELECT payout_id AS id FROM payout_run_lines WHERE id = ${line} AND run_id = ${run}`,
    email: matchEmail('payouts'),
  },
};

interface PaidMember {
  id: number;
  version: number;
  /** Amount already sent, in cents. Set for a payment that must be recorded regardless of the amount currently owed. */
  sentCents?: number | undefined;
}

export interface PaymentInput {
  reference: string;
  members: PaidMember[];
  key: string;
  requestHash: string;
  /**
   * True if the money was sent before the database was restored. After a restore, only such payments can be recorded until an administrator
   * has compared the payouts made since the backup.
   */
  wasSentBefore: boolean;
}

export interface PaymentResult {
  paid: PaymentRow[];
  changed: NamedMember[];
}

export const payoutPaymentStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<PaymentRow, 'email' | 'name' | 'isUndone'>(db, paymentListShape, request),

  find: (db, id: number) =>
    queryFirst<PaymentRow, 'name' | 'isUndone'>(
      db,
      `SELECT ${columns} FROM payouts t JOIN users u ON u.id = t.user_id ${payers} WHERE t.id = ?1`,
      [id],
    ),

  /** Returns the payout's entries, oldest first, or undefined for an unknown payout. */
  async entries(db, id: number): Promise<PendingRow[] | undefined> {
    const [payout, entries] = await batch(db, [
      statement<{ id: number }>('SELECT id FROM payouts WHERE id = ?1', [id]),
      statement<PendingRow, 'friend' | 'month' | 'kind'>(
        `SELECT c.referrer_id AS "memberId", c.kind, c.id, c.amount_cents AS "amountCents", c.created_at AS "createdAt",
           coalesce(f.username, f.first_name, f.email) AS "friend", NULL AS "month"
         FROM referral_commissions c JOIN users f ON f.id = c.referred_id WHERE c.payout_id = ?1
         UNION ALL SELECT user_id, 'surplus', id, surplus_cents, paid_at, NULL, NULL FROM payouts WHERE id = ?1 AND surplus_cents <> 0
         UNION ALL SELECT user_id, 'chest', id, amount_cents, created_at, NULL, month FROM treasure_chest_payouts WHERE payout_id = ?1
         ORDER BY 5, 2, 3`,
        [id],
      ),
    ]);
    return firstRow(payout) ? rows(entries) : undefined;
  },

  /**
   * Pays each member whose pending amount still equals the amount that the administrator saw, and skips the others. Runs atomically in one
   * round trip. A repeated key pays nothing and returns the same result, or `key_reused` if the request is different.
   */
  async pay(
    db,
    order: PaymentInput,
    actor: Actor,
    now: number,
  ): Promise<PaymentResult | 'key_reused' | 'to_compare' | 'compared' | 'in_run' | 'tax_form'> {
    const request = `${actor.adminId}:${order.key}`;
    const resultStatements = selectResult(request, order);
    try {
      return toPaymentResult(...(await batchAfter(db, payStatements(request, order, actor, now), resultStatements)));
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'payout_run_lines.user_id') return 'in_run';
      if (constraint === 'payouts.reference') return 'tax_form';
      if (constraint === 'idempotency_keys.request_hash') return order.wasSentBefore ? 'compared' : 'to_compare';
      if (constraint !== 'idempotency_keys.scope, idempotency_keys.key') throw error;
    }
    const [storedKeys, ...resultSets] = await batch(db, [
      statement<{ hash: string }>('SELECT request_hash AS "hash" FROM idempotency_keys WHERE scope = ?1 AND key = ?2', [
        adminScope(actor),
        order.key,
      ]),
      ...resultStatements,
    ]);
    return firstRow(storedKeys)?.hash === order.requestHash ? toPaymentResult(...resultSets) : 'key_reused';
  },
});

const adminScope = (actor: Actor) => `admin:${actor.adminId}`;

function payStatements(request: string, order: PaymentInput, actor: Actor, now: number): Statement[] {
  // The unary plus makes SQLite search by member rather than scan all pending rows.
  const markPaid = (table: string, member: string) =>
    statement(
      `UPDATE ${table} SET status = 'paid', paid_at = ?2, paid_by_id = ?3, payment_reference = ?4, payout_id = p.id, version = version + 1
       FROM payouts p WHERE p.request = ?1 AND ${table}.${member} = p.user_id AND +${table}.status = 'pending' AND ${table}.amount_cents <> 0`,
      [request, now, actor.adminId, order.reference],
    );
  const sentMembers = order.members.filter(({ sentCents }) => sentCents !== undefined).map(({ id }) => id);
  return [
    // Makes the batch fail if the key was already used (UNIQUE constraint). While payouts must still be compared, `wasSentBefore` must be
    // true; otherwise, it must be false. If it is wrong, the hash is NULL, which also makes the batch fail.
    statement(
      `INSERT INTO idempotency_keys (scope, key, request_hash, created_at, expires_at)
       VALUES (?1, ?2, iif(?6 = EXISTS (${uncomparedSql}), ?3, NULL), ?4, ?5)`,
      [adminScope(actor), order.key, order.requestHash, now, now + payoutKeySeconds, Number(order.wasSentBefore)],
    ),
    // Makes the batch fail with a NULL `user_id` if a member is in a payout run, because that run will pay the member.
    statement(
      `UPDATE payout_run_lines SET user_id = NULL WHERE status = 'in'
         AND user_id IN (SELECT w.value ->> 'id' FROM json_each(?1) w WHERE w.value ->> 'sentCents' IS NULL)`,
      [JSON.stringify(order.members)],
    ),
    // Makes the batch fail with a NULL reference if a payment needs a tax form first.
    statement(
      `INSERT INTO payouts (user_id, amount_cents, entries, surplus_cents, reference, request, paid_at, paid_by_id, mailbox_hash)
       SELECT id, net_cents, entries, -surplus, iif(reason = 'tax_form', NULL, ?2), ?3, ?4, ?5, mailbox_hash FROM (
         SELECT q.id, a.mailbox_hash, q.net_cents, q.entries, ${surplusSql('q.id')} AS surplus, iif(?6 = 1, NULL, ${paymentIneligibleReason({ now: '?4', cents: 'q.net_cents' })}) AS reason, w.key
         FROM json_each(?1) w
           JOIN payout_queue q ON q.id = w.value ->> 'id' AND q.version = w.value ->> 'version' AND q.rank < 2 AND w.value ->> 'sentCents' IS NULL
           JOIN users u ON u.id = q.id LEFT JOIN payout_addresses a ON a.user_id = q.id)
       WHERE reason IS NULL OR reason = 'tax_form' ORDER BY key`,
      [JSON.stringify(order.members), order.reference, request, now, actor.adminId, Number(order.wasSentBefore)],
    ),
    // Does the same if the payments to several accounts of one payee reach the threshold together.
    statement(
      `UPDATE payouts SET reference = NULL WHERE request = ?1 AND ?3 = 0
         AND EXISTS (SELECT 1 FROM users u LEFT JOIN payout_addresses a ON a.user_id = u.id WHERE u.id = payouts.user_id AND ${needsTaxForm({ now: '?2', cents: '0' })})`,
      [request, now, Number(order.wasSentBefore)],
    ),
    statement(
      `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at, paid_by_id, mailbox_hash)
       SELECT u.id, w.value ->> 'sentCents', 0, ?2, ?3, ?4, ?5, a.mailbox_hash FROM json_each(?1) w
         JOIN users u ON u.id = w.value ->> 'id' AND u.erased_at IS NULL LEFT JOIN payout_addresses a ON a.user_id = u.id
       WHERE w.value ->> 'sentCents' IS NOT NULL ORDER BY w.key`,
      [JSON.stringify(order.members), order.reference, request, now, actor.adminId],
    ),
    markPaid('referral_commissions', 'referrer_id'),
    markPaid('treasure_chest_payouts', 'user_id'),
    ...(sentMembers.length > 0
      ? [setSurplus(`p.request = ?1 AND p.user_id IN (SELECT value FROM json_each(?2))`, [request, JSON.stringify(sentMembers)])]
      : []),
    ...settlingStatements({ request, after: 0 }, actor, now),
    ...sentMembers.flatMap((id) => removeFromRuns(selectMemberLines(id), now)),
  ];
}

export interface SettledRequest {
  request: string;
  after: number;
  /** When the emails may be sent; immediately if undefined. */
  mailsDueAt?: number;
  /** The payout run whose lines the payments are. */
  runId?: number;
}

/** Verifies and audits each payout, and emails the member about it. Must run after the statements that mark the rows as paid. */
export function settlingStatements({ request, after, mailsDueAt, runId }: SettledRequest, actor: Actor, now: number): Statement[] {
  return [
    // Makes the batch fail if a payout differs from the sum of its rows.
    statement(`UPDATE payouts AS p SET entries = iif(${isSettledExactly}, entries, NULL) WHERE p.request = ?1 AND p.id > ?2`, [
      request,
      after,
    ]),
    syncSurplus('p.request = ?1 AND p.id > ?2', [request, after]),
    auditFromSelect(
      actor,
      { action: 'payout.pay', entityType: 'payout', ...(runId !== undefined && { runId }) },
      {
        sql: `SELECT CAST(p.id AS TEXT), p.user_id, json_object('status', 'pending', 'commissions', ${selectIds('referral_commissions')},
              'chests', ${selectIds('treasure_chest_payouts')}),
            json_patch('{}', json_object('status', 'paid', 'amountCents', p.amount_cents, 'reference', p.reference, 'surplusCents', nullif(p.surplus_cents, 0)))
          FROM payouts p WHERE p.request = ?8 AND p.id > ?9`,
        values: [request, after],
      },
      now,
    ),
    queueSelectedMails(
      'payout_paid',
      {
        sql: `SELECT u.id, u.email, json_patch(json_object('firstName', u.first_name, 'amountCents', CAST(p.amount_cents AS TEXT),
              'commissions', ${countRows('referral_commissions', "kind = 'commission'")}, 'chests', ${countRows('treasure_chest_payouts', '1')},
              'reversals', ${countRows('referral_commissions', "kind = 'reversal'")}, 'reference', p.reference),
              iif(p.surplus_cents = 0, '{}', json_object('surplusCents', CAST(p.surplus_cents AS TEXT)))), 'payout_paid:' || p.id
          FROM payouts p JOIN users u ON u.id = p.user_id WHERE p.request = ?1 AND p.id > ?2`,
        values: [request, after],
      },
      now,
      undefined,
      mailsDueAt,
    ),
  ];
}

const selectIds = (table: string) => `(SELECT json_group_array(id) FROM ${table} WHERE payout_id = p.id)`;
const countRows = (table: string, condition: string) =>
  `(SELECT CAST(count(*) AS TEXT) FROM ${table} WHERE payout_id = p.id AND ${condition})`;

function selectResult(request: string, order: PaymentInput) {
  return [
    statement<PaymentRow, 'name' | 'isUndone'>(
      `SELECT ${columns} FROM payouts t JOIN users u ON u.id = t.user_id ${payers} WHERE t.request = ?1 ORDER BY t.id`,
      [request],
    ),
    statement<NamedMember, 'name'>(
      `SELECT u.id AS "memberId", ${memberColumns('u')} FROM json_each(?1) w JOIN users u ON u.id = w.value ->> 'id'
       WHERE NOT EXISTS (SELECT 1 FROM payouts p WHERE p.request = ?2 AND p.user_id = u.id) ORDER BY w.key`,
      [JSON.stringify(order.members), request],
    ),
  ] as const;
}

function toPaymentResult(paid: StatementResult<PaymentRow>, changed: StatementResult<NamedMember>): PaymentResult {
  return { paid: rows(paid), changed: rows(changed) };
}
