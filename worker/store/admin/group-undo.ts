/** Undoing a decision about a group: what it goes by, and the one batch that posts the opposite. Product rules: Reviews. */
import type { DecisionAction } from '#schema/review-decision.ts';
import type { Actor } from '#worker/domain/administrator.ts';
import { endedMonthsSince } from '#worker/domain/chests.ts';
import { contestedSince, type PaymentState } from '#worker/domain/money/account.ts';
import { monthStart } from '#worker/domain/months.ts';
import type { GroupChest, GroupCommission } from '#worker/domain/review/group-facts.ts';
import type { KeptEffect, UndoFacts, UndoPlan } from '#worker/domain/review/undo-decision.ts';
import { chargeAgain } from '#worker/store/certificate-refund.ts';
import { openStatements } from '#worker/store/chest-openings.ts';
import type { MoneySeen } from '#worker/store/money-writes.ts';
import { earningsAfterUndoing } from '#worker/store/order-effects.ts';
import { giveBackToMany, takenByDecision } from '#worker/store/owed-tokens.ts';
import { batchByName, type Statement, statement } from '#worker/store/sql.ts';
import { withAccounts } from './group-money.ts';
import { type CertificateOfGroup, certificateFound, certificateOfGroup } from './group-reads.ts';
import { auditDecision, cardStatements, certificateStatements, chestStatements, commissionStatements } from './group-writes.ts';
import { letBackStatements } from './suspensions.ts';

type PaidOrder = Pick<PaymentState, 'disputeStatus' | 'disputedAt' | 'revokedAt'> & { userId: number; orderId: number };

export interface UndoSeen {
  facts: UndoFacts;
  money: Map<number, MoneySeen>;
  state: string;
  /** Orders of the group's cards whose money went back, or may go; and those of placements, where it may have come again. */
  orders: PaidOrder[];
  /** Since when keys of members change. */
  keysSince: { userId: number; since: number }[];
  /** Whose address was verified while a find of theirs awaited that, and did not count. */
  verified: { id: number; at: number }[];
}

const effects = 'review_decisions d JOIN review_effects e ON e.decision_id = d.id';
/** A later decision that stands is about some of the same: it is undone first. */
const isBuiltOn = `EXISTS (SELECT 1 FROM review_effects e
    JOIN review_effects l ON l.kind = e.kind AND l.entity_id = e.entity_id AND l.decision_id > e.decision_id
    JOIN review_decisions n ON n.id = l.decision_id AND n.action <> 'undo' AND n.undone_by_id IS NULL
  WHERE e.decision_id = d.id AND e.kind NOT IN ('member', 'tokens'))`;
const summed = (select: string, join: string, kind: string) =>
  `(SELECT count(*) || ':' || coalesce(sum(${select}), 0) FROM review_effects e JOIN ${join} WHERE e.decision_id = d.id AND e.kind = '${kind}')`;
/** Whatever undoing goes by, of decision `d`: where it is the same, nothing of that has changed. */
const state = [
  'd.version',
  isBuiltOn,
  summed('c.id * 1000 + c.version', 'vacation_certificates c ON c.id = e.entity_id', 'certificate'),
  summed('c.id * 1000 + c.version', 'referral_commissions c ON c.id = e.entity_id', 'commission'),
  summed(
    `v.id * 10 + iif(v.status = 'pending', 1, iif(v.status = 'paid', 2, 3))`,
    'referral_commissions v ON v.reverses_id = e.entity_id',
    'commission',
  ),
  summed('t.id * 1000 + t.version', 'treasure_chest_payouts t ON t.id = e.entity_id', 'chest'),
  summed('coalesce(u.suspended_at, 0)', 'users u ON u.id = e.entity_id', 'suspension'),
].join(` || ' ' || `);

