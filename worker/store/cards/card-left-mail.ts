import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';

/**
 * Queues an email to the owner who loses the card. Must precede the change because `where` must find the card `c` while it still belongs to
 * that owner.
 */
export function queueCardLeft(where: string, values: Statement['values'], now: number): Statement {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id), 'card_left:' || c.id || ':' || c.version
    FROM cache_cards c JOIN users u ON u.id = c.user_id AND u.erased_at IS NULL WHERE ${where}`;
  return queueSelectedMails('card_left', { sql, values }, now);
}
