/** Loads the input for undoing a group decision. Product rules: Reviews, Group decisions. */

import type { DecisionAction } from '#schema/reviews/review-decision.ts';
import type { PaymentState } from '#worker/domain/memberships/account.ts';
import type { StoredEffect, UndoFacts } from '#worker/domain/reviews/undo-decision.ts';
import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import type { VersionedAccount } from '#worker/store/memberships/money-writes.ts';
import { decisionEffects, takenByDecision } from '#worker/store/reviews/decision-tokens.ts';
import { isReturned } from '#worker/store/reviews/review-rows.ts';
import { batchByName, statement } from '#worker/store/sql.ts';
import { keysOfDecision } from '#worker/store/tokens/ledger-kinds.ts';
import { orderReversalsSql } from '#worker/store/tokens/owed-tokens.ts';
import { type GroupCommissionRow, groupCommissionColumns, withAccounts } from './admin-group-money.ts';
import {
  type GroupCertificateRow,
  type GroupChestRow,
  groupCertificateColumns,
  groupChestColumns,
  toGroupCertificate,
  toGroupChest,
} from './admin-group-reads.ts';
import { hasHeldSignal, isHeldMember } from './open-holds.ts';

type MemberFlag = 'hasLeft' | 'isHeld' | 'hasUnheld';
type PaidOrder = Pick<PaymentState, 'disputeStatus' | 'disputedAt' | 'revokedAt'> & { userId: number; orderId: number };

export interface UndoSnapshot {
  facts: UndoFacts;
  money: Map<number, VersionedAccount>;
  state: string;
  orders: PaidOrder[];
  keysSince: { userId: number; since: number }[];
}

/**
 * Returns SQL for a later active decision that must be undone before `decision`, a table alias. Either the later decision changed some of
 * the same entities, or both decisions put some of the same members on hold. In the second case, the later one may have found everything
 * already on hold. Only searches decisions about the same members; the unary plus keeps SQLite from scanning the whole decision for each
 * member.
 */
export const laterDecision = (decision: string) => `coalesce((SELECT n.id FROM review_effects m
    CROSS JOIN review_effects o ON o.user_id = m.user_id AND o.kind = 'member' AND o.decision_id > m.decision_id
    CROSS JOIN review_decisions n ON n.id = o.decision_id AND n.action <> 'undo' AND n.undone_by_id IS NULL
    CROSS JOIN review_effects l ON l.user_id = m.user_id AND +l.decision_id = n.id AND l.kind NOT IN ('member', 'tokens')
    CROSS JOIN review_effects e ON e.decision_id = m.decision_id AND e.kind = l.kind AND e.entity_id = l.entity_id
  WHERE m.decision_id = ${decision}.id AND m.kind = 'member' LIMIT 1), (SELECT n.id FROM review_effects m
    CROSS JOIN review_effects o ON o.user_id = m.user_id AND o.kind = 'member' AND o.decision_id > m.decision_id
    CROSS JOIN review_decisions n ON n.id = o.decision_id AND n.action = 'hold' AND n.undone_by_id IS NULL
  WHERE ${decision}.action = 'hold' AND m.decision_id = ${decision}.id AND m.kind = 'member' LIMIT 1))`;
const isBuiltOn = `(${laterDecision('d')} IS NOT NULL)`;
/** SQL condition: the member has a certificate or earnings that decision `d` did not change and that are not on hold. */
const hasUnheld = (userId: string) => {
  const isUnchanged = (kind: string) =>
    `NOT EXISTS (SELECT 1 FROM review_effects x WHERE x.decision_id = d.id AND x.kind = '${kind}' AND x.entity_id = n.id)`;
  return `(EXISTS (SELECT 1 FROM vacation_certificates n WHERE n.user_id = ${userId} AND n.status = 'active' AND n.activate_by > d.created_at
      AND NOT (n.review = 'waiting' AND ${hasHeldSignal('n.review_signals')}) AND ${isUnchanged('certificate')})
    OR EXISTS (SELECT 1 FROM treasure_chest_payouts n WHERE n.user_id = ${userId} AND n.status = 'pending' AND ${isUnchanged('chest')})
    OR EXISTS (SELECT 1 FROM referral_commissions n WHERE n.referrer_id = ${userId} AND n.kind = 'commission' AND n.status = 'pending'
      AND n.amount_cents > 0 AND ${isUnchanged('commission')}))`;
};
const checksum = (select: string, join: string, kind: string) =>
  `(SELECT count(*) || ':' || coalesce(sum(${select}), 0) FROM review_effects e JOIN ${join} WHERE e.decision_id = d.id AND e.kind = '${kind}')`;
export const undoState = [
  'd.version',
  isBuiltOn,
  checksum('c.id * 1000 + c.version', 'vacation_certificates c ON c.user_id = e.entity_id', 'member'),
  checksum('o.id', `review_effects o ON o.user_id = e.entity_id AND o.kind = 'member'`, 'member'),
  checksum('c.id * 1000 + c.version', 'referral_commissions c ON c.id = e.entity_id', 'commission'),
  checksum(
    `v.id * 10 + iif(v.status = 'pending', 1, iif(v.status = 'paid', 2, 3))`,
    `referral_commissions c ON c.id = e.entity_id JOIN referral_commissions v ON v.referred_id = c.referred_id AND v.kind <> 'commission'`,
    'commission',
  ),
  checksum('t.id * 1000 + t.version', 'treasure_chest_payouts t ON t.id = e.entity_id', 'chest'),
  checksum('coalesce(u.suspended_at, 0)', 'users u ON u.id = e.entity_id', 'suspension'),
  `(SELECT count(*) FROM review_effects e WHERE e.decision_id = d.id AND e.kind = 'member' AND ${hasUnheld('e.entity_id')})`,
  checksum('p.id * 1000 + p.version', 'payments p ON p.user_id = e.entity_id AND p.order_id IS NOT NULL', 'member'),
].join(` || ' ' || `);

