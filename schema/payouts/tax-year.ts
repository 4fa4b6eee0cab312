import { taxFormThresholds } from '#schema/rules.ts';

/** Returns the payout total per person and calendar year (UTC) at which a tax form is required, in cents. */
export function getTaxFormThresholdCents(year: number): number {
  return taxFormThresholds.find(({ fromYear }) => year >= fromYear)?.cents ?? 0;
}
