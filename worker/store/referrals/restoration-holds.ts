import { isHeldMember } from '#worker/store/reviews/open-holds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Returns a statement that puts restorations on hold while a group decision holds their referrer, and makes them payable again once it no
 * longer does. Must run after every change to the hold or to the restorations in the same batch. Restorations that have been reversed stay
 * payable because they cancel out with their reversals. `referrersSql` selects the referrers' ids, with `value` as the placeholder ?1.
 */
export function syncRestorationHolds(referrersSql: string, value: string | number): Statement {
  const isReversed = 'EXISTS (SELECT 1 FROM referral_commissions v WHERE v.reverses_id = c.id)';
  return statement(
    `UPDATE referral_commissions AS c SET status = iif(c.status = 'held', 'pending', 'held'),
       held_reason = iif(c.status = 'held', NULL, 'decision'), version = version + 1
     WHERE c.referrer_id IN (${referrersSql}) AND c.kind = 'restoration' AND (+c.status = 'pending' OR +c.status = 'held' AND c.held_reason = 'decision')
       AND (c.status = 'held') <> (NOT ${isReversed} AND ${isHeldMember('c.referrer_id')})`,
    [value],
  );
}
