import { taxFormThresholds } from '#schema/rules.ts';

/** Returns the payout total, in cents, at which a person needs a tax form in the given calendar year (UTC). */
export function getTaxFormThresholdCents(year: number): number {
  return taxFormThresholds.find(({ fromYear }) => year >= fromYear)?.cents ?? 0;
}
