/** Whether a person looks at a certificate before it can be activated. Product rules: Reviews; times in UTC unix seconds. */
import { unreviewedAfterMonths } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type ReviewState = 'none' | 'waiting' | 'passed' | 'refused';

export interface Reviewed {
  /** No certificate of the member's counts before this one; cancelled ones do not. */
  isFirst: boolean;
  /** Now, at the redemption. */
  isPaidMember: boolean;
  memberSince: Seconds;
  /** Codes of what was found about the tokens behind it. */
  signals: readonly string[];
}

/** How the review of a certificate begins, at its redemption. */
export function decideReview({ isFirst, isPaidMember, memberSince, signals }: Reviewed, now: Seconds): 'none' | 'waiting' | 'passed' {
  if (signals.length > 0) return 'waiting';
  if (isPaidMember && isOldAccount(memberSince, now)) return 'passed';
  return isFirst ? 'waiting' : 'none';
}

/** Calendar months, to the second. */
function isOldAccount(memberSince: Seconds, now: Seconds): boolean {
  const oldEnough = new Date(memberSince * 1_000);
  oldEnough.setUTCMonth(oldEnough.getUTCMonth() + unreviewedAfterMonths);
  return oldEnough.getTime() < now * 1_000;
}
