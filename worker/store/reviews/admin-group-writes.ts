import type { DecisionAction, GroupAction } from '#schema/reviews/review-decision.ts';
import type { SnapshotSignals } from '#schema/reviews/signals.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import type { GroupPlan } from '#worker/domain/reviews/group-decision.ts';
import type { CertificateChange, ChestChange, CommissionChange } from '#worker/domain/reviews/group-facts.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { refundTokens } from '#worker/store/certificates/certificate-refund.ts';
import { jsonParts } from '#worker/store/json-parts.ts';
import { referralChangeStatements, type VersionedAccount } from '#worker/store/memberships/money-writes.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { removeFromRuns, selectMembersLines } from '#worker/store/payouts/admin-run-lines.ts';
import { markProgressStale, progressOfDecision } from '#worker/store/progress/stale-progress.ts';
import { mergeCommissionMails, queueReleasedRestorationMails } from '#worker/store/referrals/commission-mail.ts';
import { syncRestorationHolds } from '#worker/store/referrals/restoration-holds.ts';
import { decisionEffects, revokeTokens } from '#worker/store/reviews/decision-tokens.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { keyColumns, placementKeys } from '#worker/store/tokens/ledger-kinds.ts';
import { type GroupSnapshot, groupState, stateValues } from './admin-group-reads.ts';
import { emailEndedHolds } from './ended-holds.ts';
import { insertSnapshot } from './review-snapshots.ts';

export interface GroupDecisionInput {
  key: string;
  action: GroupAction;
  memberIds: number[];
  reason: string;
  certificateId: number | null;
  /** Signals of the certificate's case. */
  signals: SnapshotSignals;
  actor: Actor;
}

/**
 * Returns the statements that apply a group decision, except for the suspensions. Those come last in the batch because they return the
 * hashes of the ended sessions.
 */
export function decisionStatements(order: GroupDecisionInput, plan: GroupPlan, snapshot: GroupSnapshot, now: number): Statement[] {
  const { key, action, reason, certificateId, signals, actor } = order;
  return [
    insertDecision(order, snapshot.state, now),
    auditDecision(key, actor, { action, reason }, summarizePlan(plan), now),
    ...(certificateId === null ? [] : [insertSnapshot({ certificateId, decision: action, signals }, now)]),
    ...insertEffects(key, order.memberIds, plan),
    ...certificateStatements(plan.certificates, { reason, actor }, now),
    ...(action === 'take_back' ? revocationStatements(order, plan, now) : []),
    ...chestStatements(plan.chests, now),
    ...commissionStatements(plan.commissions, snapshot.money, now),
    ...restorationStatements(key, actor, now),
  ];
}

/**
 * Updates the holds on commission restorations after a group decision or its undo, and emails colleagues whose holds it ended; `key` identifies
 * either.
 */
export function restorationStatements(key: string, actor: Actor, now: number): Statement[] {
  const members = `SELECT e.user_id FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'member'`;
  return [
    syncRestorationHolds(members, key),
    queueReleasedRestorationMails(members, key, now),
    ...mergeCommissionMails('commission_restored', now),
    ...removeFromRuns(selectMembersLines(members, key), now),
    emailEndedHolds(`IN (${members})`, key, actor, now),
  ];
}

/** Guards the batch: if the state has changed since it was read, `members` is NULL, which makes the batch fail. */
function insertDecision(
  { key, action, memberIds, reason, certificateId, actor }: GroupDecisionInput,
  state: string,
  now: number,
): Statement {
  return statement(
    `INSERT INTO review_decisions (key, admin_id, admin_role, action, reason, certificate_id, members, created_at)
     SELECT ?4, ?5, (SELECT a.role FROM admins a WHERE a.id = ?5), ?6, ?7, ?8, iif(${groupState} = ?9, json_array_length(?1), NULL), ?10`,
    [...stateValues(action, memberIds), key, actor.adminId, action, reason, certificateId, state, now],
  );
}

export function auditDecision(
  key: string,
  actor: Actor,
  { action, reason }: { action: DecisionAction; reason: string },
  after: Record<string, unknown>,
  now: number,
): Statement {
  return auditFromSelect(
    actor,
    { action: `review.${action}`, entityType: 'review_decision', reason },
    {
      sql: `SELECT CAST(d.id AS TEXT), NULL, NULL, json_patch(json_object('members', d.members), ?9) FROM review_decisions d WHERE d.key = ?8`,
      values: [key, JSON.stringify(after)],
    },
    now,
  );
}

