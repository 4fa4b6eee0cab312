/** Suspends and reinstates members, individually or in bulk. Product rules: Suspension. */

import { secureAccountLinkTtlSeconds } from '#schema/rules.ts';
import type { Suspendable } from '#worker/domain/accounts/suspension.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { guardAccount, secureAccount } from '#worker/store/accounts/secure-account.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { updateCardVisibility } from '#worker/store/cards/hidden-owners.ts';
import { resumeDeadlines } from '#worker/store/certificates/paused-deadlines.ts';
import { endAdoptions } from '#worker/store/claims/adoption.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { syncMemberStatus } from '#worker/store/payouts/admin-run-lines.ts';
import { batch, catchViolation, queryFirst, type Statement, statement } from '#worker/store/sql.ts';

export interface SuspensionChange {
  /** The administrator's reason. A suspension email includes it; the reason for a reinstatement is recorded only in the audit log. */
  reason: string;
  actor: Actor;
}

/**
 * SQL condition: the member can be suspended. Includes members who requested deletion, because they can cancel the request until they are
 * erased.
 */
const canBeSuspended = 'suspended_at IS NULL AND erased_at IS NULL';
const canBeReinstated = 'suspended_at IS NOT NULL';
/** SQL condition: the member still receives emails. A leaving member receives none after the deletion email. */
const getsMails = 'deletion_requested_at IS NULL';

/**
 * SQL condition: a super administrator suspended member `u`, either individually or through a group decision in effect. Also true if
 * another administrator had suspended the member first.
 */
export const isSuspendedBySuperAdmin = `(u.suspended_at IS NOT NULL AND (u.suspended_by_role IS NOT 'admin' OR EXISTS (
  SELECT 1 FROM review_effects e JOIN review_decisions d ON d.id = e.decision_id AND d.action = 'suspend' AND d.undone_by_id IS NULL
  WHERE e.user_id = u.id AND e.kind = 'member' AND d.created_at >= u.suspended_at)))`;

const memberIds = `SELECT w.value FROM json_each(?1) w`;

const findUsersSql = (at: string, condition: string) => `json_each(${at}) w CROSS JOIN users u ON u.id = w.value WHERE ${condition}`;

/** SQL condition: an administrator suspended member `u`, but no super administrator did. */
const canBeTakenOver = `u.suspended_at IS NOT NULL AND NOT ${isSuspendedBySuperAdmin}`;

/**
 * Suspends members, ends their sessions and stops their payouts. Skips members who are already suspended or erased. The last statement
 * returns the hashes of the ended sessions.
 */
