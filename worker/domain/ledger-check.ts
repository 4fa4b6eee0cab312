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

export function addsUp(sums: LedgerSums): boolean {
  const { entries, ledger, held, runningEntries, runningBalance, issued, redeemed, withdrawn, owed, owedLedger, differing } = sums;
  const balances = [held, runningBalance, issued - redeemed - withdrawn];
  return differing === 0 && entries === runningEntries && owed === owedLedger && balances.every((sum) => sum === ledger);
}
