import { Totals, totalsPath } from '#schema/admin/totals.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Loads the dashboard totals and revalidates them on each visit. */
export function useTotals() {
  return useQuery(totalsPath, Totals, { revalidatesOnMount: true, keepsPreviousData: true });
}
