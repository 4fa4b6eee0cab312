import type { PayoutDecision, PayoutSummary } from '#schema/payouts/admin-payouts.ts';
import { heldReasons } from '#schema/referrals/referral.ts';
import type { EffectKind } from '#schema/reviews/review-decision.ts';
import { referralCommissions, treasureChestPayouts } from '#schema/tables/payouts.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { decisions, type OwedRow, overdueSince } from '#worker/domain/payouts/payout.ts';
import { foldedNames } from '#worker/store/accounts/search-keys.ts';
import { emailLargeRelease } from '#worker/store/admin/access/favor-mails.ts';
import { countUpToMax } from '#worker/store/admin/attention.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { bindStore } from '#worker/store/database.ts';
import { isOutdated } from '#worker/store/memberships/money.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import { changeStatements } from '#worker/store/memberships/money-writes.ts';
import { batch, firstRow, queryAll, queryFirst, type RowOf, selectList, statement } from '#worker/store/sql.ts';
import { removeFromRuns, selectMembersLines } from './admin-run-lines.ts';
import { isLeaving } from './eligibility.ts';

export const memberColumns = (alias: string) => `${alias}.email AS "email",
  coalesce(nullif(trim(coalesce(${alias}.first_name, '') || ' ' || coalesce(${alias}.last_name, '')), ''), ${alias}.username) AS "name"`;

const keys = ['id', 'amountCents', 'status', 'heldReason', 'paidAt', 'paymentReference', 'createdAt', 'version'] as const;
interface OwedMember {
  memberId: number;
  email: string;
  name: string | null;
  hasLeft: 0 | 1;
  isSuspended: 0 | 1;
  paidBy: string | null;
}
export type CommissionListRow = RowOf<typeof referralCommissions, (typeof keys)[number] | 'kind' | 'treasureKeys'> &
  OwedMember & { friendId: number; friendEmail: string; friendName: string | null };
export type ChestListRow = RowOf<typeof treasureChestPayouts, (typeof keys)[number] | 'month' | 'isPremium'> &
  OwedMember & { level: number };

const searchTextSql = (alias: string) => `${alias}.email || char(10) || coalesce(${alias}.username, '') || char(10)
  || coalesce(${alias}.first_name, '') || ' ' || coalesce(${alias}.last_name, '') || char(10) || coalesce(t.payment_reference, '')`;
const statuses = {
  ...columnConditions('status', ['held', 'paid', 'reversed']),
  // A commission of 0 means that the referrer earned only keys, so there is nothing to pay.
  pending: "t.status = 'pending' AND t.amount_cents <> 0",
};
const heldReasonFilter: ListFilter = {
  conditions: Object.fromEntries(heldReasons.map((reason) => [reason, `instr(',' || t.held_reason || ',', ',${reason},') > 0`])),
  sorts: ['created'],
  isScanned: true,
};
const memberColumnsSql = (
  column: string,
) => `${column} AS "memberId", ${memberColumns('u')}, u.deletion_requested_at IS NOT NULL AS "hasLeft",
  u.suspended_at IS NOT NULL AS "isSuspended",  a.email AS "paidBy"`;
const payers = 'LEFT JOIN admins a ON a.id = t.paid_by_id';

export const commissionListShape: ListShape = {
  from: 'referral_commissions t LEFT JOIN users u ON u.id = t.referrer_id',
  join: `JOIN users f ON f.id = t.referred_id ${payers}`,
  columns: `${selectList(referralCommissions, 't', [...keys, 'kind', 'treasureKeys'])}, ${memberColumnsSql('t.referrer_id')}, f.id AS "friendId",
    f.email AS "friendEmail", coalesce(nullif(trim(coalesce(f.first_name, '') || ' ' || coalesce(f.last_name, '')), ''), f.username) AS "friendName"`,
  search: searchTextSql('u'),
  names: foldedNames('u'),
  sorts: { created: 't.created_at', id: 't.id' },
  defaultSort: '-created',
  filters: {
    member: { conditions: { column: 't.referrer_id', kind: 'number' }, sorts: ['created', 'id'] },
    status: { conditions: statuses, sorts: ['created'] },
    reason: heldReasonFilter,
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: { number: 'commission', email: matchEmail('referral_commissions', 't.id DESC', 'referrer_id') },
};

export const chestListShape: ListShape = {
  from: 'treasure_chest_payouts t LEFT JOIN users u ON u.id = t.user_id',
  join: payers,
  columns: `${selectList(treasureChestPayouts, 't', [...keys, 'month', 'isPremium'])}, t.chest_level AS "level", ${memberColumnsSql('t.user_id')}`,
  search: searchTextSql('u'),
  names: foldedNames('u'),
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    // A member has at most one chest per month, so no index is needed for the sort order.
    member: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['created'] },
    status: { conditions: statuses, sorts: ['created'] },
    reason: heldReasonFilter,
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: { number: 'chest', email: matchEmail('treasure_chest_payouts') },
};