/**
 * Loads a decision and the current state of everything that it changed. Takes two round trips. Returns undefined
 * for an unknown decision.
 */
export async function readUndo(db: Database, env: StoreEnv, id: number): Promise<UndoSnapshot | undefined> {
  const read = await batchByName(db, {
    decision: statement<
      {
        id: number;
        action: DecisionAction;
        version: number;
        undoneById: number | null;
        createdAt: number;
        isBuiltOn: 0 | 1;
        state: string;
      },
      'isBuiltOn' | 'state'
    >(
      `SELECT d.id AS "id", d.action AS "action", d.version AS "version", d.undone_by_id AS "undoneById", d.created_at AS "createdAt",
         ${isBuiltOn} AS "isBuiltOn", ${undoState} AS "state" FROM review_decisions d WHERE d.id = ?1`,
      [id],
    ),
    effects: statement<{ userId: number; kind: StoredEffect['kind']; entityId: number; before: string }>(
      `SELECT e.user_id AS "userId", e.kind AS "kind", e.entity_id AS "entityId", e.before AS "before" FROM review_effects e
       WHERE e.decision_id = ?1 AND e.kind IN ('certificate', 'commission', 'chest', 'suspension') ORDER BY e.id`,
      [id],
    ),
    members: statement<
      { id: number; tokenBalance: number; suspendedAt: number | null; pausedAt: number | null } & Record<MemberFlag, 0 | 1>,
      'tokenBalance' | 'pausedAt' | MemberFlag
    >(
      `SELECT u.id AS "id", u.token_balance + ${takenByDecision} AS "tokenBalance", u.deletion_requested_at IS NOT NULL AS "hasLeft",
         ${isHeldMember('u.id', { ifUndone: 'd.id' })} AS "isHeld", ${hasUnheld('u.id')} AS "hasUnheld",
         u.suspended_at AS "suspendedAt", ${pausedAt('u')} AS "pausedAt"
       FROM ${decisionEffects} JOIN users u ON u.id = e.user_id WHERE d.id = ?1 AND e.kind = 'member' ORDER BY e.id`,
      [id],
    ),
    certificates: statement<GroupCertificateRow & { hasOtherCertificate: 0 | 1 }, 'hasOtherCertificate'>(
      `SELECT ${groupCertificateColumns}, EXISTS (SELECT 1 FROM vacation_certificates o WHERE o.user_id = c.user_id AND o.id <> c.id
           AND o.status <> 'cancelled' AND (o.id > c.id OR o.created_at > unixepoch(c.created_at, 'unixepoch', '-1 year'))) AS "hasOtherCertificate"
       FROM review_effects e JOIN vacation_certificates c ON c.id = e.entity_id WHERE e.decision_id = ?1 AND e.kind = 'certificate'`,
      [id],
    ),
    commissions: statement<GroupCommissionRow>(
      `SELECT ${groupCommissionColumns} FROM review_effects e JOIN referral_commissions c ON c.id = e.entity_id WHERE e.decision_id = ?1 AND e.kind = 'commission'`,
      [id],
    ),
    chests: statement<GroupChestRow, 'isRefused'>(
      `SELECT ${groupChestColumns} FROM review_effects e JOIN treasure_chest_payouts t ON t.id = e.entity_id WHERE e.decision_id = ?1 AND e.kind = 'chest'`,
      [id],
    ),
    orders: statement<PaidOrder, 'orderId'>(
      `SELECT DISTINCT p.user_id AS "userId", p.order_id AS "orderId", p.dispute_status AS "disputeStatus", p.disputed_at AS "disputedAt",
         p.revoked_at AS "revokedAt"
       FROM review_effects e JOIN cache_cards c ON c.id = iif(e.kind = 'find', e.before ->> 'cardId', e.entity_id)
         JOIN payments p ON p.order_id = c.order_id
           AND (e.kind = 'placement' OR ${isReturned}
             OR ${orderReversalsSql('p.order_id', 'p.user_id')})
       WHERE e.decision_id = ?1 AND e.kind IN ('find', 'placement')
         AND EXISTS (SELECT 1 FROM review_effects m WHERE m.decision_id = ?1 AND m.kind = 'member' AND m.entity_id = p.user_id)`,
      [id],
    ),
    keysSince: statement<{ userId: number; since: number }, 'since'>(
      `SELECT e.user_id AS "userId", min(k.created_at) AS "since" FROM ${decisionEffects} JOIN key_events k ON ${keysOfDecision}
       WHERE d.id = ?1 AND e.kind = 'placement' GROUP BY e.user_id`,
      [id],
    ),
  });
  const [decision] = read.decision;
  if (!decision) return undefined;
  const { money, commissions } = await withAccounts(db, env, read.commissions);
  return {
    facts: {
      decision: { ...decision, isBuiltOn: decision.isBuiltOn === 1 },
      effects: read.effects.map((effect) => ({ ...effect, before: JSON.parse(effect.before) as Record<string, unknown> })),
      members: read.members.map((member) => ({
        ...member,
        hasLeft: member.hasLeft === 1,
        isHeld: member.isHeld === 1,
        hasUnheld: member.hasUnheld === 1,
      })),
      certificates: read.certificates.map((row) => ({ ...toGroupCertificate(row), hasOtherCertificate: row.hasOtherCertificate === 1 })),
      commissions,
      chests: read.chests.map(toGroupChest),
    },
    money,
    state: decision.state,
    orders: read.orders,
    keysSince: read.keysSince,
  };
}
