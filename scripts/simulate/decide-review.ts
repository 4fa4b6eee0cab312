/** Whether a person looks at a certificate before it can be activated, as the product decides it at its redemption. */
import type { Seconds } from '#worker/domain/time.ts';

interface Reviewed {
  isFirst: boolean;
  isPaidMember: boolean;
  memberSince: Seconds;
  signals: readonly string[];
}

const unreviewedAfterMonths = 6;

export function decideReview({ isFirst, isPaidMember, memberSince, signals }: Reviewed, now: Seconds): 'none' | 'waiting' | 'passed' {
  if (signals.length > 0) return 'waiting';
  const oldEnough = new Date(memberSince * 1_000);
  oldEnough.setUTCMonth(oldEnough.getUTCMonth() + unreviewedAfterMonths);
  if (isPaidMember && oldEnough.getTime() < now * 1_000) return 'passed';
  return isFirst ? 'waiting' : 'none';
}