export function suspensionStatements(userIds: number[], { reason, actor }: SuspensionChange, now: number): Statement[] {
  const membersJson = JSON.stringify(userIds);
  return [
    auditFromSelect(
      actor,
      { action: 'user.suspend', entityType: 'user', reason },
      {
        sql: `SELECT CAST(u.id AS TEXT), u.id, json_object('isSuspended', json('false')), json_object('isSuspended', json('true'))
          FROM ${findUsersSql('?8', canBeSuspended)}`,
        values: [membersJson],
      },
      now,
    ),
    queueSelectedMails(
      'account_suspended',
      {
        sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'reason', ?2),
            'account_suspended:' || u.id || ':' || u.version FROM ${findUsersSql('?1', `${canBeSuspended} AND ${getsMails}`)}`,
        values: [membersJson, reason],
      },
      now,
    ),
    statement(
      `UPDATE users SET suspended_at = ?2, suspended_reason = ?3, suspended_by_role = (SELECT a.role FROM admins a WHERE a.id = ?4),
         version = version + 1
       WHERE id IN (SELECT u.id FROM ${findUsersSql('?1', canBeSuspended)})`,
      [membersJson, now, reason, actor.adminId],
    ),
    ...syncMemberStatus(memberIds, membersJson, now),
    updateCardVisibility(userIds),
    ...secureAccount('suspension', userIds, now).statements,
  ];
}

/**
 * Records that a super administrator took over suspensions imposed by administrators. Sends no email, because these members already know
 * that they are suspended.
 */
export function auditTakeovers(userIds: number[], { reason, actor }: SuspensionChange, now: number): Statement[] {
  if (userIds.length === 0) return [];
  return [
    auditFromSelect(
      actor,
      { action: 'user.suspend', entityType: 'user', reason },
      {
        sql: `SELECT CAST(u.id AS TEXT), u.id, json_object('isSuspended', json('true'), 'suspendedByRole', u.suspended_by_role),
            json_object('isSuspended', json('true'), 'suspendedByRole', 'super_admin')
          FROM ${findUsersSql('?8', canBeTakenOver)}`,
        values: [JSON.stringify(userIds)],
      },
      now,
    ),
  ];
}

/**
 * Reinstates members, resumes their payouts, and extends their certificates and links by the length of the suspension. Skips members who
 * are not suspended.
 */
export function reinstatementStatements(userIds: number[], { reason, actor }: SuspensionChange, now: number): Statement[] {
  const membersJson = JSON.stringify(userIds);
  return [
    auditFromSelect(
      actor,
      { action: 'user.let_back', entityType: 'user', reason },
      {
        sql: `SELECT CAST(u.id AS TEXT), u.id, json_object('isSuspended', json('true'), 'suspendedReason', u.suspended_reason),
            json_object('isSuspended', json('false'), 'suspendedReason', NULL) FROM ${findUsersSql('?8', canBeReinstated)}`,
        values: [membersJson],
      },
      now,
    ),
    queueSelectedMails(
      'account_let_back',
      {
        sql: `SELECT u.id, u.email, json_object('firstName', u.first_name),
            'account_let_back:' || u.id || ':' || u.version FROM ${findUsersSql('?1', `${canBeReinstated} AND ${getsMails}`)}`,
        values: [membersJson],
      },
      now,
    ),
    ...resumeDeadlines('suspended_at', userIds, now),
    // Links did not work during the suspension, so their remaining time is restored. A deletion waits for its link. Members request a new
    // reset link instead.
    statement(
      `UPDATE one_time_links AS l SET expires_at = l.expires_at + CAST(?2 AS INTEGER) - max(u.suspended_at, l.created_at)
       FROM ${findUsersSql('?1', canBeReinstated)} AND l.user_id = u.id AND l.used_at IS NULL AND l.expires_at > u.suspended_at
         AND l.purpose <> 'reset_password'`,
      [membersJson, now],
    ),
    // Waits for payouts and travelers are extended too, because these links undo an intruder's changes only until the waits end.
    statement(
      `UPDATE payout_addresses AS a SET held_until = a.held_until + CAST(?2 AS INTEGER) - u.suspended_at
       FROM ${findUsersSql('?1', canBeReinstated)} AND a.user_id = u.id AND a.held_until > u.suspended_at`,
      [membersJson, now],
    ),
    statement(
      `UPDATE stays AS s SET traveler_entered_at = s.traveler_entered_at + CAST(?2 AS INTEGER) - u.suspended_at
       FROM ${findUsersSql('?1', canBeReinstated)} AND s.user_id = u.id
         AND s.traveler_entered_at BETWEEN u.suspended_at - ${secureAccountLinkTtlSeconds} AND u.suspended_at`,
      [membersJson, now],
    ),
    statement(
      `UPDATE users SET suspended_at = NULL, suspended_reason = NULL, suspended_by_role = NULL, version = version + 1
       WHERE id IN (SELECT u.id FROM ${findUsersSql('?1', canBeReinstated)})`,
      [membersJson],
    ),
    ...syncMemberStatus(memberIds, membersJson, now),
    updateCardVisibility(userIds),
    ...endAdoptions(userIds, now),
  ];
}

export const suspensionStore = bindStore({
  async load(db, userId: number): Promise<Suspendable | undefined> {
    const row = await queryFirst<{ version: number; suspendedAt: number | null; needsSuperAdmin: 0 | 1 }, 'needsSuperAdmin'>(
      db,
      `SELECT u.version AS "version", u.suspended_at AS "suspendedAt", ${isSuspendedBySuperAdmin} AS "needsSuperAdmin"
       FROM users u WHERE u.id = ?1 AND u.erased_at IS NULL`,
      [userId],
    );
    return row && { ...row, isSuspendedBySuperAdmin: row.needsSuperAdmin === 1 };
  },

  /** Suspends a member. Returns the hashes of the ended sessions, or `changed_meanwhile` if the member has changed since `version`. */
  async suspend(db, userId: number, version: number, change: SuspensionChange, now: number): Promise<'suspended' | 'changed_meanwhile'> {
    return catchViolation({ 'users.version': 'changed_meanwhile' }, async () => {
      await batch(db, [
        guardAccount(userId, `version = ?2 AND ${canBeSuspended}`, [version]),
        ...suspensionStatements([userId], change, now),
      ]);
      return 'suspended' as const;
    });
  },

  /**
   * Turns a suspension imposed by an administrator into one imposed by a super administrator. The member continues to see the original
   * reason.
   */
  async takeOver(db, userId: number, version: number, change: SuspensionChange, now: number): Promise<'taken_over' | 'changed_meanwhile'> {
    return catchViolation({ 'users.version': 'changed_meanwhile' }, async () => {
      await batch(db, [
        guardAccount(userId, `version = ?2 AND ${canBeTakenOver}`, [version]),
        ...auditTakeovers([userId], change, now),
        statement(`UPDATE users SET suspended_by_role = 'super_admin', version = version + 1 WHERE id = ?1`, [userId]),
      ]);
      return 'taken_over' as const;
    });
  },

  /** Reinstates a member. Unless `asSuperAdmin` is set, the write rechecks that no super administrator suspended the member. */
  async reinstate(
    db,
    userId: number,
    { version, asSuperAdmin, ...change }: SuspensionChange & { version: number; asSuperAdmin: boolean },
    now: number,
  ): Promise<'reinstated' | 'changed_meanwhile'> {
    const condition = asSuperAdmin ? canBeReinstated : `${canBeReinstated} AND NOT ${isSuspendedBySuperAdmin}`;
    return catchViolation({ 'users.version': 'changed_meanwhile' }, async () => {
      await batch(db, [
        guardAccount(userId, `version = ?2 AND ${condition}`, [version]),
        ...reinstatementStatements([userId], change, now),
      ]);
      return 'reinstated' as const;
    });
  },
});
