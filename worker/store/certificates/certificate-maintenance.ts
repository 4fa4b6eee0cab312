import type { Actor } from '#worker/domain/admin/administrator.ts';
import { returnReasons } from '#worker/domain/certificates/certificate.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { emailFavor } from '#worker/store/admin/access/favor-mails.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails, selectMail } from '#worker/store/messages/mail.ts';
import { queuePush } from '#worker/store/messages/push.ts';
import { batch, firstRow, queryAll, rows, type Statement, statement } from '#worker/store/sql.ts';
import { returnStay } from '#worker/store/stays/stays.ts';
import { refundTokens } from './certificate-refund.ts';
import { type CertificateRow, certificateList } from './certificates.ts';
import { isNotPaused } from './paused-deadlines.ts';

export interface DueReminder extends CertificateRow {
  userId: number;
  email: string;
  firstName: string | null;
}

export interface Cancellation {
  certificateId: number;
  /** The certificate's expected status. A certificate with any other status is not canceled. */
  from: 'active' | 'activated';
  /** The certificate's expected version, if an administrator made the decision. A certificate with any other version is not canceled. */
  version?: number;
  /** Additional SQL condition that certificate `c` must meet to be canceled. */
  condition?: string;
  name: string;
  /** The administrator who cancels the certificate, if any. */
  actor: Actor | null;
  reason: string;
}

