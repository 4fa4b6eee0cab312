/** Result of verifying all dollar amounts. Product rules: Jobs and alarms. */
import type { MoneyDifference, MoneyDifferenceKind } from '#schema/admin/money-check.ts';
import { formatDollars } from '#worker/domain/memberships/format-dollars.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { findFailedCheck } from '#worker/domain/tokens/ledger-check.ts';

export interface MoneyCheck {
  startedAt: Seconds;
  finishedAt: Seconds | null;
  differing: number;
  differences: MoneyDifference[];
}

export const findMoneyDifference = <Check extends Pick<MoneyCheck, 'finishedAt' | 'differing'>>(checks: readonly Check[]) =>
  findFailedCheck(checks, ({ differing }) => differing > 0);

const descriptions: Record<MoneyDifferenceKind, (subject: string) => string> = {
  member: (id) => `Member ${id}: owed, held, paid and reversed vs. earned`,
  payout: (id) => `Payout ${id}: amount vs. its entries`,
  payout_count: (id) => `Payout ${id}: number of entries`,
  run_line: (reference) => `Payout line ${reference}: payment vs. line`,
  run: (id) => `Payout run ${id}: total vs. its lines`,
  run_count: (id) => `Payout run ${id}: number of lines`,
  payment: (id) => `Payment ${id}: bookings vs. revenue`,
  day: (day) => `Revenue of ${day}`,
  day_returned: (day) => `Refunds of ${day}`,
  day_fees: (day) => `Fees of ${day}`,
  stripe_payments: (day) => `Payments of ${day} vs. Stripe`,
  stripe_refunds: (day) => `Refunds of ${day} vs. Stripe`,
  stripe_fees: (day) => `Fees of ${day} vs. Stripe`,
};

/** Describes a mismatch, for example `Payout 12: amount vs. its entries: expected $10.00, found $11.00`. */
export function describeMoneyDifference({ kind, subject, expected, found }: MoneyDifference): string {
  const format = (value: number) => (kind.endsWith('_count') ? String(value) : `${value < 0 ? '-' : ''}$${formatDollars(Math.abs(value))}`);
  return `${descriptions[kind](subject)}: expected ${format(expected)}, found ${format(found)}`;
}
