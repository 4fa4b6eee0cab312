/** Assigns new codes to cards whose parcel was lost, and emails the member. Product rules: Claims, printing, email and messages. */
import { exposureEnd } from '#worker/store/cards/code-exposure.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

interface ResentPrint {
  id: number;
  version: number;
  resendOfId: number | null;
  hasNewCodes: number;
}

/**
 * Returns the statements that assign new codes. They must follow the submission of the print order in the same batch. The old codes stop
 * working immediately.
 */
export function resendStatements(
  { id, version, resendOfId, hasNewCodes }: ResentPrint,
  newCodes: readonly { cardId: string; code: string }[],
  now: number,
): Statement[] {
  if (resendOfId === null) return [];
  const submittedPrintOrder = `print_orders p JOIN orders o ON o.id = p.order_id WHERE p.id = ?1 AND p.version = ?2 + 1 AND p.submitted_at = ?3`;
  const mail = queueSelectedMails(
    'cards_resent',
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cards', CAST(p.quantity AS TEXT), 'hasNewCodes', iif(p.has_new_codes = 1, 'yes', NULL)),
          'cards_resent:' || p.id
        FROM users u JOIN (SELECT p.id, p.quantity, p.has_new_codes, o.user_id FROM ${submittedPrintOrder}) p ON p.user_id = u.id
        WHERE u.deletion_requested_at IS NULL`,
      values: [id, version, now],
    },
    now,
  );
  if (hasNewCodes === 0 || newCodes.length === 0) return [mail];
  return [
    mail,
    statement(
      `UPDATE cache_cards SET code = n.code, code_exposed_until = ${exposureEnd('?3')}, version = version + 1
       FROM (SELECT j.value ->> 'cardId' AS card_id, j.value ->> 'code' AS code FROM json_each(?4) j) n
       WHERE cache_cards.card_id = n.card_id AND (cache_cards.order_id, cache_cards.user_id) = (SELECT o.id, o.user_id FROM ${submittedPrintOrder})`,
      [id, version, now, JSON.stringify(newCodes)],
    ),
  ];
}
