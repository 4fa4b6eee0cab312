/** Cards whose owners are suspended or leaving are not on the map, and their descriptions are hidden. */
import { type Statement, statement } from '#worker/store/sql.ts';

const isHidden = `EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id AND (u.suspended_at IS NOT NULL OR u.deletion_requested_at IS NOT NULL))`;

/**
 * Returns SQL that is true while the owner of `card` is suspended. Reads the owner's row only for hidden cards because every scan evaluates
 * this condition.
 */
export function isOwnerSuspended(card: string): string {
  return `(${card}.is_owner_hidden = 1 AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${card}.user_id AND u.suspended_at IS NOT NULL))`;
}

/**
 * Updates the hidden flag on the members' cards. Must run after every change to `users.suspended_at` or `users.deletion_requested_at` in
 * the same batch.
 */
export function updateCardVisibility(memberIds: readonly number[]): Statement {
  return statement(
    `UPDATE cache_cards AS c SET is_owner_hidden = ${isHidden}
     WHERE c.user_id IN (SELECT value FROM json_each(?1)) AND c.is_owner_hidden <> ${isHidden}`,
    [JSON.stringify(memberIds)],
  );
}
