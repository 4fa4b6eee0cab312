/** Every day, checks that balances equal the sums of their ledger rows. Every hour, checks that enum columns only contain known values. */
import { ledgerCheckSeconds, ledgerRecheckSeconds } from '#schema/rules.ts';
import { findDifference } from '#worker/domain/tokens/ledger-check.ts';
import type { Store } from '#worker/store/store.ts';

/** Maximum number of chunks per run; each chunk has thousands of rows. The next run checks the remaining chunks. */
const maxChunksPerRun = 120;
const maxListedValues = 5;

interface CheckDeps {
  store: Pick<Store, 'listValues'> & { admin: Pick<Store['admin'], 'ledgerChecks'> };
}

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel, and safe to interrupt. Once a mismatch is found, every run
 * rejects until a full check passes. Also rejects while an enum column contains a value that the code does not recognize.
 */
export async function checkLedger({ store }: CheckDeps, now: number): Promise<void> {
  const { ledgerChecks: checks } = store.admin;
  const unknownValues = await store.listValues.check();
  const differenceBefore = findDifference(await checks.sums());
  await checks.begin(now, differenceBefore ? ledgerRecheckSeconds : ledgerCheckSeconds);
  for (let chunk = 0; chunk < maxChunksPerRun; chunk += 1) {
    const step = await checks.checkSome(now);
    if (step === undefined || step.finishedAt !== null) break;
  }
  const difference = findDifference(await checks.sums());
  const examples = unknownValues.slice(0, maxListedValues).map(({ list, value, rowId }) => `${list}: ${value} (row ${rowId})`);
  const problems = [
    difference && `The token ledger does not add up. Members affected: ${difference.differing}. See the Tokens tab.`,
    unknownValues.length > 0 && `List columns contain values this version doesn’t know: ${examples.join(', ')}.`,
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) throw new Error(problems.join(' '));
}
