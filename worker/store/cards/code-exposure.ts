/**
 * When others could know a card's code (`cache_cards.code_exposed_from`): administrators from a print file or a parcel, or an intruder in
 * the owner's account. Product rules: Reviews.
 */

import { codeExposureSeconds } from '#schema/rules.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** SQL assignments for a card whose code others may have known since `since`. The period is as long as that of a download. */
export const setExposedSince = (since: string, now: string) =>
  `code_exposed_from = min(coalesce(code_exposed_from, ${since}), ${since}), code_exposed_until = ${now} + ${codeExposureSeconds}`;

/** SQL for `code_exposed_until` with every new code: administrators no longer know the card's code. */
export const exposureEnd = (now: string) =>
  `iif(code_exposed_from IS NULL, NULL, min(coalesce(code_exposed_until, placement_at, ${now}), ${now}))`;

/**
 * SQL for `code_exposed_until` of a card that loses its owner but not its code. A print run's exposure ended with the placement, whose time
 * the trigger `cache_cards_new_owner` clears.
 */
export const exposureEndWithoutOwner = 'iif(code_exposed_from IS NULL, NULL, coalesce(code_exposed_until, placement_at))';

/**
 * Records that an administrator downloads the codes of the selected cards (`id`, `is_print_run`), and emails their owners, except about the
 * print run of an order. For the code's period, finds of the cards get a signal (worker/domain/reviews/find-signals.ts), and this
 * administrator does not pass their finders (worker/store/admin/access/own-member.ts).
 */
export function exposeCodes({ sql, values }: Statement, requestId: string, now: number): [Statement, Statement] {
  const lastAt = `?${values.length + 1}`;
  const mail = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cards', group_concat(c.card_id, ', ')),
      'card_code_downloaded:' || ${lastAt} || ':' || u.id
    FROM (${sql}) e JOIN cache_cards c ON c.id = e.id JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL
    WHERE NOT e.is_print_run GROUP BY u.id`;
  return [
    statement(
      `UPDATE cache_cards AS t SET code_exposed_from = coalesce(t.code_exposed_from, ${lastAt}),
         code_exposed_until = iif(e.is_print_run, iif(t.code_exposed_until > ${lastAt}, t.code_exposed_until, NULL), ${lastAt} + ${codeExposureSeconds})
       FROM (${sql}) e WHERE e.id = t.id`,
      [...values, now],
    ),
    queueSelectedMails('card_code_downloaded', { sql: mail, values: [...values, requestId] }, now),
  ];
}

/**
 * Records that whoever was in the members' accounts since `since` could read the codes of all their cards. `ids` is a JSON
 * array of member ids.
 */
export function exposeOwnCodes(ids: string, since: number, now: number): Statement {
  return statement(
    `UPDATE cache_cards SET ${setExposedSince('?2', '?3')}
     WHERE user_id IN (SELECT value FROM json_each(?1)) AND available_at IS NOT NULL`,
    [ids, since, now],
  );
}
