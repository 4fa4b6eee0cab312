import { LedgerChecks, TokenTotals } from '#schema/tokens/admin-tokens.ts';
import { apiSend, slowTimeoutMs } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const ledgerPath = '/api/admin/tokens';

export function useTokenTotals() {
  return useQuery(`${ledgerPath}/totals`, TokenTotals, { revalidatesOnMount: true, keepsPreviousData: true });
}

export function useLedgerChecks() {
  return useQuery(`${ledgerPath}/check`, LedgerChecks, { revalidatesOnMount: true, keepsPreviousData: true });
}

/** Restarts the ledger check from the first member. */
export function checkLedger(): Promise<LedgerChecks> {
  return apiSend('POST', `${ledgerPath}/check`, undefined, LedgerChecks, { timeoutMs: slowTimeoutMs });
}
