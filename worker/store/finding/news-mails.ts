/**
 * Emails that members subscribed to: find digests and announcements of new cards. Each kind has one row per member, with the time when the
 * next email is due.
 */
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';

export interface NewsMail {
  userId: number;
  /** Due time as loaded, used as an optimistic lock: the write does nothing if the due time has changed. */
  dueAt: number;
  nextAt: number;
  cause: string;
  payload: Record<string, string | null> | null;
}

/** SQL condition for news emails. Must match the WHERE clause of the index outbox_news; otherwise INDEXED BY fails. */
export const isNewsSql = "template IN ('card_digest', 'new_cards')";

export const canReceiveNews = `u.deletion_requested_at IS NULL AND u.suspended_at IS NULL AND u.email_verified_at IS NOT NULL AND u.wants_optional_mail = 1`;

/** Returns SQL for the news that is due, with its row `d` in `choices`. `sentNews` is ?1, a JSON array of NewsMail. */
export const dueNews = (choices: 'digest_choices' | 'card_watches') =>
  `json_each(?1) v JOIN ${choices} d ON d.user_id = v.value ->> 'userId' AND d.next_at = v.value ->> 'dueAt' AND v.value ->> 'payload' IS NOT NULL`;

/** Queues news emails. Must precede the update of `choices` in the same batch. `sentNews` is a JSON array of NewsMail. */
export function queueNews(
  template: 'card_digest' | 'new_cards',
  choices: 'digest_choices' | 'card_watches',
  sentNews: string,
  now: number,
  condition = 'true',
): Statement {
  return queueSelectedMails(
    template,
    {
      sql: `SELECT u.id, u.email, v.value ->> 'payload', v.value ->> 'cause'
            FROM ${dueNews(choices)} JOIN users u ON u.id = d.user_id WHERE ${canReceiveNews} AND ${condition}`,
      values: [sentNews],
    },
    now,
  );
}
