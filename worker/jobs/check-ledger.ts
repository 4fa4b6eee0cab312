/** Checks, once a day, that what members hold is what the rows of the token ledger add up to. */
import { ledgerCheckAgainSeconds, ledgerCheckSeconds } from '#schema/rules.ts';
import { knownDifference } from '#worker/domain/ledger-check.ts';
import type { Store } from '#worker/store/store.ts';

/** Chunks of members in one run, each of thousands of rows: what is left waits for the next run. */
const chunksARun = 120;

/**
 * `now` in UTC unix seconds. Safe to run twice, late, in parallel, or to be cut off. Rejects while the ledger is known not to
 * add up: in every run, until a check that went through all of it says that it does.
 */
export async function checkLedger(deps: { store: { admin: Pick<Store['admin'], 'ledgerChecks'> } }, now: number): Promise<void> {
  const { ledgerChecks: checks } = deps.store.admin;
  const before = knownDifference(await checks.sums());
  await checks.begin(now, before ? ledgerCheckAgainSeconds : ledgerCheckSeconds);
  for (let chunk = 0; chunk < chunksARun; chunk += 1) {
    const step = await checks.checkSome(now);
    if (step === undefined || step.finishedAt !== null) break;
  }
  const found = knownDifference(await checks.sums());
  if (found) throw new Error(`The token ledger does not add up; members who differ: ${found.differing}. See the Tokens tab.`);
}
