import type { DeletableMember } from '#worker/domain/accounts/deletion.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { guardAccount, recoverAccount, secureAccount } from '#worker/store/accounts/secure-account.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { updateCardVisibility } from '#worker/store/cards/hidden-owners.ts';
import { bindStore } from '#worker/store/database.ts';
import type { DueOrder } from '#worker/store/memberships/due-work.ts';
import { queueNotice, queueSelectedMails } from '#worker/store/messages/mail.ts';
import { syncMemberStatus } from '#worker/store/payouts/admin-run-lines.ts';
import { batch, catchViolation, execute, queryAll, queryFirst, type Statement, statement } from '#worker/store/sql.ts';
import { holdForfeited } from './forfeited-amounts.ts';
import { cancelDeletion, takeBackReleasedAddress } from './former-address.ts';

const withdrawn = 'Withdrawn: the member deleted their account.';

export interface OnRequest {
  actor: Actor;
  reason: string;
}

export const deletionStore = bindStore({
  async load(db, userId: number): Promise<DeletableMember | undefined> {
    const memberRow = await queryFirst<Omit<DeletableMember, 'isLeaving'> & { leaving: 0 | 1 }, 'leaving'>(
      db,
      `SELECT id, email, first_name AS "firstName", created_at AS "createdAt", version, deletion_requested_at IS NOT NULL AS "leaving"
         FROM users WHERE id = ?1 AND erased_at IS NULL`,
      [userId],
    );
    if (!memberRow) return undefined;
    const { leaving, ...member } = memberRow;
    return { ...member, isLeaving: leaving === 1 };
  },

  async openOrders(db, userId: number): Promise<DueOrder[]> {
    return queryAll<DueOrder>(
      db,
      `SELECT id, reference, user_id AS "userId", kind, stripe_payment_intent_id AS "stripePaymentIntentId",
             stripe_subscription_id AS "stripeSubscriptionId", expires_at AS "expiresAt"
           FROM orders WHERE user_id = ?1 AND status = 'open' ORDER BY id`,
      [userId],
    );
  },

  /**
   * Marks the membership as lost before a deletion ends the subscription, so that `reconcile-payments` restores it if the request fails. Does
   * nothing without a running subscription.
   */
  async markMembershipLost(db, userId: number, now: number): Promise<void> {
    await execute(
      db,
      `UPDATE users SET membership_lost_at = coalesce(membership_lost_at, ?2)
         WHERE id = ?1 AND deletion_requested_at IS NULL AND erased_at IS NULL
           AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ?1 AND s.ended_at IS NULL)`,
      [userId, now],
    );
  },

  /** Returns when a deletion ended the membership; undefined if there is nothing to restore or the member is leaving. */
  async findLostMembership(db, userId: number): Promise<number | undefined> {
    const lost = await queryFirst<{ at: number }, 'at'>(
      db,
      `SELECT membership_lost_at AS "at" FROM users
         WHERE id = ?1 AND membership_lost_at IS NOT NULL AND deletion_requested_at IS NULL AND erased_at IS NULL`,
      [userId],
    );
    return lost?.at;
  },

  /** Marks the membership as restored, and drops the unsent email about its end unless it did end. */
  async finishRestoring(db, userId: number, lostAt: number): Promise<void> {
    await batch(db, [
      statement('UPDATE users SET membership_lost_at = NULL WHERE id = ?1 AND membership_lost_at = ?2 AND deletion_requested_at IS NULL', [
        userId,
        lostAt,
      ]),
      dropMembershipEndedMails(userId, 'membership restored', `EXISTS (SELECT 1 FROM users u WHERE u.id = ?1 AND u.role <> 'free')`),
    ]);
  },

  /**
   * Requests the deletion of an account: signs the member out everywhere, voids links, withdraws claims, ends granted memberships and
   * queues the email. If an administrator makes the request, also writes an audit row. Returns false without writing anything if an order
   * is open, or if the member's account has changed since `version`.
   */
  async request(db, userId: number, version: number, mail: Mail, now: number, onRequest: OnRequest | null): Promise<boolean> {
    return catchViolation({ 'users.version': false }, async () => {
      await batch(db, [
        markRequested(userId, version, now),
        ...(onRequest ? [auditDeletion(userId, onRequest, now)] : []),
        // The previous owner's link for undoing an email change remains valid because an intruder may have requested the deletion.
        ...secureAccount('deletion', userId, now).statements,
        notifyFormerAddress(userId, mail, now),
        ...forfeitStatements(userId, now),
        ...queueNotice({ userId, mail }, now),
      ]);
      return true;
    });
  },

  /**
   * Reapplies a deletion request that was lost in a database restore, without sending an email. Replaces the time of any request in the restored
   * database: an erased member becomes due immediately, and an older request must have been canceled. Returns true if the member exists.
   */
  async repeat(db, { userId, createdAt }: { userId: number; createdAt: number }, requestedAt: number, now: number): Promise<boolean> {
    const memberRow = await queryFirst<{ id: number }>(
      db,
      `UPDATE users SET deletion_requested_at = ?3, role = 'free',
           membership_expires_at = NULL, ${releaseUnverified}, version = version + 1
         WHERE id = ?1 AND created_at = ?2 AND erased_at IS NULL RETURNING id`,
      [userId, createdAt, requestedAt],
    );
    if (memberRow) await batch(db, [...secureAccount('deletion', userId, now).statements, ...forfeitStatements(userId, now)]);
    return memberRow !== undefined;
  },

  /** Returns the member's deletion request, with a null time if there is none; undefined if the member is unknown or erased. */
  async findRequest(
    db,
    { userId, createdAt }: { userId: number; createdAt: number },
  ): Promise<{ requestedAt: number | null; email: string } | undefined> {
    return queryFirst<{ requestedAt: number | null; email: string }>(
      db,
      'SELECT deletion_requested_at AS "requestedAt", email AS "email" FROM users WHERE id = ?1 AND created_at = ?2 AND erased_at IS NULL',
      [userId, createdAt],
    );
  },

  /**
   * Repeats a cancellation that a database restore undid, and secures the account again. Does nothing unless the request made at `requestedAt`
   * is still open. Returns false without writing anything if another account that is verified or has paid now has the address
   * that the request released.
   */
  async cancelAgain(
    db,
    { userId, requestedAt, email }: { userId: number; requestedAt: number; email: string },
    now: number,
  ): Promise<boolean> {
    const isOpen = 'u.deletion_requested_at = ?2 AND u.erased_at IS NULL';
    return catchViolation({ 'users.version': true, 'users.email_key': false }, async () => {
      await batch(db, [
        guardAccount(userId, isOpen, [requestedAt]),
        ...cancelDeletion(userId, now),
        ...takeBackReleasedAddress(userId, email),
        ...recoverAccount('mailed_link', userId, now, { tokenHash: '', createdAt: requestedAt }),
      ]);
      return true;
    });
  },
});

