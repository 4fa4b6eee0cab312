import { taxFormThresholds } from '#schema/rules.ts';

/** Total of a person's payouts in a calendar year (UTC) from which a tax form is required. */
export function taxFormFromCents(year: number): number {
  return taxFormThresholds.find(({ fromYear }) => year >= fromYear)?.cents ?? 0;
}
