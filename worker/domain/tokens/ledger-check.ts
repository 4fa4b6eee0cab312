/** See "Tokens" in docs/product-rules.md. */

/** Ledger sums, read in one consistent snapshot. */
export interface LedgerSums {
  /** Number of ledger rows; `ledger` is their sum. */
  entries: number;
  ledger: number;
  held: number;
  runningEntries: number;
  runningBalance: number;
  issued: number;
  redeemed: number;
  withdrawn: number;
  /** Sum of all members' owed tokens; `owedLedger` is the sum of the corresponding rows. */
  owed: number;
  owedLedger: number;
  /** Number of members whose balance or owed tokens differ from their ledger rows. */
  differing: number;
}

export type LedgerCheckState = LedgerSums & { finishedAt: number | null };

/**
 * Returns the check that shows a difference: a running check if it has already found one, otherwise the last finished check. `checks` are
 * sorted newest first. Product rules: Tokens.
 */
export function findDifference<Check extends LedgerCheckState>(checks: readonly Check[]): Check | undefined {
  const failedCheck = checks.find(({ finishedAt, differing }) => finishedAt === null && differing > 0);
  const last = checks.find(({ finishedAt }) => finishedAt !== null);
  return failedCheck ?? (last && !isBalanced(last) ? last : undefined);
}

export function isBalanced(sums: LedgerSums): boolean {
  const { entries, ledger, held, runningEntries, runningBalance, issued, redeemed, withdrawn, owed, owedLedger, differing } = sums;
  const balances = [held, runningBalance, issued - redeemed - withdrawn];
  return differing === 0 && entries === runningEntries && owed === owedLedger && balances.every((sum) => sum === ledger);
}
