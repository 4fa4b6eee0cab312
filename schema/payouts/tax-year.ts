import { taxFormThresholds } from '#schema/rules.ts';

/** Returns the payout total per calendar year (UTC) from which a person needs a tax form. */
export function taxFormFromCents(year: number): number {
  return taxFormThresholds.find(({ fromYear }) => year >= fromYear)?.cents ?? 0;
}
