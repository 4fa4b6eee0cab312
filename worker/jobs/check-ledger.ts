/** Checks, once a day, that what members hold is what the rows of the token ledger add up to. */
import { addsUp } from '#worker/domain/ledger-check.ts';
import type { Store } from '#worker/store/store.ts';

/** Chunks of members in one run, each of thousands of rows: what is left waits for the next run. */
const chunksARun = 120;

/** `now` in UTC unix seconds. Safe to run twice, late, in parallel, or to be cut off. Rejects where the ledger does not add up. */
export async function checkLedger(deps: { store: { admin: Pick<Store['admin'], 'ledgerChecks'> } }, now: number): Promise<void> {
  const { ledgerChecks: checks } = deps.store.admin;
  await checks.begin(now);
  for (let chunk = 0; chunk < chunksARun; chunk += 1) {
    const step = await checks.checkSome(now);
    if (step === undefined) return;
    if (step.finishedAt === null) continue;
    if (!addsUp(step)) throw new Error(`The token ledger does not add up; members who differ: ${step.differing}. See the Tokens tab.`);
    return;
  }
}
