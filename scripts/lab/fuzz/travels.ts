/**
 * Random histories of members far from the primary, through the whole Worker over a copy that is up to five seconds behind, against
 * a model: nothing is paid twice, lost or told backwards, and what has ended writes nothing. Also on its own:
 * `node scripts/lab/fuzz/travels.ts`.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { runWorkerInNode } from '#scripts/worker-in-node.ts';
import { localCopies, randomLag } from '#tests/support/database/local-copies.ts';
import type { Tally } from '#tests/support/database/travels.ts';

/** True where all is as it should be; a failure prints the history that led to it. */
export async function proveTravels(runs: number, seed: number): Promise<boolean> {
  const since = performance.now();
  const { travel, travels } = await importTravels();
  const withCopies = localCopies();
  const tally: Tally = new Map();
  let steps = 0;
  const details = await fc.check(
    fc.asyncProperty(travels, async (one) => {
      steps += one.steps.length;
      await withCopies({ lagMs: randomLag(one.lagSeed) }, (copies) => travel(copies, one, tally));
    }),
    { numRuns: runs, seed },
  );
  if (details.failed) {
    console.error(`Seed ${seed}: node scripts/lab/fuzz/travels.ts --seed ${seed} --runs ${runs}\n${fc.defaultReportMessage(details)}`);
    return false;
  }
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  const counted = (what: string) => (tally.get(what) ?? 0).toLocaleString('en');
  console.log(
    `${runs.toLocaleString('en')} random histories over a copy, seed ${seed}: ${steps.toLocaleString('en')} steps, ${counted('scan: 1 tokens')} paid finds, ${counted('ended')} ended sessions, ${counted('told a little late')} late reads (${seconds} s):`,
  );
  console.log('  nothing is paid twice, lost or told backwards; what has ended writes nothing; the copy never drifts');
  return true;
}

function importTravels(): Promise<typeof import('#tests/support/database/travels.ts')> {
  runWorkerInNode();
  return import('#tests/support/database/travels.ts');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '4000' }, seed: { type: 'string' } } });
  if (!(await proveTravels(Number(values.runs), values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed))))
    process.exitCode = 1;
}
