/** Whether the token ledger is what is derived from it. Product rules: Tokens. */

/** All as of one moment. */
export interface LedgerSums {
  /** Rows of the ledger, and what they add up to. */
  entries: number;
  ledger: number;
  /** What members hold. */
  held: number;
  /** What was kept of the ledger as it was written. */
  runningEntries: number;
  runningBalance: number;
  issued: number;
  redeemed: number;
  withdrawn: number;
  /** What members owe, and what the rows of that add up to. */
  owed: number;
  owedLedger: number;
  /** Members who hold or owe something else than their rows add up to. */
  differing: number;
}

/** A check as far as it has come: `finishedAt` null while it goes on. */
export type LedgerCheckState = LedgerSums & { finishedAt: number | null };

/**
 * The check by which the ledger is known not to add up: what a check that goes on has not found yet says nothing, and what
 * it has found stands already; of those that are done the last one counts. `checks` are newest first.
 */
export function findDifference<Check extends LedgerCheckState>(checks: readonly Check[]): Check | undefined {
  const failing = checks.find(({ finishedAt, differing }) => finishedAt === null && differing > 0);
  const last = checks.find(({ finishedAt }) => finishedAt !== null);
  return failing ?? (last && !addsUp(last) ? last : undefined);
}

export function addsUp(sums: LedgerSums): boolean {
  const { entries, ledger, held, runningEntries, runningBalance, issued, redeemed, withdrawn, owed, owedLedger, differing } = sums;
  const balances = [held, runningBalance, issued - redeemed - withdrawn];
  return differing === 0 && entries === runningEntries && owed === owedLedger && balances.every((sum) => sum === ledger);
}