export const certificateMaintenanceStore = bindStore({
  /**
   * Expires up to `limit` certificates whose activation deadline has passed, and notifies their owners. Returns the number expired.
   */
  async expire(db, now: number, limit: number): Promise<number> {
    const expiredIds = `SELECT c.id FROM vacation_certificates c WHERE c.status = 'active' AND c.review <> 'waiting'
      AND c.activate_by <= ?1 AND ${isNotPaused('c')} ORDER BY c.activate_by, c.id LIMIT ?2`;
    const [, expired] = await batch(db, [
      // Queues the emails before the update because afterward the certificates no longer match `expiredIds`.
      queueSelectedMails(
        'certificate_expired',
        {
          sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'number', e.number, 'type', e.type,
              'activateBy', strftime('%Y-%m-%dT%H:%M:%SZ', e.activate_by, 'unixepoch')), 'certificate_expired:' || e.number
            FROM vacation_certificates e JOIN users u ON u.id = e.user_id AND u.deletion_requested_at IS NULL WHERE e.id IN (${expiredIds})`,
          values: [now, limit],
        },
        now,
      ),
      statement<{ id: number }>(
        `UPDATE vacation_certificates SET status = 'expired', version = version + 1 WHERE id IN (${expiredIds}) RETURNING id`,
        [now, limit],
      ),
    ]);
    return rows(expired).length;
  },

  /**
   * Returns active certificates that are due for a reminder. A certificate is due when its deadline is within one of the `windows`, unless
   * the reminder for that window or for one closer to the deadline was already sent.
   */
  async dueReminders(db, windows: { days: number; seconds: number }[], now: number, limit: number): Promise<DueReminder[]> {
    return queryAll<DueReminder>(
      db,
      `SELECT ${certificateList}, c.user_id AS "userId", u.email AS "email", u.first_name AS "firstName"
         FROM vacation_certificates c JOIN users u ON u.id = c.user_id
         WHERE c.status = 'active' AND c.review <> 'waiting' AND c.activate_by > ?1
           AND c.activate_by <= ?1 + (SELECT max(value ->> 'seconds') FROM json_each(?2))
           AND u.deletion_requested_at IS NULL AND u.suspended_at IS NULL
           AND EXISTS (SELECT 1 FROM json_each(?2) w WHERE c.activate_by <= ?1 + (w.value ->> 'seconds')
             AND NOT EXISTS (SELECT 1 FROM json_each(c.reminders_sent) s WHERE s.value <= (w.value ->> 'days')))
         ORDER BY c.activate_by LIMIT ?3`,
      [now, JSON.stringify(windows), limit],
    );
  },

  /** Queues one reminder per reminder window. Skips certificates that can no longer be activated. */
  async remind(db, reminder: { certificateId: number; activateBy: number; days: number; mail: Mail }[], now: number): Promise<void> {
    if (reminder.length === 0) return;
    await batch(
      db,
      reminder.flatMap(({ certificateId, activateBy, days, mail }) => {
        const selected = selectMail(mail, {
          userId: 'u.id',
          to: 'u.email',
          from: `FROM vacation_certificates c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL AND u.suspended_at IS NULL
            WHERE c.id = ?1 AND c.status = 'active' AND c.review <> 'waiting' AND c.activate_by = ?2`,
          values: [certificateId, activateBy],
        });
        return [
          queueSelectedMails('certificate_reminder', selected, now),
          queuePush('certificate_reminder', selected, now),
          statement(
            `UPDATE vacation_certificates SET reminders_sent = json_insert(reminders_sent, '$[#]', CAST(?2 AS INTEGER))
             WHERE id = ?1 AND activate_by = ?3 AND NOT EXISTS (SELECT 1 FROM json_each(reminders_sent) WHERE value = ?2)`,
            [certificateId, days, activateBy],
          ),
        ];
      }),
    );
  },

  /** Cancels a certificate, refunds its tokens and notifies the owner, all or nothing. Returns false if the certificate has changed. */
  async cancel(db, { certificateId, from, version, condition = 'true', name, actor, reason }: Cancellation, now: number): Promise<boolean> {
    // `Number` ensures that no text from a caller is interpolated into the SQL.
    const isUnchangedSql = `c.id = ?1 AND c.status = ?2 AND ${condition}${version === undefined ? '' : ` AND c.version = ${Number(version)}`}`;
    const isReturned = actor === null && Object.values(returnReasons).some((one) => one === reason);
    const template = isReturned ? 'certificate_returned' : 'certificate_cancelled';
    const [, , cancelled] = await batch(db, [
      refundTokens(isUnchangedSql, [certificateId, from], now),
      queueSelectedMails(
        template,
        {
          sql: `SELECT u.id, u.email,
              json_object('firstName', u.first_name, 'number', c.number, 'name', ?4, 'tokens', CAST(c.tokens_redeemed AS TEXT), 'reason', ?3),
              '${template}:' || c.number
            FROM vacation_certificates c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL WHERE ${isUnchangedSql}`,
          values: [certificateId, from, reason, name],
        },
        now,
      ),
      statement<{ id: number }>(
        `UPDATE vacation_certificates AS c SET status = 'cancelled', cancelled_at = ?3, cancelled_by_id = ?4, cancel_reason = ?5,
           review = iif(review = 'waiting', 'none', review), version = version + 1
         WHERE ${isUnchangedSql} RETURNING id`,
        [certificateId, from, now, actor?.adminId ?? null, reason],
      ),
      ...(actor ? [auditCancellation(actor, { certificateId, from, reason }, now), emailFavor(actor, now, wasBookedByDesk)] : []),
      ...returnStay(certificateId, now),
    ]);
    return firstRow(cancelled) !== undefined;
  },
});

/**
 * SQL condition: administrators booked the stay of the certificate in audit entry `l`. No provider confirms that it was canceled, and the
 * same person can stay again.
 */
const wasBookedByDesk = `EXISTS (SELECT 1 FROM vacation_certificates c JOIN stays s ON s.certificate_id = c.id AND s.stage IN ('booked', 'stayed')
  WHERE c.number = l.entity_id AND NOT EXISTS (SELECT 1 FROM stay_offers o WHERE o.certificate_id = c.id AND o.status = 'accepted' AND o.quote_id IS NOT NULL))`;

/** Audits the cancellation. Must directly follow it in the batch. */
function auditCancellation(
  actor: Actor,
  { certificateId, from, reason }: Pick<Cancellation, 'certificateId' | 'from' | 'reason'>,
  now: number,
): Statement {
  return auditFromSelect(
    actor,
    { action: 'certificate.cancel', entityType: 'certificate', reason },
    {
      sql: `SELECT number, user_id, json_object('status', ?9), json_object('status', status, 'tokensReturned', tokens_redeemed)
        FROM vacation_certificates WHERE id = ?8 AND changes() > 0`,
      values: [certificateId, from],
    },
    now,
  );
}
