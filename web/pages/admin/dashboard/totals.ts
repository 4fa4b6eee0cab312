import { Totals, totalsPath } from '#schema/admin/totals.ts';
import { useLiveQuery } from '#web/features/admin/live-query.ts';

/** Loads the dashboard totals and keeps them up to date. */
export function useTotals() {
  return useLiveQuery(totalsPath, Totals);
}
