import { adoptableAfterSeconds } from '#schema/rules.ts';
import { isOwnerSuspended } from '#worker/store/cards/hidden-owners.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * SQL condition: the payment of card `c` is disputed, and the card has no later owner, who would keep it. If the dispute is lost, the card is
 * disabled.
 */
export const isPaymentDisputed = `EXISTS (SELECT 1 FROM orders p WHERE p.id = c.order_id AND (p.user_id = c.user_id OR c.user_id IS NULL)
  AND p.status = 'disputed')`;

/**
 * Returns SQL that is true if card `c` may be adopted: it has no owner, its owner is suspended, or the owner's last membership ended long
 * ago. Owners who never had a membership got their card by a claim and keep it. Cards of suspended owners are included so that finders
 * cannot tell them from cards without an owner. Leaving owners keep their cards until they are erased because an intruder may have
 * requested the deletion. A card whose payment is disputed waits for the outcome.
 */
export const isAdoptable = (
  now: string,
) => `(c.is_test = 0 AND (c.user_id IS NULL OR ${isOwnerSuspended('c')} OR EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id
  AND u.role = 'free' AND (SELECT max(p.ends_at) FROM membership_periods p WHERE p.user_id = u.id) <= ${now} - ${adoptableAfterSeconds})) AND NOT ${isPaymentDisputed})`;

/** Rejects pending adoptions of cards whose owners are active again, and notifies the claimants. Must run after the owners' change. */
export function endAdoptions(owners: readonly number[], now: number): Statement[] {
  const from = `ownership_claims o JOIN cache_cards c ON c.id = o.card_id AND c.user_id IN (SELECT value FROM json_each(?1))
    WHERE o.status = 'pending' AND o.proof_url IS NULL AND NOT ${isAdoptable('?2')}`;
  const values = [JSON.stringify(owners), now, 'The card has an active owner again.'];
  return [
    queueSelectedMails(
      'claim_decided',
      {
        sql: `SELECT m.id, m.email, json_object('firstName', m.first_name, 'cardId', e.card_id, 'status', 'rejected', 'comment', ?3, 'isAdoption', 'yes'),
            'claim_decided:' || e.id
          FROM (SELECT o.id, o.user_id, c.card_id FROM ${from}) e JOIN users m ON m.id = e.user_id AND m.deletion_requested_at IS NULL`,
        values,
      },
      now,
    ),
    statement(
      `UPDATE ownership_claims SET status = 'rejected', admin_comment = ?3, updated_at = ?2, version = version + 1
       WHERE id IN (SELECT o.id FROM ${from})`,
      values,
    ),
  ];
}
