/** Suspending members and letting them back: one at a time, or several by the same statements. Product rules: Suspension. */

import { secondsPerDay } from '#schema/rules.ts';
import type { Suspendable } from '#worker/domain/accounts/suspension.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditedAsFound } from '#worker/store/admin/audit/audit.ts';
import { hideOrShowCardsOf } from '#worker/store/cards/hidden-owners.ts';
import { storeOf } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { followMembers } from '#worker/store/payouts/admin-run-lines.ts';
import { batch, orViolated, queryFirst, rows, type Statement, statement } from '#worker/store/sql.ts';

export interface SuspensionChange {
  /** To suspend: what the members are told. To let back: for the audit log alone. */
  reason: string;
  actor: Actor;
}

/** Conditions on `u`: whom each change is possible for. Who has asked for deletion is out already. */
const mayBeSuspended = 'u.suspended_at IS NULL AND u.deletion_requested_at IS NULL';
const mayBeLetBack = 'u.suspended_at IS NOT NULL AND u.deletion_requested_at IS NULL';

const memberIds = `SELECT w.value FROM json_each(?1) w`;

/** The members of the JSON array at this placeholder for whom a condition holds. */
const found = (at: string, condition: string) => `json_each(${at}) w CROSS JOIN users u ON u.id = w.value WHERE ${condition}`;

/**
 * Suspends these members: each is audited and told, their sessions end, and nothing is paid out to them. Who is suspended or
 * leaving stays as they are. The last statement answers the hashes of the sessions that ended.
 */
export function suspensionStatements(
  userIds: number[],
  { reason, actor }: SuspensionChange,
  now: number,
): [...Statement[], Statement<{ hash: string }>] {
  const whom = JSON.stringify(userIds);
  return [
    auditedAsFound(
      actor,
      { action: 'user.suspend', entityType: 'user', reason },
      {
        sql: `SELECT CAST(u.id AS TEXT), u.id, json_object('isSuspended', json('false')), json_object('isSuspended', json('true'))
          FROM ${found('?8', mayBeSuspended)}`,
        values: [whom],
      },
      now,
    ),
    queueSelectedMails(
      'account_suspended',
      {
        sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'reason', ?2),
            'account_suspended:' || u.id || ':' || u.version FROM ${found('?1', mayBeSuspended)}`,
        values: [whom, reason],
      },
      now,
    ),
    statement(
      `UPDATE users SET suspended_at = ?2, suspended_reason = ?3, version = version + 1
       WHERE id IN (SELECT u.id FROM ${found('?1', mayBeSuspended)})`,
      [whom, now, reason],
    ),
    ...followMembers(memberIds, whom, now),
    hideOrShowCardsOf(userIds),
    statement<{ hash: string }>(
      `UPDATE sessions SET revoked_at = ?2 WHERE user_id IN (SELECT u.id FROM ${found('?1', 'u.suspended_at IS NOT NULL')})
         AND revoked_at IS NULL RETURNING id_hash AS "hash"`,
      [whom, now],
    ),
  ];
}

/**
 * Lets these members back: each is audited and told, what is owed to them is paid again, and the time that their certificates
 * have left goes on where it stood. Who is not suspended stays as they are.
 */
export function letBackStatements(userIds: number[], { reason, actor }: SuspensionChange, now: number): Statement[] {
  const whom = JSON.stringify(userIds);
  // Deadlines are ends of days, and stay so. Cast, since D1 binds every number as REAL.
  const stood = `((CAST(?2 AS INTEGER) - u.suspended_at + ${secondsPerDay - 1}) / ${secondsPerDay} * ${secondsPerDay})`;
  return [
    auditedAsFound(
      actor,
      { action: 'user.let_back', entityType: 'user', reason },
      {
        sql: `SELECT CAST(u.id AS TEXT), u.id, json_object('isSuspended', json('true'), 'suspendedReason', u.suspended_reason),
            json_object('isSuspended', json('false'), 'suspendedReason', NULL) FROM ${found('?8', mayBeLetBack)}`,
        values: [whom],
      },
      now,
    ),
    queueSelectedMails(
      'account_let_back',
      {
        sql: `SELECT u.id, u.email, json_object('firstName', u.first_name),
            'account_let_back:' || u.id || ':' || u.version FROM ${found('?1', mayBeLetBack)}`,
        values: [whom],
      },
      now,
    ),
    statement(
      `UPDATE vacation_certificates AS c SET valid_until = c.valid_until + ${stood},
         activate_by = iif(c.status = 'active', c.activate_by + ${stood}, c.activate_by), version = c.version + 1
       FROM ${found('?1', mayBeLetBack)} AND c.user_id = u.id
         AND ((c.status = 'active' AND c.activate_by > u.suspended_at) OR (c.status = 'activated' AND c.booking_status = 'waiting'))`,
      [whom, now],
    ),
    statement(
      `UPDATE users SET suspended_at = NULL, suspended_reason = NULL, version = version + 1
       WHERE id IN (SELECT u.id FROM ${found('?1', mayBeLetBack)})`,
      [whom],
    ),
    ...followMembers(memberIds, whom, now),
    hideOrShowCardsOf(userIds),
  ];
}

/** The guard of a batch about one member: a version that is NULL fails all of it. */
function asSeen(userId: number, version: number, condition: string): Statement {
  return statement(`UPDATE users AS u SET version = iif(u.version = ?2 AND ${condition}, u.version, NULL) WHERE u.id = ?1`, [
    userId,
    version,
  ]);
}

export const suspensionStore = storeOf({
  /** Undefined for who is erased or never was. */
  async load(db, userId: number): Promise<Suspendable | undefined> {
    const row = await queryFirst<{ version: number; suspendedAt: number | null; isLeaving: 0 | 1 }, 'isLeaving'>(
      db,
      `SELECT u.version AS "version", u.suspended_at AS "suspendedAt", u.deletion_requested_at IS NOT NULL AS "isLeaving"
       FROM users u WHERE u.id = ?1 AND u.erased_at IS NULL`,
      [userId],
    );
    return row && { ...row, isLeaving: row.isLeaving === 1 };
  },

  /** The hashes of the sessions that ended; refused where the member has changed since `version`. */
  async suspend(db, userId: number, version: number, change: SuspensionChange, now: number): Promise<string[] | 'changed_meanwhile'> {
    return orViolated({ 'users.version': 'changed_meanwhile' }, async () => {
      const results = await batch(db, [asSeen(userId, version, mayBeSuspended), ...suspensionStatements([userId], change, now)]);
      return rows(results.at(-1)).map(({ hash }) => hash);
    });
  },

  /** Refused where the member has changed since `version`. */
  async letBack(db, userId: number, version: number, change: SuspensionChange, now: number): Promise<'let_back' | 'changed_meanwhile'> {
    return orViolated({ 'users.version': 'changed_meanwhile' }, async () => {
      await batch(db, [asSeen(userId, version, mayBeLetBack), ...letBackStatements([userId], change, now)]);
      return 'let_back' as const;
    });
  },
});
