/** Tells whoever owned a card that it is theirs no longer. */
import { type Statement, statement } from '#worker/store/sql.ts';

/** Comes before the change: `where` finds the card `c` that is about to leave, with placeholders that begin at ?1. */
export function queueCardLeft(cards: { where: string; values: (string | number | null)[] }, messageId: string, now: number): Statement {
  const [id, at] = [`?${cards.values.length + 1}`, `?${cards.values.length + 2}`];
  return statement(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, next_attempt_at, created_at)
       SELECT ${id}, u.id, 'card_left', u.email, json_object('firstName', u.first_name, 'cardId', c.card_id),
         'card_left:' || c.id || ':' || c.version, ${at}, ${at}
       FROM cache_cards c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL WHERE ${cards.where} ON CONFLICT (cause) DO NOTHING`,
    ...cards.values,
    messageId,
    now,
  );
}
