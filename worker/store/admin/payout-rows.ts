/** Commissions and treasure chests one by one: the lists, and what is decided about those that are held. */
import type { PayoutSummary } from '#schema/admin/payouts.ts';
import { referralCommissions, treasureChestPayouts } from '#schema/tables/payouts.ts';
import type { Actor } from '#worker/domain/administrator.ts';
import type { HeldRow } from '#worker/domain/payout.ts';
import { overdueSince } from '#worker/domain/payout.ts';
import { batch, firstRow, type RowOf, selectList, statement } from '#worker/store/sql.ts';
import { some } from './attention.ts';
import { auditedAsFound } from './audit.ts';
import { type ListRequest, type ListShape, readList } from './list.ts';

/** A member as payouts name them. */
export const memberColumns = (alias: string) => `${alias}.email AS "email",
  coalesce(nullif(trim(coalesce(${alias}.first_name, '') || ' ' || coalesce(${alias}.last_name, '')), ''), ${alias}.username) AS "name"`;

const keys = ['id', 'amountCents', 'status', 'heldReason', 'paidAt', 'paymentReference', 'createdAt', 'version'] as const;
interface OfMember {
  memberId: number;
  email: string;
  name: string | null;
  hasLeft: 0 | 1;
  paidBy: string | null;
}
export type CommissionListRow = RowOf<typeof referralCommissions, (typeof keys)[number] | 'kind'> &
  OfMember & { friendId: number; friendEmail: string; friendName: string | null };
export type ChestListRow = RowOf<typeof treasureChestPayouts, (typeof keys)[number] | 'month' | 'isPremium'> & OfMember & { level: number };

const searchOf = (alias: string) => `${alias}.email || char(10) || coalesce(${alias}.username, '') || char(10)
  || coalesce(${alias}.first_name, '') || ' ' || coalesce(${alias}.last_name, '') || char(10) || coalesce(t.payment_reference, '')`;
const statuses = {
  pending: "t.status = 'pending'",
  held: "t.status = 'held'",
  paid: "t.status = 'paid'",
  reversed: "t.status = 'reversed'",
};
const ofMember = (column: string) => `${column} AS "memberId", ${memberColumns('u')}, u.deletion_requested_at IS NOT NULL AS "hasLeft",
  a.email AS "paidBy"`;
const payers = 'LEFT JOIN admins a ON a.id = t.paid_by_id';

export const commissionListShape: ListShape = {
  from: 'referral_commissions t LEFT JOIN users u ON u.id = t.referrer_id',
  join: `JOIN users f ON f.id = t.referred_id ${payers}`,
  columns: `${selectList(referralCommissions, 't', [...keys, 'kind'])}, ${ofMember('t.referrer_id')}, f.id AS "friendId",
    f.email AS "friendEmail", coalesce(nullif(trim(coalesce(f.first_name, '') || ' ' || coalesce(f.last_name, '')), ''), f.username) AS "friendName"`,
  search: searchOf('u'),
  sorts: { created: 't.created_at', id: 't.id' },
  defaultSort: '-created',
  filters: {
    status: { conditions: statuses, sorts: ['created'] },
    member: { conditions: { column: 't.referrer_id', kind: 'number' }, sorts: ['id'] },
  },
};

export const chestListShape: ListShape = {
  from: 'treasure_chest_payouts t LEFT JOIN users u ON u.id = t.user_id',
  join: payers,
  columns: `${selectList(treasureChestPayouts, 't', [...keys, 'month', 'isPremium'])}, t.chest_level AS "level", ${ofMember('t.user_id')}`,
  search: searchOf('u'),
  // In the order in which they opened.
  sorts: { created: 't.id' },
  defaultSort: '-created',
  filters: {
    status: { conditions: statuses, sorts: ['created'] },
    // One a month at most: their order needs no index.
    member: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['created'] },
  },
};

