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
  /** Number of members whose balance or owed tokens do not match their ledger rows. */
  differing: number;
}

export type LedgerCheckState = LedgerSums & { finishedAt: number | null };

/**
 * Returns the check that found a mismatch: the running check if it has already found one, or else the last finished check if
 * `hasDifference` returns true for it. `checks` are sorted newest first.
 */
export function findFailedCheck<Check extends Pick<LedgerCheckState, 'finishedAt' | 'differing'>>(
  checks: readonly Check[],
  hasDifference: (last: Check) => boolean,
): Check | undefined {
  const running = checks.find(({ finishedAt, differing }) => finishedAt === null && differing > 0);
  const last = checks.find(({ finishedAt }) => finishedAt !== null);
  return running ?? (last && hasDifference(last) ? last : undefined);
}

/** Returns the ledger check that found a mismatch. Product rules: Tokens. */
export const findDifference = <Check extends LedgerCheckState>(checks: readonly Check[]) =>
  findFailedCheck(checks, (last) => !isBalanced(last));

export function isBalanced(sums: LedgerSums): boolean {
  const { entries, ledger, held, runningEntries, runningBalance, issued, redeemed, withdrawn, owed, owedLedger, differing } = sums;
  const balances = [held, runningBalance, issued - redeemed - withdrawn];
  return differing === 0 && entries === runningEntries && owed === owedLedger && balances.every((sum) => sum === ledger);
}
