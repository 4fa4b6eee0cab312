import { isHeldMember } from '#worker/store/reviews/open-holds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Returns the SQL condition that row `c` is a restoration whose status does not match whether its referrer is on hold (`isHeld`). A
 * restoration that has been reversed stays payable because it cancels out with its reversal.
 */
export const isMismatchedRestoration = (isHeld: string) => `c.kind = 'restoration'
  AND (+c.status = 'pending' OR +c.status = 'held' AND c.held_reason = 'decision')
  AND (c.status = 'held') <> (NOT EXISTS (SELECT 1 FROM referral_commissions v WHERE v.reverses_id = c.id) AND ${isHeld})`;

/**
 * Returns a statement that puts restorations on hold while a group decision holds their referrer, and makes them payable again once it no
 * longer does. Must run after every change to the hold or to the restorations in the same batch. `referrersSql` selects the referrers' ids, with `value` as the placeholder ?1.
 */
export function syncRestorationHolds(referrersSql: string, value: string | number): Statement {
  return statement(
    `UPDATE referral_commissions AS c SET status = iif(c.status = 'held', 'pending', 'held'),
       held_reason = iif(c.status = 'held', NULL, 'decision'), version = version + 1
     WHERE c.referrer_id IN (${referrersSql}) AND ${isMismatchedRestoration(isHeldMember('c.referrer_id'))}`,
    [value],
  );
}
