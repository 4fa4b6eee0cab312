/** The dashboard's sums. */
import { Totals, totalsPath } from '#schema/admin/totals.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Asked for at each visit: they change while nobody looks. */
export function useTotals() {
  return useQuery(totalsPath, Totals, { asksOnVisit: true, keepsPrevious: true });
}
