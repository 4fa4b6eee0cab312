import { t } from '@lingui/core/macro';
import type { EarningStatus } from '#schema/referrals/referral.ts';
import { commissionDueSeconds } from '#schema/rules.ts';
import type { Earnings } from '#schema/site.ts';
import { date } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

const commissionLabels = (): Record<EarningStatus, StateLabel> => ({
  pending: { label: t`Paid within 7 days`, tone: 'info' },
  paid: { label: t({ message: 'Paid', context: 'earnings' }), tone: 'green' },
  paying: { label: t`Being paid`, tone: 'info' },
  held: { label: t`In review`, tone: 'yellow' },
  reversed: { label: t`Reversed`, tone: 'grey' },
});

/** `earnedAt` is the time of the friend's purchase: if the promised days have passed, the label no longer promises them. */
export function getCommissionLabel(status: EarningStatus, earnedAt: string): StateLabel {
  if (status === 'pending' && Date.parse(earnedAt) + commissionDueSeconds * 1_000 < now()) return { label: t`Payout due`, tone: 'info' };
  return commissionLabels()[status];
}

/** Returns the label of an earning. A negative amount is a reversal, which lowers the next payout. */
export function getEarningLabel(
  kind: 'commission' | 'chest',
  { amount, status, createdAt, paidAt }: Pick<Earnings['commissions'][number], 'amount' | 'status' | 'createdAt' | 'paidAt'>,
): StateLabel {
  if (amount < 0) return { label: t`Reversed`, tone: 'grey' };
  if (status === 'paid' && paidAt !== null) return { label: t`Paid ${date(paidAt)}`, tone: 'green' };
  if (status === 'pending' && kind === 'chest') return { label: t`Pending`, tone: 'info' };
  return getCommissionLabel(status, createdAt);
}
