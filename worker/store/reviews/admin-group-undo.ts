/** Undoes a group decision by inserting the opposite entries, in one batch. Product rules: Reviews, Group decisions. */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { monthStart } from '#worker/domain/chests/months.ts';
import { contestedSince } from '#worker/domain/memberships/account.ts';
import type { UndoPlan } from '#worker/domain/reviews/undo-decision.ts';
import { reinstatementStatements } from '#worker/store/accounts/admin-suspensions.ts';
import { confirmAwaitedPlacements } from '#worker/store/cards/placement-rewards.ts';
import { chargeTokens } from '#worker/store/certificates/certificate-refund.ts';
import { reopenStatements } from '#worker/store/chests/chest-openings.ts';
import { jsonParts } from '#worker/store/json-parts.ts';
import { reconcileEarnings } from '#worker/store/orders/order-effects.ts';
import { markProgressStale, progressOfDecision } from '#worker/store/progress/stale-progress.ts';
import { decisionEffects, restoreTokens, settleOwedSince } from '#worker/store/reviews/decision-tokens.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { keyColumns, keysOfDecision } from '#worker/store/tokens/ledger-kinds.ts';
import { type UndoSnapshot, undoState } from './admin-group-undo-reads.ts';
import {
  auditDecision,
  cardStatements,
  certificateStatements,
  chestStatements,
  commissionStatements,
  restorationStatements,
} from './admin-group-writes.ts';

export interface UndoInput {
  id: number;
  key: string;
  reason: string;
  actor: Actor;
}

export function undoStatements(order: UndoInput, plan: UndoPlan, snapshot: UndoSnapshot, now: number): Statement<unknown>[] {
  const { id, key, reason, actor } = order;
  return [
    ...insertUndo(order, snapshot.state, plan, now),
    ...restoreFinds(id),
    ...confirmAwaitedPlacements(`SELECT e.user_id FROM review_effects e WHERE e.decision_id = ?1 AND e.kind = 'find'`, [id]),
    ...restoreTokens(id, 'Finds reinstated: tokens restored', now),
    ...reinstateCertificates(plan, { reason, actor }, now),
    ...settleOwedSince(id, now),
    ...chestStatements(plan.chests, now),
    ...commissionStatements(plan.commissions, snapshot.money, now),
    ...snapshot.orders.flatMap((paidOrder) =>
      reconcileEarnings({ ...paidOrder, contestedSince: contestedSince(paidOrder), now }, paidOrder.revokedAt !== null),
    ),
    ...reopenChests(snapshot, now),
    ...restorationStatements(key, actor, now),
    ...reinstatementStatements(plan.reinstated, { reason, actor }, now),
    auditDecision(key, actor, { action: 'undo', reason }, { undoes: id, leftAsTheyAre: plan.kept.length }, now),
  ];
}

/** Makes the batch fail if the state has changed, marks the decision as undone, and records which changes are not reverted. */
function insertUndo({ id, key, reason, actor }: UndoInput, expectedState: string, { kept }: UndoPlan, now: number): Statement[] {
  return [
    statement(
      `INSERT INTO review_decisions (key, admin_id, admin_role, action, reason, certificate_id, members, undoes_id, created_at)
       SELECT ?2, ?3, (SELECT a.role FROM admins a WHERE a.id = ?3), 'undo', ?4, d.certificate_id, iif(${undoState} = ?5, d.members, NULL), d.id, ?6 FROM review_decisions d WHERE d.id = ?1`,
      [id, key, actor.adminId, reason, expectedState, now],
    ),
    statement(
      `UPDATE review_decisions SET undone_by_id = (SELECT u.id FROM review_decisions u WHERE u.key = ?2), undone_at = ?3, version = version + 1
       WHERE id = ?1`,
      [id, key, now],
    ),
    statement(
      `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed, kept)
       SELECT u.id, e.user_id, 'member', e.entity_id, '{}', 0, 0, NULL FROM review_decisions u JOIN review_effects e ON e.decision_id = u.undoes_id
       WHERE u.key = ?1 AND e.kind = 'member'`,
      [key],
    ),
    ...jsonParts(kept).map((part) =>
      statement(
        `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed, kept)
         SELECT u.id, w.value ->> 'userId', w.value ->> 'kind', w.value ->> 'entityId', w.value -> 'before', 0, 0, w.value ->> 'explanation'
         FROM review_decisions u CROSS JOIN json_each(?2) w WHERE u.key = ?1`,
        [key, part],
      ),
    ),
  ];
}

function restoreFinds(id: number): Statement[] {
  return [
    markProgressStale(progressOfDecision('e.decision_id = ?1'), [id]),
    statement(
      `UPDATE card_scans SET taken_back_by = NULL, is_awaiting_verification = e.before ->> 'isAwaiting'
       FROM review_effects e WHERE e.decision_id = ?1 AND e.kind = 'find' AND card_scans.id = e.entity_id`,
      [id],
    ),
    ...cardStatements('+', 'd.id = ?1', id),
    // If the card has another owner or was placed again, the revoked placement no longer exists, so nothing is restored.
    statement(
      `UPDATE cache_cards SET placement_confirmed_at = min(coalesce(placement_confirmed_at, e.before ->> 'confirmedAt'), e.before ->> 'confirmedAt')
       FROM review_effects e WHERE e.decision_id = ?1 AND e.kind = 'placement' AND cache_cards.id = e.entity_id AND cache_cards.user_id = e.user_id
         AND cache_cards.placement_at <= e.before ->> 'confirmedAt'`,
      [id],
    ),
    statement(
      `INSERT INTO ${keyColumns} SELECT k.user_id, k.kind, -k.amount, k.subject_id, k.other_id, 1, k.created_at
       FROM ${decisionEffects} JOIN key_events k ON ${keysOfDecision} WHERE d.id = ?1 AND e.kind = 'placement'`,
      [id],
    ),
  ];
}

function reinstateCertificates({ certificates }: UndoPlan, by: { reason: string; actor: Actor }, now: number): Statement[] {
  const chargedCertificates = certificates.filter(
    ({ certificate, after }) => certificate.status === 'cancelled' && after.status === 'active',
  );
  const ids = JSON.stringify(chargedCertificates.map(({ certificate }) => certificate.id));
  return [
    ...(chargedCertificates.length > 0 ? [chargeTokens('c.id IN (SELECT value FROM json_each(?1))', [ids], now)] : []),
    ...certificateStatements(certificates, by, now),
  ];
}

function reopenChests({ facts, keysSince }: UndoSnapshot, now: number): Statement[] {
  return reopenStatements([...keysSince, ...facts.chests.map(({ userId, month }) => ({ userId, since: monthStart(month) }))], now);
}
