/** Super administrators set a missing referrer. Product rules: Referrals, keys and commissions. */
import { keyKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { emailFavor } from '#worker/store/admin/access/favor-mails.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queryFirst, runGuarded, statement } from '#worker/store/sql.ts';

export interface ReferrerFacts {
  email: string;
  version: number;
  isLeaving: 0 | 1;
  /** Whether the member has a referrer, or anything was ever earned for inviting them. */
  isReferred: 0 | 1;
  referrerId: number | null;
  referrerEmail: string | null;
  /** Whether the member invited the referrer, directly or through others. */
  isInviter: 0 | 1;
}

/** SQL condition: nothing was ever earned for inviting member `u`, who has no referrer. */
const isUnreferred = `u.referred_by_id IS NULL AND NOT EXISTS (SELECT 1 FROM referral_commissions c WHERE c.referred_id = u.id)
  AND u.keys_brought = 0 AND NOT EXISTS (SELECT 1 FROM key_events k WHERE k.kind = ${keyKinds.referral.code} AND k.subject_id = u.id)`;

/** SQL condition: member `u` is not among the referrer's own referrers. */
const isOutsideLine = (referrer: string) =>
  `u.id NOT IN (WITH RECURSIVE line(id) AS (SELECT ${referrer} UNION SELECT b.referred_by_id FROM line JOIN users b ON b.id = line.id
    WHERE b.referred_by_id IS NOT NULL) SELECT id FROM line)`;

export const adminReferrerStore = bindStore({
  /** Finds the member, and the referrer by email key or referral code. */
  async load(db, userId: number, { emailKey, code }: { emailKey: string; code: string }): Promise<ReferrerFacts | undefined> {
    return queryFirst<ReferrerFacts, 'isLeaving' | 'isReferred' | 'isInviter'>(
      db,
      `SELECT u.email AS "email", u.version AS "version", u.deletion_requested_at IS NOT NULL AS "isLeaving", NOT (${isUnreferred}) AS "isReferred",
         r.id AS "referrerId", r.email AS "referrerEmail", r.id IS NOT NULL AND NOT (${isOutsideLine('r.id')}) AS "isInviter"
       FROM users u LEFT JOIN users r ON (r.email_key = ?2 OR r.referral_code = ?3) AND r.deletion_requested_at IS NULL AND r.erased_at IS NULL
       WHERE u.id = ?1 AND u.erased_at IS NULL`,
      [userId, emailKey, code],
    );
  },

  /** Returns false if the member has changed meanwhile. */
  async set(
    db,
    { userId, referrerId, version, reason }: { userId: number; referrerId: number; version: number; reason: string },
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    const entry = {
      action: 'user.referrer' as const,
      entityType: 'user',
      entityId: userId,
      userId,
      before: { referredById: null },
      after: { referredById: referrerId },
      reason,
    };
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE users AS u SET referred_by_id = ?2, version = version + 1 WHERE u.id = ?1 AND u.version = ?3 AND u.deletion_requested_at IS NULL
           AND ${isUnreferred} AND ${isOutsideLine('?2')} RETURNING id`,
        [userId, referrerId, version],
      ),
      auditStatement(actor, entry, now),
      emailFavor(actor, now),
    ]);
  },
});
