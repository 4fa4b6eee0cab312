/** Upcoming renewals whose members have not been notified. */

import type { Mail } from '#worker/domain/messages/mail.ts';
import { dueRowsClause } from '#worker/store/admin/system/job-retries.ts';
import type { Database } from '#worker/store/database.ts';
import { batch, queryAll, statement } from '#worker/store/sql.ts';

/** Must equal the condition of the partial index `subscriptions_renewal_untold`. */
const isUnannounced = `status = 'active' AND cancel_at_period_end = 0 AND end_requested_at IS NULL AND renewal_told_for IS NOT current_period_end`;

export interface DueRenewal {
  subscriptionId: string;
  userId: number;
}

export function renewalNoticeStore(db: Database) {
  return {
    /** At most `limit` that renew in that span, oldest first. */
    async due(span: { from: number; to: number }, now: number, limit: number): Promise<DueRenewal[]> {
      return queryAll<DueRenewal>(
        db,
        `SELECT stripe_subscription_id AS "subscriptionId", user_id AS "userId" FROM subscriptions s
         ${dueRowsClause(
           {
             kind: 'renewal',
             table: 'subscriptions s',
             indexedBy: 'INDEXED BY subscriptions_renewal_untold',
             key: 's.stripe_subscription_id',
             isDue: `${isUnannounced} AND current_period_end BETWEEN ?3 AND ?4`,
             dueAt: 's.current_period_end',
           },
           '?1',
           '?2',
         )}`,
        now,
        limit,
        span.from,
        span.to,
      );
    },

    /** Queues the mail once; does nothing if the subscription no longer renews then. */
    async send(subscriptionId: string, periodEnd: number, mail: Mail, now: number): Promise<void> {
      await batch(db, [
        statement(
          `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, next_attempt_at, created_at)
           SELECT ?3, u.id, ?4, u.email, ?5, ?6, ?7, ?7 FROM subscriptions s JOIN users u ON u.id = s.user_id
           WHERE s.stripe_subscription_id = ?1 AND s.current_period_end = ?2 AND s.status = 'active' AND s.cancel_at_period_end = 0
             AND s.end_requested_at IS NULL AND u.deletion_requested_at IS NULL ON CONFLICT (cause) DO NOTHING`,
          subscriptionId,
          periodEnd,
          mail.messageId,
          mail.template,
          JSON.stringify(mail.payload),
          mail.cause ?? null,
          now,
        ),
        statement(
          'UPDATE subscriptions SET renewal_told_for = ?2 WHERE stripe_subscription_id = ?1 AND current_period_end = ?2',
          subscriptionId,
          periodEnd,
        ),
      ]);
    },
  };
}
