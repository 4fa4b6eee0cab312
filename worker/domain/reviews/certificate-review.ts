/** Decides whether a certificate needs a review. Times are Unix seconds (UTC). Product rules: Reviews. */
import { unreviewedAfterMonths } from '#schema/rules.ts';
import { afterMonths, type Seconds } from '#worker/domain/time.ts';

export interface Reviewed {
  /** Whether this is the member's first certificate, not counting canceled ones. */
  isFirst: boolean;
  isPaidMember: boolean;
  memberSince: Seconds;
  signals: readonly string[];
}

export function decideReview({ isFirst, isPaidMember, memberSince, signals }: Reviewed, now: Seconds): 'none' | 'waiting' | 'passed' {
  if (signals.length > 0) return 'waiting';
  if (isPaidMember && isOldAccount(memberSince, now)) return 'passed';
  return isFirst ? 'waiting' : 'none';
}

/** Whether the account has reached the minimum age in calendar months, with one-second precision. */
function isOldAccount(memberSince: Seconds, now: Seconds): boolean {
  return afterMonths(memberSince, unreviewedAfterMonths) < now;
}
