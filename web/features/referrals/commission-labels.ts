import type { EarningStatus } from '#schema/referrals/referral.ts';
import { date } from '#web/lib/format.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

const commissionLabels: Record<EarningStatus, StateLabel> = {
  pending: { label: 'Paid within 7 days', tone: 'info' },
  paid: { label: 'Paid', tone: 'green' },
  paying: { label: 'Being paid', tone: 'info' },
  held: { label: 'In review', tone: 'yellow' },
  reversed: { label: 'Reversed', tone: 'grey' },
};

export function getCommissionLabel(status: EarningStatus): StateLabel {
  return commissionLabels[status];
}

/** Returns the label of an earning. A negative amount is a reversal, which lowers the next payout. */
export function getEarningLabel(
  kind: 'commission' | 'chest',
  { amount, status, paidAt }: { amount: number; status: EarningStatus; paidAt: string | null },
): StateLabel {
  if (amount < 0) return { label: 'Reversed', tone: 'grey' };
  if (status === 'paid' && paidAt !== null) return { label: `Paid ${date(paidAt)}`, tone: 'green' };
  if (status === 'pending' && kind === 'chest') return { label: 'Pending', tone: 'info' };
  return commissionLabels[status];
}
