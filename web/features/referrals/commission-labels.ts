import type { commissionStatuses } from '#schema/referrals/referral.ts';
import { date } from '#web/lib/format.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

type CommissionStatus = (typeof commissionStatuses)[number];

interface StatusLabels {
  words: string;
  tone: BadgeTone;
}

const commissionLabels: Record<CommissionStatus, StatusLabels> = {
  pending: { words: 'Paid within 7 days', tone: 'info' },
  paid: { words: 'Paid', tone: 'green' },
  held: { words: 'In review', tone: 'yellow' },
  reversed: { words: 'Reversed', tone: 'grey' },
};

export function commissionStatus(status: CommissionStatus): StatusLabels {
  return commissionLabels[status];
}

/** Returns the label of an earning. A negative amount is a reversal, which lowers the next payout. */
export function earningStatus(
  kind: 'commission' | 'chest',
  { amount, status, paidAt }: { amount: number; status: CommissionStatus; paidAt: string | null },
): StatusLabels {
  if (amount < 0) return { words: 'Reversed', tone: 'grey' };
  if (status === 'paid' && paidAt !== null) return { words: `Paid ${date(paidAt)}`, tone: 'green' };
  if (status === 'pending' && kind === 'chest') return { words: 'Pending', tone: 'info' };
  return commissionLabels[status];
}
