/** Product rules: Tokens. */

/** As of one moment. */
export interface LedgerSums {
  /** Number and sum of the ledger rows. */
  entries: number;
  ledger: number;
  held: number;
  runningEntries: number;
  runningBalance: number;
  issued: number;
  redeemed: number;
  withdrawn: number;
  /** Owed tokens, and the sum of their rows. */
  owed: number;
  owedLedger: number;
  /** Members whose balance or owed tokens differ from their rows. */
  differing: number;
}

/** `finishedAt` is null while running. */
export type LedgerCheckState = LedgerSums & { finishedAt: number | null };

/**
 * The check that proves a difference: a running one if it has found something, else the last finished one. `checks`: newest first. Product
 * rules: Tokens.
 */
export function findDifference<Check extends LedgerCheckState>(checks: readonly Check[]): Check | undefined {
  const failedCheck = checks.find(({ finishedAt, differing }) => finishedAt === null && differing > 0);
  const last = checks.find(({ finishedAt }) => finishedAt !== null);
  return failedCheck ?? (last && !addsUp(last) ? last : undefined);
}

export function addsUp(sums: LedgerSums): boolean {
  const { entries, ledger, held, runningEntries, runningBalance, issued, redeemed, withdrawn, owed, owedLedger, differing } = sums;
  const balances = [held, runningBalance, issued - redeemed - withdrawn];
  return differing === 0 && entries === runningEntries && owed === owedLedger && balances.every((sum) => sum === ledger);
}
