import { t } from '@lingui/core/macro';
import type { EarningStatus } from '#schema/referrals/referral.ts';
import { date } from '#web/lib/format.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

const commissionLabels = (): Record<EarningStatus, StateLabel> => ({
  pending: { label: t`Paid within 7 days`, tone: 'info' },
  paid: { label: t`Paid`, tone: 'green' },
  paying: { label: t`Being paid`, tone: 'info' },
  held: { label: t`In review`, tone: 'yellow' },
  reversed: { label: t`Reversed`, tone: 'grey' },
});

export function getCommissionLabel(status: EarningStatus): StateLabel {
  return commissionLabels()[status];
}

/** Returns the label of an earning. A negative amount is a reversal, which lowers the next payout. */
export function getEarningLabel(
  kind: 'commission' | 'chest',
  { amount, status, paidAt }: { amount: number; status: EarningStatus; paidAt: string | null },
): StateLabel {
  if (amount < 0) return { label: t`Reversed`, tone: 'grey' };
  if (status === 'paid' && paidAt !== null) return { label: t`Paid ${date(paidAt)}`, tone: 'green' };
  if (status === 'pending' && kind === 'chest') return { label: t`Pending`, tone: 'info' };
  return commissionLabels()[status];
}