export type OwedKind = 'commissions' | 'chests';
const tables = {
  commissions: { table: 'referral_commissions', entity: 'commission', member: 'referrer_id', shape: commissionListShape },
  chests: { table: 'treasure_chest_payouts', entity: 'treasure_chest_payout', member: 'user_id', shape: chestListShape },
} as const;

export interface HeldDecision {
  kind: OwedKind;
  id: number;
  version: number;
  decision: { to: 'pending' } | { to: 'reversed'; reason: string };
}

export function payoutRowStore(db: D1Database) {
  return {
    commissions: (request: ListRequest) => readList<CommissionListRow>(db, commissionListShape, request),
    chests: (request: ListRequest) => readList<ChestListRow>(db, chestListShape, request),

    /** How many wait, counted no further than one more than is shown. */
    async summary(now: number): Promise<PayoutSummary> {
      const [found] = await batch(db, [
        statement(
          db,
          `SELECT ${some("referral_commissions WHERE status = 'held'")} AS "heldCommissions",
             ${some("treasure_chest_payouts WHERE status = 'held'")} AS "heldChests",
             ${some('payout_queue WHERE rank = 0 AND oldest_at <= ?1')} + ${some('payout_queue WHERE rank = 1 AND oldest_at <= ?1')} AS "overdue"`,
          overdueSince(now),
        ),
      ]);
      return firstRow<PayoutSummary>(found) ?? { overdue: 0, heldCommissions: 0, heldChests: 0 };
    },

    /**
     * Releases or refuses what is held, and says how it stood. News about the friend's payment that were looked at before
     * this and are written after it would miss the row: raising the friend's version makes them look again.
     */
    async decide({ kind, id, version, decision }: HeldDecision, actor: Actor, now: number) {
      const { table, entity, member, shape } = tables[kind];
      const releasable = `AND instr(',' || coalesce(t.held_reason, '') || ',', ',dispute,') = 0
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = t.${member} AND u.deletion_requested_at IS NOT NULL)`;
      const isStill = (at: number) =>
        `t.id = ?${at} AND t.version = ?${at + 1} AND t.status = 'held' ${decision.to === 'pending' ? releasable : ''}`;
      const row = statement(db, `SELECT ${shape.columns} FROM ${shape.from} ${shape.join} WHERE t.id = ?1`, id);
      const [seen, , , , after] = await batch(db, [
        row,
        auditedAsFound(
          db,
          actor,
          {
            action: decision.to === 'pending' ? `${entity}.release` : `${entity}.refuse`,
            entityType: entity,
            reason: decision.to === 'reversed' ? decision.reason : null,
          },
          {
            sql: `SELECT CAST(t.id AS TEXT), t.${member}, json_object('status', t.status, 'heldReason', t.held_reason),
                json_object('status', ?10, 'heldReason', iif(?10 = 'pending', NULL, t.held_reason)) FROM ${table} t WHERE ${isStill(8)}`,
            values: [id, version, decision.to],
          },
          now,
        ),
        statement(
          db,
          `UPDATE ${table} AS t SET status = ?3, held_reason = iif(?3 = 'pending', NULL, held_reason), version = version + 1 WHERE ${isStill(1)}`,
          id,
          version,
          decision.to,
        ),
        kind === 'commissions'
          ? statement(
              db,
              `UPDATE users SET version = version + 1
               WHERE changes() > 0 AND id = (SELECT referred_id FROM referral_commissions WHERE id = ?1)`,
              id,
            )
          : statement(db, 'SELECT 1'),
        row,
      ]);
      return { seen: firstRow<CommissionListRow | ChestListRow>(seen), after: firstRow<CommissionListRow | ChestListRow>(after) };
    },
  };
}

export function heldRowOf(row: CommissionListRow | ChestListRow | undefined): HeldRow | undefined {
  return row && { version: row.version, status: row.status, heldReason: row.heldReason, hasLeft: row.hasLeft === 1 };
}
