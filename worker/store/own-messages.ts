/**
 * Which contact messages are a member's (?1): sent while signed in, or from an address that is proven to be theirs. The
 * union lets each half use its index; and `|| ''` takes the column's affinity away, with which the index on an expression
 * would not do. `message` is the table's alias.
 */
export function areOwnMessages(message: string): string {
  return `${message}.id IN (SELECT id FROM contact_messages WHERE user_id = ?1
    UNION SELECT id FROM contact_messages WHERE lower(email) = (SELECT email_key || '' FROM users WHERE id = ?1 AND email_verified_at IS NOT NULL))`;
}
