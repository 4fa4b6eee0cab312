/** Group decisions: listing, applying and undoing them. Product rules: Reviews, Group decisions. */

import { decisionActions, type GroupAction } from '#schema/reviews/review-decision.ts';
import { reviewDecisionFinds } from '#schema/rules.ts';
import { reviewDecisions, reviewEffects } from '#schema/tables/reviews.ts';
import type { GroupPlan } from '#worker/domain/reviews/group-decision.ts';
import type { UndoPlan } from '#worker/domain/reviews/undo-decision.ts';
import { auditTakeovers, suspensionStatements } from '#worker/store/accounts/admin-suspensions.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { isOutdated } from '#worker/store/memberships/money.ts';
import { memberColumns } from '#worker/store/payouts/admin-rows.ts';
import { isMismatchedRestoration } from '#worker/store/referrals/restoration-holds.ts';
import {
  batch,
  catchViolation,
  firstRow,
  onlyRow,
  type RowOf,
  rows,
  selectList,
  statement,
  violatedConstraint,
} from '#worker/store/sql.ts';
import { type GroupSnapshot, readGroup } from './admin-group-reads.ts';
import { type UndoInput, undoStatements } from './admin-group-undo.ts';
import { laterDecision, readUndo, type UndoSnapshot } from './admin-group-undo-reads.ts';
import { decisionStatements, type GroupDecisionInput } from './admin-group-writes.ts';
import { isHeldMember } from './open-holds.ts';

const keys = ['id', 'action', 'reason', 'members', 'undoesId', 'undoneById', 'undoneAt', 'createdAt', 'version'] as const;
export type DecisionRow = RowOf<typeof reviewDecisions, (typeof keys)[number]> & {
  decidedBy: string | null;
  reviewId: number | null;
  reviewNumber: string | null;
  /** Id of a later decision that must be undone first; null if there is none. */
  undoFirst: number | null;
};

const effectKeys = ['id', 'userId', 'kind', 'entityId', 'before', 'taken', 'owed'] as const;
export type EffectRow = RowOf<typeof reviewEffects, (typeof effectKeys)[number]> & {
  email: string;
  name: string | null;
  kept: string | null;
};
/** Maximum number of effects listed for a decision. No decision can have more, so the list is always complete. */
const maxListedEffects = reviewDecisionFinds * 2;

export const decisionListShape: ListShape = {
  from: 'review_decisions t LEFT JOIN admins a ON a.id = t.admin_id',
  join: 'LEFT JOIN vacation_certificates c ON c.id = t.certificate_id',
  columns: `${selectList(reviewDecisions, 't', keys)}, a.email AS "decidedBy", c.id AS "reviewId", c.number AS "reviewNumber",
    iif(t.undone_by_id IS NULL AND t.action <> 'undo', ${laterDecision('t')}, NULL) AS "undoFirst"`,
  search: 't.reason || char(10) || a.email',
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    member: {
      conditions: {
        column: 't.id',
        kind: 'number',
        selectRows: (id) => `SELECT e.decision_id FROM review_effects e WHERE e.user_id = ${id} AND e.kind = 'member'`,
      },
      sorts: ['created'],
    },
    action: { conditions: columnConditions('action', decisionActions), sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: { number: 'decision' },
};

/** Totals, in cents, of the restored commissions that undoing a decision would make payable or put back on hold. */
export interface UndoneRestorations {
  payableCents: number;
  heldCents: number;
}

export interface DecisionWithEffects {
  decision: DecisionRow;
  effects: EffectRow[];
  restorations: UndoneRestorations;
}

async function find(db: Database, condition: string, value: string | number): Promise<DecisionWithEffects | undefined> {
  const { columns, from, join } = decisionListShape;
  const [decision, effects, restorations] = await batch(db, [
    statement<DecisionRow, 'undoFirst'>(`SELECT ${columns} FROM ${from} ${join} WHERE ${condition}`, [value]),
    statement<EffectRow, 'name' | 'kept'>(
      `SELECT ${selectList(reviewEffects, 'e', effectKeys)}, ${memberColumns('u')}, coalesce(k.kept, e.kept) AS "kept"
       FROM review_decisions t JOIN review_effects e ON e.decision_id = t.id JOIN users u ON u.id = e.user_id
         LEFT JOIN review_effects k ON k.decision_id = t.undone_by_id AND k.kind = e.kind AND k.entity_id = e.entity_id
       WHERE ${condition} ORDER BY e.id LIMIT ${maxListedEffects}`,
      [value],
    ),
    statement<UndoneRestorations, 'payableCents' | 'heldCents'>(
      `SELECT coalesce(sum(iif(c.status = 'held', c.amount_cents, 0)), 0) AS "payableCents",
         coalesce(sum(iif(c.status = 'held', 0, c.amount_cents)), 0) AS "heldCents"
       FROM review_decisions t CROSS JOIN review_effects e ON e.decision_id = t.id AND e.kind = 'member'
         CROSS JOIN referral_commissions c ON c.referrer_id = e.user_id
           AND ${isMismatchedRestoration(isHeldMember('c.referrer_id', { ifUndone: 't.id' }))}
       WHERE ${condition} AND t.action <> 'undo' AND t.undone_by_id IS NULL`,
      [value],
    ),
  ]);
  const row = firstRow(decision);
  return row && { decision: row, effects: rows(effects), restorations: onlyRow(restorations) };
}

export function reviewDecisionStore(db: Database, env: StoreEnv) {
  return {
    list: (request: ListRowsQuery) => readList<DecisionRow, 'undoFirst'>(db, decisionListShape, request),
    find: (id: number) => find(db, 't.id = ?1', id),
    findByKey: (key: string) => find(db, 't.key = ?1', key),

    load: (action: GroupAction, memberIds: number[], certificateId: number | null) => readGroup(db, env, action, memberIds, certificateId),
    loadUndo: (id: number) => readUndo(db, env, id),

    /** Applies a group decision and returns the hashes of the ended sessions. Writes nothing if the state has changed since it was read. */
    async decide(
      order: GroupDecisionInput,
      plan: GroupPlan,
      snapshot: GroupSnapshot,
      now: number,
    ): Promise<'decided' | 'changed_meanwhile'> {
      const { actor, reason } = order;
      return catchStale(async () => {
        await batch(db, [
          ...auditTakeovers(plan.takenOver, { reason, actor }, now),
          ...decisionStatements(order, plan, snapshot, now),
          ...suspensionStatements(plan.suspended, { reason, actor }, now),
        ]);
        return 'decided' as const;
      });
    },

    async undo(
      order: UndoInput,
      plan: UndoPlan,
      snapshot: UndoSnapshot,
      now: number,
    ): Promise<'undone' | 'changed_meanwhile' | 'review_decision_undone'> {
      return catchViolation({ 'review_decisions.undoes_id': 'review_decision_undone' }, () =>
        catchStale(async () => {
          await batch(db, undoStatements(order, plan, snapshot, now));
          return 'undone' as const;
        }),
      );
    },
  };
}

/** Constraints that a decision based on stale data violates. */
const staleConstraints = new Set(['review_decisions.members', 'users_token_balance_never_negative', 'referral_commissions.reverses_id']);

async function catchStale<Value>(write: () => Promise<Value>): Promise<Value | 'changed_meanwhile'> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (staleConstraints.has(constraint) || isOutdated(error)) return 'changed_meanwhile';
    throw error;
  }
}