export type OwedKind = 'commissions' | 'chests';
const entities = { commissions: 'commission', chests: 'treasure_chest_payout' } as const;

const effectKinds = { commissions: 'commission', chests: 'chest' } as const satisfies Record<OwedKind, EffectKind>;

export interface DecisionInput {
  id: number;
  version: number;
  decision: PayoutDecision;
  reason: string | null;
  actor: Actor;
}

const selectRow = <Row, UncheckedColumns extends keyof Row = never>(shape: ListShape, id: number) =>
  statement<Row, UncheckedColumns>(`SELECT ${shape.columns} FROM ${shape.from} ${shape.join} WHERE t.id = ?1`, [id]);
const isStayingSql = (owner: string) => `NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${owner} AND ${isLeaving})`;

export const payoutRowStore = bindStore({
  commissions: (db, request: ListRowsQuery) =>
    readList<CommissionListRow, 'email' | 'name' | 'hasLeft' | 'isSuspended' | 'friendName'>(db, commissionListShape, request),
  chests: (db, request: ListRowsQuery) => readList<ChestListRow, 'email' | 'name' | 'hasLeft' | 'isSuspended'>(db, chestListShape, request),

  /** Returns the members who are owed these commissions or chests. */
  async payees(db, kind: 'commission' | 'chest', ids: readonly number[]): Promise<number[]> {
    const rows = kind === 'commission' ? 'referral_commissions t ON t.id = w.value' : 'treasure_chest_payouts t ON t.id = w.value';
    const payee = kind === 'commission' ? 't.referrer_id' : 't.user_id';
    const sql = `SELECT DISTINCT ${payee} AS "id" FROM json_each(?1) w CROSS JOIN ${rows}`;
    return (await queryAll<{ id: number }>(db, sql, [JSON.stringify(ids)])).map(({ id }) => id);
  },

  /** Returns the amount owed and the number of payouts that need attention. Counts are capped at one more than the displayed maximum. */
  async summary(db, now: number): Promise<PayoutSummary> {
    return (
      (await queryFirst<PayoutSummary, 'heldCommissions' | 'heldChests' | 'overdue'>(
        db,
        `SELECT owed_cents AS "owedCents", owed_members AS "owedMembers", ${countUpToMax("referral_commissions WHERE status = 'held'")} AS "heldCommissions",
           ${countUpToMax("treasure_chest_payouts WHERE status = 'held'")} AS "heldChests",
           ${countUpToMax('payout_queue WHERE has_address = 1 AND rank = 0 AND oldest_at <= ?1')} + ${countUpToMax('payout_queue WHERE has_address = 1 AND rank = 1 AND oldest_at <= ?1')} AS "overdue" FROM running_totals WHERE id = 1`,
        [overdueSince(now)],
      )) ?? { owedCents: 0, owedMembers: 0, overdue: 0, heldCommissions: 0, heldChests: 0 }
    );
  },

  async commission(db, id: number): Promise<CommissionListRow | undefined> {
    return firstRow(
      (
        await batch(db, [
          selectRow<CommissionListRow, 'email' | 'name' | 'hasLeft' | 'isSuspended' | 'friendName'>(commissionListShape, id),
        ])
      )[0],
    );
  },

  async chest(db, id: number): Promise<ChestListRow | undefined> {
    return firstRow((await batch(db, [selectRow<ChestListRow, 'email' | 'name' | 'hasLeft' | 'isSuspended'>(chestListShape, id)]))[0]);
  },

  async heldNote(db, kind: OwedKind, id: number): Promise<string | null> {
    return (
      (
        await queryFirst<{ reason: string | null }, 'reason'>(
          db,
          `SELECT reason FROM (
             SELECT reason, created_at FROM audit_log WHERE entity_type = ?1 AND entity_id = ?2 AND +action = ?1 || '.hold'
             UNION ALL SELECT d.reason, d.created_at FROM review_effects e JOIN review_decisions d ON d.id = e.decision_id
             WHERE e.kind = ?3 AND e.entity_id = ?4 AND d.action = 'hold' AND d.undone_by_id IS NULL)
           ORDER BY created_at DESC LIMIT 1`,
          [entities[kind], String(id), effectKinds[kind], id],
        )
      )?.reason ?? null
    );
  },

  /**
   * Holds, releases or refuses a commission. `after` is the referred friend's account after the decision, including keys. Returns false if
   * the commission or the friend's account has changed since it was loaded.
   */
  async decideCommission(
    db,
    row: CommissionListRow,
    snapshot: AccountSnapshot,
    after: Account,
    input: DecisionInput,
    now: number,
  ): Promise<boolean> {
    const { decision, reason, actor } = input;
    const commission = after.referral?.commission;
    const entry = {
      action: `commission.${decision}` as const,
      entityType: 'commission',
      entityId: row.id,
      userId: row.memberId,
      before: { status: row.status, heldReason: row.heldReason },
      after: { status: commission?.status, heldReason: commission?.heldReason },
      reason,
    };
    try {
      await batch(db, [
        statement(
          `UPDATE referral_commissions SET version = iif(version = ?2 AND (?3 <> 'release' OR ${isStayingSql('referrer_id')}), version, NULL)
           WHERE id = ?1`,
          [row.id, input.version, decision],
        ),
        auditStatement(actor, entry, now),
        ...(decision === 'release' ? [emailLargeRelease(actor, now)] : []),
        ...changeStatements(snapshot, after, now),
      ]);
      return true;
    } catch (error) {
      if (isOutdated(error)) return false;
      throw error;
    }
  },

  /** Holds, releases or refuses a chest payout. Returns the updated row, or undefined if the chest has changed. */
  async decideChest(db, { id, version, decision, reason, actor }: DecisionInput, now: number): Promise<ChestListRow | undefined> {
    const { allowedFrom, to } = decisions[decision];
    const isUnchanged = (
      at: number,
    ) => `t.id = ?${at} AND t.version = ?${at + 1} AND t.status IN (${allowedFrom.map((status) => `'${status}'`).join(', ')})
      ${decision === 'release' ? `AND ${isStayingSql('t.user_id')}` : ''}`;
    const heldReasonSql = { hold: `'administrator'`, release: 'NULL', refuse: 't.held_reason' }[decision];
    const [, updatedRows, chestRows] = await batch(db, [
      auditFromSelect(
        actor,
        { action: `treasure_chest_payout.${decision}`, entityType: 'treasure_chest_payout', reason },
        {
          sql: `SELECT CAST(t.id AS TEXT), t.user_id, json_object('status', t.status, 'heldReason', t.held_reason),
              json_object('status', ?10, 'heldReason', ${heldReasonSql}) FROM treasure_chest_payouts t WHERE ${isUnchanged(8)}`,
          values: [id, version, to],
        },
        now,
      ),
      statement<{ id: number }>(
        `UPDATE treasure_chest_payouts AS t SET status = ?3, held_reason = ${heldReasonSql}, refused_at = iif(?3 = 'reversed', ?4, NULL), version = version + 1
         WHERE ${isUnchanged(1)} RETURNING id`,
        [id, version, to, now],
      ),
      selectRow<ChestListRow, 'email' | 'name' | 'hasLeft' | 'isSuspended'>(chestListShape, id),
      ...(decision === 'release' ? [emailLargeRelease(actor, now)] : []),
      ...removeFromRuns(selectMembersLines('SELECT user_id FROM treasure_chest_payouts WHERE id = ?1', id), now),
    ]);
    return firstRow(updatedRows) && firstRow(chestRows);
  },
});

export function toOwedRow(row: CommissionListRow | ChestListRow | undefined): OwedRow | undefined {
  return (
    row && {
      kind: 'kind' in row ? row.kind : 'chest',
      version: row.version,
      status: row.status,
      heldReason: row.heldReason,
      hasLeft: row.hasLeft === 1,
    }
  );
}
