/** Loads the input for a group decision. Product rules: Reviews, Group decisions. */

import type { GroupAction } from '#schema/reviews/review-decision.ts';
import { reviewDecisionCommissions, reviewDecisionFinds } from '#schema/rules.ts';
import type {
  GroupCertificate,
  GroupChest,
  GroupFacts,
  GroupFind,
  GroupMember,
  GroupPlacement,
  HeldCertificate,
} from '#worker/domain/reviews/group-facts.ts';
import { isSuspendedBySuperAdmin } from '#worker/store/accounts/admin-suspensions.ts';
import { confirms, isCountedFind } from '#worker/store/cards/moved-cards.ts';
import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { isReversal } from '#worker/store/memberships/money-rows.ts';
import type { VersionedAccount } from '#worker/store/memberships/money-writes.ts';
import { memberColumns } from '#worker/store/payouts/admin-rows.ts';
import { batchByName, statement } from '#worker/store/sql.ts';
import { paysOwnerFor, placementKeys, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { isStandingHold } from './admin-decisions-in-force.ts';
import { type GroupCommissionRow, groupCommissionColumns, withAccounts } from './admin-group-money.ts';
import { isHeldMember } from './open-holds.ts';

type MemberFlag = 'isSuspended' | 'canBeTakenOver' | 'isLeaving' | 'isErased';

export interface GroupSnapshot {
  facts: GroupFacts;
  money: Map<number, VersionedAccount>;
  /** Checksum of the loaded state, which the write compares with the current state. */
  state: string;
  hasCase: boolean;
}

/** Returns SQL for the tokens earned by a card's owner; 0 if a returned payment has already revoked them. */
const sumUnlessReturned = (tokens: string, card: string, owner: string) =>
  `iif(EXISTS (SELECT 1 FROM cache_cards o JOIN payments p ON p.order_id = o.order_id
    WHERE o.id = ${card} AND p.user_id = ${owner} AND p.revoked_at IS NOT NULL), 0, ${tokens})`;
const isInGroup = (user: string) => `${user} IN (SELECT value FROM json_each(?1))`;
const isConfirmedBy = (finder: string) =>
  `EXISTS (SELECT 1 FROM card_scans s JOIN users f ON f.id = s.user_id WHERE s.card_id = c.id AND ${confirms} AND ${finder})`;
const confirmedByGroup = `FROM json_each(?1) w CROSS JOIN cache_cards c ON c.user_id = w.value AND c.placement_confirmed_at IS NOT NULL
  JOIN users o ON o.id = c.user_id WHERE ${isConfirmedBy(isInGroup('s.user_id'))} AND NOT ${isConfirmedBy(`NOT ${isInGroup('s.user_id')}`)}`;

/**
 * SQL for the tokens paid for the placement of card `c`. 0 if a decision has already revoked them, because confirming the placement later
 * does not pay them again.
 */
const placementTokens = `coalesce((SELECT t.amount FROM token_transactions t WHERE ${tokensFor('placement', 'c.user_id', 'c.id')}
  AND NOT EXISTS (SELECT 1 FROM review_effects e JOIN review_decisions d ON d.id = e.decision_id AND d.undone_by_id IS NULL
    WHERE e.kind = 'placement' AND e.entity_id = c.id AND e.user_id = c.user_id)), 0)`;

const owedStatuses: Record<GroupAction, string[]> = {
  hold: ['pending', 'held'],
  release: ['held', 'reversed'],
  take_back: ['pending', 'held', 'paid', 'reversed'],
  suspend: [],
};

/**
 * SQL condition: the status of `row` is in the list ?2. All queries for group decisions share these parameters: ?1 is a JSON array of
 * member ids, ?2 is a JSON array of statuses, and ?3 is whether the decision takes back.
 */
const hasStatusIn = (row: string) => `+${row}.status IN (SELECT value FROM json_each(?2))`;
const hasReversal = `EXISTS (SELECT 1 FROM referral_commissions v WHERE v.referred_id = c.referred_id AND ${isReversal('v')})`;
const hasHoldReason = `coalesce(',' || c.held_reason || ',' LIKE '%,decision,%', 0)`;
/** Omits commissions that a decision cannot change: refused ones, paid ones that were taken back, and those that only offset a reversal. */
const commissions = `json_each(?1) w CROSS JOIN referral_commissions c ON c.referrer_id = w.value AND c.kind = 'commission' AND ${hasStatusIn('c')}
  AND CASE c.status WHEN 'reversed' THEN ${hasReversal} AND (?3 OR ${hasHoldReason}) WHEN 'paid' THEN NOT (${hasReversal} AND ${hasHoldReason})
    ELSE NOT ${hasReversal} END`;
const chests = `json_each(?1) w CROSS JOIN treasure_chest_payouts t ON t.user_id = w.value AND ${hasStatusIn('t')} AND +t.status <> 'paid'`;
const certificates = `json_each(?1) w CROSS JOIN vacation_certificates c ON c.user_id = w.value AND c.status = 'active'`;
const payments = 'json_each(?1) w CROSS JOIN payments p ON p.user_id = w.value AND p.order_id IS NOT NULL';
const finds = `json_each(?1) w CROSS JOIN card_scans s ON s.user_id = w.value AND ${isCountedFind}`;
const checksum = (expression: string, from: string) => `(SELECT count(*) || ':' || coalesce(sum(${expression}), 0) FROM ${from})`;

/** SQL for a checksum of everything a decision depends on. The parameters come from `stateValues`. */
export const groupState = [
  checksum(
    `u.id * 4 + (u.suspended_at IS NULL) * 2 + ${isSuspendedBySuperAdmin}`,
    'json_each(?1) w JOIN users u ON u.id = w.value AND u.erased_at IS NULL',
  ),
  checksum('c.id * 1000 + c.version', certificates),
  checksum('c.id * 1000 + c.version', commissions),
  checksum('t.id * 1000 + t.version', chests),
  checksum('s.id', `${finds} WHERE ?3`),
  `(SELECT count(*) || ':' || coalesce(sum(c.id), 0) ${confirmedByGroup} AND ?3)`,
  checksum('p.id * 1000 + p.version', `${payments} WHERE ?3`),
].join(` || ' ' || `);

export function stateValues(action: GroupAction, memberIds: number[]): [ids: string, statuses: string, takes: number] {
  return [JSON.stringify(memberIds), JSON.stringify(owedStatuses[action]), action === 'take_back' ? 1 : 0];
}

/** Loads the current state of the members of a group decision. Takes two round trips. */
export async function readGroup(
  db: Database,
  env: StoreEnv,
  action: GroupAction,
  memberIds: number[],
  certificateId: number | null,
): Promise<GroupSnapshot> {
  const [ids, statuses, takes] = stateValues(action, memberIds);
  const read = await batchByName(db, {
    members: statement<Omit<GroupMember, MemberFlag> & Record<MemberFlag, 0 | 1>, 'name' | 'heldBy' | 'pausedAt' | MemberFlag>(
      `SELECT u.id AS "id", ${memberColumns('u')}, u.token_balance AS "tokenBalance", u.suspended_at IS NOT NULL AS "isSuspended", ${pausedAt('u')} AS "pausedAt",
         u.suspended_at IS NOT NULL AND NOT ${isSuspendedBySuperAdmin} AS "canBeTakenOver",
         CASE WHEN ${isHeldMember('u.id', { bySuperAdmin: true })} THEN 'super_admin' WHEN ${isHeldMember('u.id')} THEN 'admin' END AS "heldBy",
         u.deletion_requested_at IS NOT NULL AS "isLeaving", u.erased_at IS NOT NULL AS "isErased"
       FROM json_each(?1) w CROSS JOIN users u ON u.id = w.value ORDER BY w.key`,
      [ids],
    ),
    certificates: statement<GroupCertificateRow>(`SELECT ${groupCertificateColumns} FROM ${certificates} ORDER BY c.id`, [ids]),
    finds: statement<Omit<GroupFind, 'isAwaiting'> & { isAwaiting: 0 | 1 }, 'ownerTokens' | 'ownerTaken'>(
      `SELECT s.id AS "id", s.user_id AS "userId", s.card_id AS "cardId", s.tokens_earned AS "tokens", o.user_id AS "ownerId",
         coalesce(o.amount, 0) AS "ownerTokens", coalesce(${sumUnlessReturned('o.amount', 's.card_id', 'o.user_id')}, 0) AS "ownerTaken",
         s.is_awaiting_verification AS "isAwaiting"
       FROM ${finds} LEFT JOIN token_transactions f ON ${tokensFor('scan', 's.user_id', 's.card_id', 'f')}
         LEFT JOIN token_transactions o ON ${paysOwnerFor} AND ${isInGroup('o.user_id')}
       WHERE ?2 ORDER BY s.id LIMIT ${reviewDecisionFinds + 1}`,
      [ids, takes],
    ),
    placements: statement<GroupPlacement, 'tokens' | 'taken' | 'keys' | 'userId' | 'confirmedAt'>(
      `SELECT c.id AS "cardId", c.user_id AS "userId", c.placement_confirmed_at AS "confirmedAt", ${placementTokens} AS "tokens",
         ${sumUnlessReturned(placementTokens, 'c.id', 'c.user_id')} AS "taken",
         (SELECT coalesce(sum(k.amount), 0) FROM key_events k WHERE ${placementKeys('c.id', 'c.user_id')}) AS "keys"
       ${confirmedByGroup} AND ?2 ORDER BY c.id`,
      [ids, takes],
    ),
    commissions: statement<GroupCommissionRow>(
      `SELECT ${groupCommissionColumns} FROM ${commissions} ORDER BY c.id LIMIT ${reviewDecisionCommissions + 1}`,
      [ids, statuses, takes],
    ),
    chests: statement<GroupChestRow, 'isRefused'>(`SELECT ${groupChestColumns} FROM ${chests} ORDER BY t.id`, [ids, statuses]),
    held: statement<Omit<HeldCertificate, 'before'> & { before: string }>(
      `SELECT e.entity_id AS "id", e.before AS "before", d.created_at AS "heldAt"
       FROM json_each(?1) w CROSS JOIN review_effects e ON e.user_id = w.value AND e.kind = 'certificate'
         JOIN review_decisions d ON d.id = e.decision_id
       WHERE ?2 AND ${isStandingHold}`,
      [ids, action === 'release' ? 1 : 0],
    ),
    state: statement<{ state: string }, 'state'>(`SELECT ${groupState} AS "state"`, [ids, statuses, takes]),
    reviews: statement<{ id: number }>('SELECT id FROM vacation_certificates WHERE id = ?1', [certificateId]),
  });
  const { money, commissions: found } = await withAccounts(db, env, read.commissions.slice(0, reviewDecisionCommissions));
  return {
    facts: {
      members: read.members.map((row) => ({
        ...row,
        isSuspended: row.isSuspended === 1,
        canBeTakenOver: row.canBeTakenOver === 1,
        isLeaving: row.isLeaving === 1,
        isErased: row.isErased === 1,
      })),
      certificates: read.certificates.map(toGroupCertificate),
      finds: read.finds.map((row) => ({ ...row, isAwaiting: row.isAwaiting === 1 })),
      placements: read.placements,
      commissions: found,
      commissionCount: read.commissions.length,
      chests: read.chests.map(toGroupChest),
      held: read.held.map((row) => ({ ...row, before: JSON.parse(row.before) as Record<string, unknown> })),
    },
    money,
    state: read.state[0]?.state ?? '',
    hasCase: certificateId === null || read.reviews.length > 0,
  };
}

export type GroupCertificateRow = Omit<GroupCertificate, 'signals'> & { signals: string };

export const groupCertificateColumns = `c.id AS "id", c.user_id AS "userId", c.number AS "number", c.type AS "type", c.tokens_redeemed AS "tokens", c.activate_by AS "activateBy",
  c.review AS "review", c.reviewed_at AS "reviewedAt", c.reviewed_by_id AS "reviewedById", c.review_signals AS "signals", c.status AS "status",
  c.returned_to_review_at AS "returnedAt"`;

export function toGroupCertificate<Row extends GroupCertificateRow>(row: Row): Omit<Row, 'signals'> & { signals: string[] } {
  return { ...row, signals: JSON.parse(row.signals) as string[] };
}

export type GroupChestRow = Omit<GroupChest, 'isRefused'> & { isRefused: 0 | 1 };

export const groupChestColumns = `t.id AS "id", t.user_id AS "userId", t.month AS "month", t.amount_cents AS "amountCents", t.status AS "status",
  t.held_reason AS "heldReason", t.refused_at IS NOT NULL AS "isRefused"`;

export function toGroupChest(row: GroupChestRow): GroupChest {
  return { ...row, isRefused: row.isRefused === 1 };
}
