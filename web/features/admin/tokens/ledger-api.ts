/** Calls of the Tokens tab. */
import { LedgerCheck, TokenTotals } from '#schema/admin/tokens.ts';
import { apiGet } from '#web/lib/api.ts';
import { useQuery } from '#web/lib/query.ts';

export const ledgerPath = '/api/admin/tokens';

export function useTokenTotals() {
  return useQuery(`${ledgerPath}/totals`, TokenTotals, { asksOnVisit: true, keepsPrevious: true });
}

/** Whether the ledger adds up, as of now. */
export function checkLedger(): Promise<LedgerCheck> {
  return apiGet(`${ledgerPath}/check`, LedgerCheck);
}