function summarizePlan({ effects, due }: GroupPlan): Record<string, number> {
  const count = (kind: string) => effects.filter((effect) => effect.kind === kind).length;
  return {
    certificates: count('certificate'),
    finds: count('find'),
    placements: count('placement'),
    commissions: count('commission'),
    chests: count('chest'),
    suspensions: count('suspension'),
    tokens: due.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function insertEffects(key: string, memberIds: number[], { effects }: GroupPlan): Statement[] {
  const members = memberIds.map((id) => ({ userId: id, kind: 'member', entityId: id, before: {}, taken: 0, owed: 0 }));
  return jsonParts([...members, ...effects]).map((part) =>
    statement(
      `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed)
       SELECT d.id, w.value ->> 'userId', w.value ->> 'kind', w.value ->> 'entityId', w.value -> 'before', w.value ->> 'taken', w.value ->> 'owed'
       FROM review_decisions d CROSS JOIN json_each(?2) w WHERE d.key = ?1`,
      [key, part],
    ),
  );
}

/** Returns the statements that change certificates. Those that refund canceled certificates come first. */
export function certificateStatements(
  changes: CertificateChange[],
  { reason, actor }: { reason: string; actor: Actor },
  now: number,
): Statement[] {
  if (changes.length === 0) return [];
  const cancelledCertificates = changes.filter(
    ({ certificate, after }) => after.status === 'cancelled' && certificate.status !== 'cancelled',
  );
  const rows = changes.map(({ certificate, after, moreSeconds }) => ({ id: certificate.id, ...after, moreSeconds }));
  const isRefused = `w.value ->> 'status' = 'cancelled'`;
  return [
    ...(cancelledCertificates.length > 0
      ? [
          refundTokens(
            'c.id IN (SELECT value FROM json_each(?1))',
            [JSON.stringify(cancelledCertificates.map(({ certificate }) => certificate.id))],
            now,
          ),
        ]
      : []),
    statement(
      `UPDATE vacation_certificates AS c SET status = w.value ->> 'status', review = w.value ->> 'review', review_signals = w.value -> 'signals',
         reviewed_at = iif(${isRefused}, CAST(?2 AS INTEGER), w.value ->> 'reviewedAt'), reviewed_by_id = iif(${isRefused}, CAST(?3 AS INTEGER), w.value ->> 'reviewedById'),
         review_reason = iif(${isRefused}, ?4, NULL), cancel_reason = iif(${isRefused}, ?4, NULL),
         cancelled_at = iif(${isRefused}, CAST(?2 AS INTEGER), NULL), cancelled_by_id = iif(${isRefused}, CAST(?3 AS INTEGER), NULL),
         activate_by = c.activate_by + (w.value ->> 'moreSeconds'), version = c.version + 1
       FROM json_each(?1) w WHERE c.id = w.value ->> 'id'`,
      [JSON.stringify(rows), now, actor.adminId, reason],
    ),
  ];
}

function revocationStatements({ key, reason }: GroupDecisionInput, { certificates, due }: GroupPlan, now: number): Statement[] {
  const mails = certificates.map(({ certificate }) => ({
    id: certificate.id,
    payload: { number: certificate.number, name: getOption(certificate.type).name, reason },
  }));
  return [
    queueSelectedMails(
      'certificate_refused',
      {
        sql: `SELECT u.id, u.email, json_insert(w.value -> 'payload', '$.firstName', u.first_name),
            'certificate_refused:' || c.number || ':' || c.version
          FROM json_each(?1) w JOIN vacation_certificates c ON c.id = w.value ->> 'id'
            JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL`,
        values: [JSON.stringify(mails)],
      },
      now,
    ),
    ...revokeTokens(key, due, 'Finds revoked: tokens taken back', now),
    statement(
      `UPDATE card_scans SET taken_back_by = (SELECT d.id FROM review_decisions d WHERE d.key = ?1), is_awaiting_verification = 0
       WHERE id IN (SELECT e.entity_id FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'find')`,
      [key],
    ),
    markProgressStale(progressOfDecision(`e.decision_id = (SELECT d.id FROM review_decisions d WHERE d.key = ?1)`), [key]),
    ...cardStatements('-', `d.key = ?1`, key),
    statement(
      `UPDATE cache_cards SET placement_confirmed_at = NULL WHERE id IN (SELECT e.entity_id FROM ${decisionEffects} WHERE d.key = ?1 AND e.kind = 'placement')`,
      [key],
    ),
    statement(
      `INSERT INTO ${keyColumns}
       SELECT e.user_id, k.kind, -sum(k.amount), e.entity_id, d.id, 0, max(k.created_at)
       FROM ${decisionEffects} JOIN key_events k ON ${placementKeys('e.entity_id', 'e.user_id')} WHERE d.key = ?1 AND e.kind = 'placement'
       GROUP BY e.id HAVING sum(k.amount) <> 0`,
      [key],
    ),
  ];
}

export function cardStatements(sign: '-' | '+', condition: string, value: string | number): Statement[] {
  return [
    statement(
      `UPDATE cache_cards SET total_scans = total_scans ${sign} f.finds, tokens_earned = tokens_earned ${sign} f.tokens
       FROM (SELECT e.before ->> 'cardId' AS card, count(*) AS finds, sum(e.taken + (e.before ->> 'ownerTokens')) AS tokens
         FROM ${decisionEffects} WHERE ${condition} AND e.kind = 'find' GROUP BY 1) f WHERE cache_cards.id = f.card`,
      [value],
    ),
    statement(
      `UPDATE cache_cards SET tokens_earned = tokens_earned ${sign} (e.before ->> 'tokens')
       FROM ${decisionEffects} WHERE ${condition} AND e.kind = 'placement' AND cache_cards.id = e.entity_id`,
      [value],
    ),
  ];
}

export function chestStatements(changes: ChestChange[], now: number): Statement[] {
  if (changes.length === 0) return [];
  return [
    statement(
      `UPDATE treasure_chest_payouts AS t SET status = w.value ->> '$.after.status', held_reason = w.value ->> '$.after.heldReason',
         refused_at = iif(w.value ->> 'isRefused', CAST(?2 AS INTEGER), NULL), version = version + 1
       FROM json_each(?1) w WHERE t.id = w.value ->> 'id'`,
      [JSON.stringify(changes), now],
    ),
    ...removeFromRuns(
      selectMembersLines(
        "SELECT t.user_id FROM json_each(?1) w CROSS JOIN treasure_chest_payouts t ON t.id = w.value ->> 'id'",
        JSON.stringify(changes),
      ),
      now,
    ),
  ];
}

/**
 * Returns the statements that apply a decision's changes to commissions, or undo them. They update the referred members' accounts, which
 * store the commissions.
 */
export function commissionStatements(changes: CommissionChange[], money: Map<number, VersionedAccount>, now: number): Statement[] {
  return referralChangeStatements(
    changes.flatMap(({ id, after }) => {
      const snapshot = money.get(id);
      return snapshot ? [{ snapshot, after }] : [];
    }),
    now,
  );
}
