/** Mails of news that members chose, one row of a member and the time that the next is due: digests of finds, new cards. */
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';

/** A news mail, if any, and when the next is due. */
export interface NewsMail {
  userId: number;
  /** As it was when the news were read: a run that comes second finds another one, and writes nothing. */
  dueAt: number;
  nextAt: number;
  cause: string;
  /** Null where there is nothing to tell. */
  payload: Record<string, string | null> | null;
}

/** Of mails that are news. The index outbox_news names the same templates: statements that say INDEXED BY fail where they differ. */
export const isNews = "template IN ('card_digest', 'new_cards')";

/** SQL condition: member `u` can receive news mails. */
export const canReceiveNews = `u.deletion_requested_at IS NULL AND u.suspended_at IS NULL AND u.email_verified_at IS NOT NULL AND u.wants_optional_mail = 1`;

/** In one batch with the update of `choices`, before it; `told` is a JSON array of NewsMail. */
export function queueNews(
  template: 'card_digest' | 'new_cards',
  choices: 'digest_choices' | 'card_watches',
  sent: string,
  now: number,
): Statement {
  return queueSelectedMails(
    template,
    {
      sql: `SELECT u.id, u.email, v.value ->> 'payload', v.value ->> 'cause'
            FROM json_each(?1) v JOIN ${choices} d ON d.user_id = v.value ->> 'userId' AND d.next_at = v.value ->> 'dueAt'
              JOIN users u ON u.id = d.user_id WHERE v.value ->> 'payload' IS NOT NULL AND ${canReceiveNews}`,
      values: [sent],
    },
    now,
  );
}
