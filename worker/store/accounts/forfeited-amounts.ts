/** Unpaid commissions and chests of a member who asked for deletion. */
import { syncRestorationHolds } from '#worker/store/referrals/restoration-holds.ts';
import { isHeldMember } from '#worker/store/reviews/open-holds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** Holds the forfeited amounts so that no payout run includes them. */
export function holdForfeited(userId: number): Statement[] {
  return [
    statement(
      `UPDATE referral_commissions SET status = 'held', held_reason = 'member_left', version = version + 1
       WHERE referrer_id = ?1 AND status = 'pending' AND amount_cents > 0`,
      [userId],
    ),
    statement(
      `UPDATE treasure_chest_payouts SET status = 'held', held_reason = 'member_left', version = version + 1
       WHERE user_id = ?1 AND status = 'pending'`,
      [userId],
    ),
  ];
}

/**
 * Releases the amounts that only a deletion request held. Amounts also stay held for other reasons, or while a group decision holds the
 * member. Reversed ones only lose the reason, so that they are not on hold if they are restored. Must run after the request is cleared.
 */
export function releaseForfeited(userId: number): Statement[] {
  const release = (table: string, owner: string) => {
    const otherReasons = `trim(replace(',' || held_reason || ',', ',member_left,', ','), ',')`;
    const reasons = `iif(status = 'held' AND ${otherReasons} = '' AND ${isHeldMember(`${table}.${owner}`)}, 'decision', ${otherReasons})`;
    return statement(
      `UPDATE ${table} SET status = iif(status = 'held' AND ${reasons} = '', 'pending', status), held_reason = nullif(${reasons}, ''), version = version + 1
       WHERE ${owner} = ?1 AND status IN ('held', 'reversed') AND ',' || held_reason || ',' LIKE '%,member_left,%'`,
      [userId],
    );
  };
  return [release('referral_commissions', 'referrer_id'), syncRestorationHolds('?1', userId), release('treasure_chest_payouts', 'user_id')];
}
