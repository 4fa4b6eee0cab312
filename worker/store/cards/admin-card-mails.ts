import type { CardStatus } from '#schema/cards/card.ts';
import { manyGivenCards } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { utcDay } from '#worker/domain/time.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Queues an email to the owner who loses the card. Must precede the change because `where` must find the card `c` while it still belongs to
 * that owner.
 */
export function queueCardLeft(where: string, values: Statement['values'], now: number): Statement {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id), 'card_left:' || c.id || ':' || c.version
    FROM cache_cards c JOIN users u ON u.id = c.user_id AND u.erased_at IS NULL WHERE ${where}`;
  return queueSelectedMails('card_left', { sql, values }, now);
}

/**
 * Queues an email to the owner about new texts or another place of card `c`. Must precede the change. The parameters of `guard` are ?1 to ?3
 * (?3: the normalized email of the owner), then the new location, description, latitude and longitude.
 */
export function queueCardEdited(guard: string, values: Statement['values'], now: number): Statement {
  const changes = `iif(c.location IS NOT ?4, ', location', '') || iif(c.description IS NOT ?5, ', description', '')
    || iif((c.latitude, c.longitude) IS NOT (?6, ?7), ', place on the map', '')`;
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id, 'changes', substr(${changes}, 3)),
      'card_edited:' || c.id || ':' || c.version
    FROM cache_cards c JOIN users u ON u.id = c.user_id AND u.email_key = ?3 AND u.deletion_requested_at IS NULL WHERE ${guard} AND ${changes} <> ''`;
  return queueSelectedMails('card_edited', { sql, values }, now);
}

interface StatusMail {
  cardId: string;
  version: number;
  status: CardStatus;
  isBulk: boolean;
}

/**
 * Queues an email to the owner whose card `c` is disabled or taken off the map. Must precede the change. A bulk change sends each owner one
 * email with a list of their cards. The parameters of `guard` are ?1 to ?3: the card's id, version and new status.
 */
export function queueStatusChanged(
  guard: string,
  { cardId, version, status, isBulk }: StatusMail,
  requestId: string,
  now: number,
): Statement[] {
  const isDisabled = status === 'disabled';
  const template = isDisabled ? 'card_disabled' : 'card_taken_off';
  const owner = `FROM cache_cards c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL
    WHERE ${guard} AND ${isDisabled ? 'true' : `?3 IN ('ordered', 'missing') AND c.status IN ('active', 'missing')`}`;
  const values = [cardId, version, status, Number(isBulk), requestId];
  const cause = `'${template}:' || ?5 || ':' || u.id`;
  return [
    statement(
      `UPDATE outbox SET payload = json_set(payload, '$.cards', (payload ->> 'cards') || ', ' || ?1)
       WHERE ?4 AND status = 'queued' AND cause = (SELECT ${cause} ${owner})`,
      values,
    ),
    queueSelectedMails(
      template,
      {
        sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', iif(?4, NULL, c.card_id),
          'name', iif(?4, NULL, c.location), 'cards', iif(?4, c.card_id, NULL)), ${cause} ${owner}`,
        values,
      },
      now,
    ),
  ];
}

/**
 * Emails the other super administrators, once a day, when this administrator has recently given members many cards. Must follow the audit
 * of a transfer; other requests queue nothing.
 */
export function emailManyGivenCards({ adminId, requestId }: Actor, now: number): Statement {
  const sql = `SELECT NULL, a.email, json_object('firstName', a.first_name, 'cards', CAST(m.cards AS TEXT), 'sender', s.email),
      'many_cards_given:' || s.id || ':' || ?4 || ':' || a.id
    FROM (SELECT count(*) AS cards, max(g.request_id = ?2) AS is_new FROM audit_log g INDEXED BY audit_log_admin
        WHERE g.admin_id = ?1 AND g.created_at > ?3 - ${manyGivenCards.withinSeconds} AND +g.action = 'card.owner') m
      JOIN admins s ON s.id = ?1 JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL AND a.id <> s.id
    WHERE m.is_new AND m.cards >= ${manyGivenCards.cards}`;
  return queueSelectedMails('many_cards_given', { sql, values: [adminId, requestId, now, utcDay(now)] }, now);
}
