import type { Mail } from '#worker/domain/messages/mail.ts';
import { dueRowsClause } from '#worker/store/admin/system/job-retries.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMail } from '#worker/store/messages/mail.ts';
import { batch, queryAll, statement } from '#worker/store/sql.ts';

/**
 * SQL condition: the subscription renews, and the notice for this renewal has not been sent. Must be identical to the condition of the
 * partial index `subscriptions_renewal_untold`.
 */
const isUnannounced = `status = 'active' AND cancel_at_period_end = 0 AND end_requested_at IS NULL AND renewal_told_for IS NOT current_period_end`;

export interface DueRenewal {
  subscriptionId: string;
  userId: number;
}

export const renewalNoticeStore = bindStore({
  async due(db, span: { from: number; to: number }, now: number, limit: number): Promise<DueRenewal[]> {
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
      [now, limit, span.from, span.to],
    );
  },

  /** Queues the notice once per renewal. Does nothing if the subscription no longer renews at the announced time. */
  async send(db, subscriptionId: string, periodEnd: number, mail: Mail, now: number): Promise<void> {
    await batch(db, [
      queueMail(
        mail,
        {
          userId: 'u.id',
          to: 'u.email',
          from: `FROM subscriptions s JOIN users u ON u.id = s.user_id AND u.deletion_requested_at IS NULL
            WHERE s.stripe_subscription_id = ?1 AND s.current_period_end = ?2 AND s.status = 'active' AND s.cancel_at_period_end = 0
              AND s.end_requested_at IS NULL`,
          values: [subscriptionId, periodEnd],
        },
        now,
      ),
      statement('UPDATE subscriptions SET renewal_told_for = ?2 WHERE stripe_subscription_id = ?1 AND current_period_end = ?2', [
        subscriptionId,
        periodEnd,
      ]),
    ]);
  },
});