function auditDeletion(userId: number, { actor, reason }: OnRequest, now: number): Statement {
  return auditStatement(actor, { action: 'user.delete', entityType: 'user', entityId: userId, userId, reason }, now);
}

/** Cancels unsent emails about the end of the membership. */
function dropMembershipEndedMails(userId: number, why: string, condition = 'true'): Statement {
  return statement(
    `UPDATE outbox SET status = 'dropped', last_error = ?2
     WHERE user_id = ?1 AND template = 'membership_ended' AND status = 'queued' AND ${condition}`,
    [userId, why],
  );
}

/** Forfeits a leaving member's unpaid amounts. Must run after the update of `users` in the batch. */
function forfeitStatements(userId: number, now: number): Statement[] {
  return [
    // After the deletion email, a leaving member gets only those about claims on their cards.
    dropMembershipEndedMails(userId, 'account deleted'),
    ...holdForfeited(userId),
    ...syncMemberStatus('CAST(?1 AS INTEGER)', userId, now),
    statement(
      `UPDATE ownership_claims SET status = 'withdrawn', admin_comment = ?3, updated_at = ?2, version = version + 1
       WHERE user_id = ?1 AND status = 'pending'`,
      [userId, now, withdrawn],
    ),
    statement(
      `UPDATE membership_periods SET granted_until = ends_at, ends_at = max(starts_at, ?2)
       WHERE user_id = ?1 AND source = 'grant' AND ends_at > ?2`,
      [userId, now],
    ),
    updateCardVisibility([userId]),
  ];
}

/** Also sends the deletion email to the former address, if an undo link that is still valid would restore that address. */
function notifyFormerAddress(userId: number, mail: Mail, now: number): Statement {
  const sql = `SELECT user_id, email, ?3, NULL FROM one_time_links
    WHERE user_id = ?1 AND purpose = 'undo_email_change' AND used_at IS NULL AND expires_at > ?2 ORDER BY created_at LIMIT 1`;
  return queueSelectedMails(mail.template, { sql, values: [userId, now, JSON.stringify({ ...mail.payload, cancelBy: null })] }, now);
}

/**
 * SET assignment that releases an address that was never verified: whoever asks to delete such an account may be a stranger, and must not
 * keep the address from its owner.
 */
const releaseUnverified = `email_key = iif(email_verified_at IS NULL, 'deleted-' || id || '@invalid', email_key)`;

/** Marks the member as leaving. If a precondition is not met, sets the version to NULL, which makes the batch fail. */
function markRequested(userId: number, version: number, now: number): Statement {
  return statement(
    `UPDATE users SET deletion_requested_at = ?3, role = 'free', membership_expires_at = NULL, ${releaseUnverified},
       version = iif(version = ?2 AND deletion_requested_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM orders WHERE user_id = ?1 AND status = 'open'), version + 1, NULL)
     WHERE id = ?1`,
    [userId, version, now],
  );
}
