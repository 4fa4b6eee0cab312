import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { formatDollars } from '#web/lib/format.ts';

/** Returns the total of the member's unpaid earnings among the newest commissions and chests, in dollars. */
export function sumUnpaidDollars({ commissions, chests }: Pick<AdminUserDetails, 'commissions' | 'chests'>): number {
  return [...commissions.rows, ...chests.rows]
    .filter(({ status }) => status === 'pending' || status === 'held')
    .reduce((sum, { amount }) => sum + amount / 100, 0);
}

/** Describes whether the member's payouts stop or resume, and the amount owed. */
export function describePayouts(details: AdminUserDetails, verb: 'resume' | 'stop'): string {
  const dollars = sumUnpaidDollars(details);
  return dollars > 0 ? `Payouts ${verb}: we owe them ${formatDollars(dollars)}.` : `Payouts ${verb}; we owe them nothing now.`;
}