/** One round trip, and one more for each commission; undefined where there is no such decision. */
export async function readUndo(db: D1Database, id: number): Promise<UndoSeen | undefined> {
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
         ${isBuiltOn} AS "isBuiltOn", ${state} AS "state" FROM review_decisions d WHERE d.id = ?1`,
      id,
    ),
    effects: statement<{ userId: number; kind: KeptEffect['kind']; entityId: number; before: string }>(
      `SELECT e.user_id AS "userId", e.kind AS "kind", e.entity_id AS "entityId", e.before AS "before" FROM review_effects e
       WHERE e.decision_id = ?1 AND e.kind IN ('certificate', 'commission', 'chest', 'suspension') ORDER BY e.id`,
      id,
    ),
    members: statement<{ id: number; tokenBalance: number; hasLeft: 0 | 1; suspendedAt: number | null }, 'tokenBalance' | 'hasLeft'>(
      `SELECT u.id AS "id", u.token_balance + ${takenByDecision} AS "tokenBalance", u.deletion_requested_at IS NOT NULL AS "hasLeft",
         u.suspended_at AS "suspendedAt"
       FROM ${effects} JOIN users u ON u.id = e.user_id WHERE d.id = ?1 AND e.kind = 'member' ORDER BY e.id`,
      id,
    ),
    certificates: statement<CertificateOfGroup & { hasLaterOne: 0 | 1 }, 'hasLaterOne'>(
      `SELECT ${certificateOfGroup}, EXISTS (SELECT 1 FROM vacation_certificates o WHERE o.user_id = c.user_id AND o.id > c.id AND o.status <> 'cancelled')
         AS "hasLaterOne"
       FROM review_effects e JOIN vacation_certificates c ON c.id = e.entity_id WHERE e.decision_id = ?1 AND e.kind = 'certificate'`,
      id,
    ),
    commissions: statement<Omit<GroupCommission, 'account'> & { friendId: number }>(
      `SELECT c.id AS "id", c.referrer_id AS "userId", c.referred_id AS "friendId", c.amount_cents AS "amountCents", c.status AS "status",
         c.held_reason AS "heldReason"
       FROM review_effects e JOIN referral_commissions c ON c.id = e.entity_id WHERE e.decision_id = ?1 AND e.kind = 'commission'`,
      id,
    ),
    chests: statement<Omit<GroupChest, 'isRefused'> & { isRefused: 0 | 1 }, 'isRefused'>(
      `SELECT t.id AS "id", t.user_id AS "userId", t.month AS "month", t.amount_cents AS "amountCents", t.status AS "status",
         t.held_reason AS "heldReason", t.refused_at IS NOT NULL AS "isRefused"
       FROM review_effects e JOIN treasure_chest_payouts t ON t.id = e.entity_id WHERE e.decision_id = ?1 AND e.kind = 'chest'`,
      id,
    ),
    orders: statement<PaidOrder, 'orderId'>(
      `SELECT DISTINCT p.user_id AS "userId", p.order_id AS "orderId", p.dispute_status AS "disputeStatus", p.disputed_at AS "disputedAt",
         p.revoked_at AS "revokedAt"
       FROM review_effects e JOIN cache_cards c ON c.id = iif(e.kind = 'find', e.before ->> 'cardId', e.entity_id)
         JOIN payments p ON p.order_id = c.order_id
           AND (e.kind = 'placement' OR p.revoked_at IS NOT NULL OR p.dispute_status IN ('open', 'lost'))
       WHERE e.decision_id = ?1 AND e.kind IN ('find', 'placement')
         AND EXISTS (SELECT 1 FROM review_effects m WHERE m.decision_id = ?1 AND m.kind = 'member' AND m.entity_id = p.user_id)`,
      id,
    ),
    keysSince: statement<{ userId: number; since: number }, 'since'>(
      `SELECT e.user_id AS "userId", min(k.created_at) AS "since" FROM ${effects} JOIN key_events k ON k.cause = ${keysOfDecision}
       WHERE d.id = ?1 AND e.kind = 'placement' GROUP BY e.user_id`,
      id,
    ),
    verified: statement<{ id: number; at: number }, 'at'>(
      `SELECT DISTINCT u.id AS "id", u.email_verified_at AS "at" FROM review_effects e JOIN users u ON u.id = e.user_id AND u.email_verified_at IS NOT NULL
       WHERE e.decision_id = ?1 AND e.kind = 'find' AND e.before ->> 'isAwaiting'`,
      id,
    ),
  });
  const [decision] = read.decision;
  if (!decision) return undefined;
  const { money, commissions } = await withAccounts(db, read.commissions);
  return {
    facts: {
      decision: { ...decision, isBuiltOn: decision.isBuiltOn === 1 },
      effects: read.effects.map((effect) => ({ ...effect, before: JSON.parse(effect.before) as Record<string, unknown> })),
      members: read.members.map((member) => ({ ...member, hasLeft: member.hasLeft === 1 })),
      certificates: read.certificates.map((row) => ({ ...certificateFound(row), hasLaterOne: row.hasLaterOne === 1 })),
      commissions,
      chests: read.chests.map((row) => ({ ...row, isRefused: row.isRefused === 1 })),
    },
    money,
    state: decision.state,
    orders: read.orders,
    keysSince: read.keysSince,
    verified: read.verified,
  };
}

/** The row by which decision `d` took the keys of placement `e`. */
const keysOfDecision = `'placement:' || e.entity_id || '/' || e.user_id || ':decision:' || d.id`;

export interface UndoOrder {
  id: number;
  /** Random. */
  key: string;
  reason: string;
  actor: Actor;
  newMessageId: () => string;
}

export function undoStatements(order: UndoOrder, plan: UndoPlan, seen: UndoSeen, now: number): Statement[] {
  const { id, key, reason, actor, newMessageId } = order;
  return [
    ...insertUndo(order, seen.state, plan, now),
    ...restoreFinds(id),
    ...confirmAwaited(seen.verified),
    ...giveBackToMany(id, 'Finds count again: tokens that they earned', now),
    ...certificatesAgain(plan, { reason, actor }, now),
    ...chestStatements(plan.chests, now),
    ...plan.commissions.flatMap((change) => [
      ...commissionStatements(change, seen.money, now),
      ...(change.isGivenBack ? [giveReversalBack(change.id, now)] : []),
    ]),
    ...seen.orders.flatMap((paid) => earningsAfterUndoing({ ...paid, contestedSince: contestedSince(paid), now }, paid.revokedAt !== null)),
    ...reopenChests(seen, now),
    ...letBackStatements(
      plan.letBack.map((userId) => ({ id: userId, messageId: newMessageId() })),
      { reason, actor },
      now,
    ),
    auditDecision(key, actor, { action: 'undo', reason }, { undoes: id, leftAsTheyAre: plan.kept.length }, now),
  ];
}

/** The guard of the batch, the decision's mark, and what stays as it is. */
function insertUndo({ id, key, reason, actor }: UndoOrder, seenState: string, { kept }: UndoPlan, now: number): Statement[] {
  return [
    statement(
      `INSERT INTO review_decisions (key, admin_id, action, reason, certificate_id, members, undoes_id, created_at)
       SELECT ?2, ?3, 'undo', ?4, d.certificate_id, iif(${state} = ?5, d.members, NULL), d.id, ?6 FROM review_decisions d WHERE d.id = ?1`,
      id,
      key,
      actor.adminId,
      reason,
      seenState,
      now,
    ),
    statement(
      `UPDATE review_decisions SET undone_by_id = (SELECT u.id FROM review_decisions u WHERE u.key = ?2), undone_at = ?3, version = version + 1
       WHERE id = ?1`,
      id,
      key,
      now,
    ),
    statement(
      `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed, kept)
       SELECT u.id, e.user_id, 'member', e.entity_id, '{}', 0, 0, NULL FROM review_decisions u JOIN review_effects e ON e.decision_id = u.undoes_id
       WHERE u.key = ?1 AND e.kind = 'member'
       UNION ALL
       SELECT u.id, w.value ->> 'userId', w.value ->> 'kind', w.value ->> 'entityId', w.value -> 'before', 0, 0, w.value ->> 'why'
       FROM review_decisions u CROSS JOIN json_each(?2) w WHERE u.key = ?1`,
      key,
      JSON.stringify(kept),
    ),
  ];
}

/** Finds and placements count again, with their keys, each as of when it was earned. */
function restoreFinds(id: number): Statement[] {
  return [
    statement(
      `UPDATE card_scans SET taken_back_by = NULL, is_awaiting_verification = e.before ->> 'isAwaiting'
       FROM review_effects e WHERE e.decision_id = ?1 AND e.kind = 'find' AND card_scans.id = e.entity_id`,
      id,
    ),
    ...cardStatements('+', 'd.id = ?1', id),
    // Where the card has another owner, or was placed anew, the placement is another one.
    statement(
      `UPDATE cache_cards SET placement_confirmed_at = min(coalesce(placement_confirmed_at, e.before ->> 'confirmedAt'), e.before ->> 'confirmedAt')
       FROM review_effects e WHERE e.decision_id = ?1 AND e.kind = 'placement' AND cache_cards.id = e.entity_id AND cache_cards.user_id = e.user_id
         AND cache_cards.placement_at <= e.before ->> 'confirmedAt'`,
      id,
    ),
    statement(
      `INSERT INTO key_events (user_id, kind, amount, related_entity_type, related_entity_id, cause, created_at)
       SELECT k.user_id, k.kind, -k.amount, k.related_entity_type, k.related_entity_id, k.cause || ':undone', k.created_at
       FROM ${effects} JOIN key_events k ON k.cause = ${keysOfDecision} WHERE d.id = ?1 AND e.kind = 'placement'`,
      id,
    ),
  ];
}

/**
 * Who has verified their address while the find did not count confirms now what it awaited. A trigger does that where an
 * address becomes verified (users_verified_confirms): so within this batch it is not for a moment, and then is again.
 */
function confirmAwaited(verified: UndoSeen['verified']): Statement[] {
  if (verified.length === 0) return [];
  const members = JSON.stringify(verified);
  return [
    statement(
      `UPDATE users SET email_verified_at = NULL FROM json_each(?1) w WHERE users.id = w.value ->> 'id' AND email_verified_at = w.value ->> 'at'`,
      members,
    ),
    statement(
      `UPDATE users SET email_verified_at = w.value ->> 'at' FROM json_each(?1) w WHERE users.id = w.value ->> 'id' AND email_verified_at IS NULL`,
      members,
    ),
  ];
}

function certificatesAgain({ certificates }: UndoPlan, by: { reason: string; actor: Actor }, now: number): Statement[] {
  const charged = certificates.filter(({ certificate, after }) => certificate.status === 'cancelled' && after.status === 'active');
  const ids = JSON.stringify(charged.map(({ certificate }) => certificate.id));
  return [
    ...(charged.length > 0 ? [chargeAgain('c.id IN (SELECT value FROM json_each(?1))', [ids], now)] : []),
    ...certificateStatements(certificates, by, now),
  ];
}

/** A payout has taken the reversal along already: a row of its own gives it back. */
function giveReversalBack(commissionId: number, now: number): Statement {
  return statement(
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, order_id, amount_cents, status, reverses_id, created_at)
     SELECT 'restoration', v.referrer_id, v.referred_id, v.order_id, -v.amount_cents, 'pending', v.id, ?2
     FROM referral_commissions v WHERE v.reverses_id = ?1 AND v.amount_cents < 0`,
    commissionId,
    now,
  );
}

/** Chests of months that are over follow the keys that count again, as far back as any of them goes. */
function reopenChests({ facts, keysSince }: UndoSeen, now: number): Statement[] {
  const earliest = new Map<number, number>();
  const add = (userId: number, since: number) => earliest.set(userId, Math.min(since, earliest.get(userId) ?? since));
  for (const { userId, since } of keysSince) add(userId, since);
  for (const { userId, month } of facts.chests) add(userId, monthStart(month));
  const asked = [...earliest].flatMap(([userId, since]) => endedMonthsSince(since, now).map((month) => ({ userId, ...month })));
  if (asked.length === 0) return [];
  return openStatements(
    `asked(user_id, month, keys_from, last_second) AS (
       SELECT w.value ->> 'userId', c.month, w.value ->> 'keysFrom', w.value ->> 'lastSecond'
       FROM json_each(?1) w JOIN chest_months c ON c.month = w.value ->> 'month')`,
    [JSON.stringify(asked)],
    now,
  );
}
