/**
 * Runs random histories of members far from the primary database and compares them with a model. The whole Worker uses a replica that lags
 * by up to five seconds.
 */
import fc from 'fast-check';
import { type Amount, formatCount, prove } from '#scripts/lab/fuzz/run-proofs.ts';
import { localReplicas, randomLag } from '#tests/support/database/local-replicas.ts';
import { type Tally, travel, travels } from '#tests/support/database/travels.ts';

export function proveTravels(amount: Amount): Promise<boolean> {
  const withReplicas = localReplicas();
  const tally: Tally = new Map();
  let steps = 0;
  const property = fc.asyncProperty(travels, async (randomTravel) => {
    steps += randomTravel.steps.length;
    await withReplicas({ lagMs: randomLag(randomTravel.lagSeed) }, (replicas) => travel(replicas, randomTravel, tally));
  });
  return prove(property, amount, () => {
    const [finds, ended, late] = [tally.get('scan: 1 tokens'), tally.get('ended'), tally.get('responded late')];
    return `random histories over a replica: ${formatCount(steps)} steps, ${formatCount(finds)} paid finds, ${formatCount(ended)} ended sessions, ${formatCount(late)} late reads`;
  });
}
