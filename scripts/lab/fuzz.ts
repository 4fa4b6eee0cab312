/**
 * `npm run fuzz`: runs property tests with more iterations than the test suite has time for. `--runs` and `--seed` control the random
 * histories, `--only` selects one property. scripts/lab/README.md describes each property.
 */
import { parseArgs } from 'node:util';
import { proveChests } from '#scripts/lab/fuzz/chests.ts';
import { proveLives, proveOrders } from '#scripts/lab/fuzz/money.ts';
import { runWorkerInNode } from '#scripts/lab/worker-in-node.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const runs = wholeNumber('runs', values.runs, 1);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber('seed', values.seed, 0);

runWorkerInNode();
const { proveAccounts } = await import('#scripts/lab/fuzz/accounts.ts');
const { proveTravels } = await import('#scripts/lab/fuzz/travels.ts');

const proofs = [
  { name: 'orders', prove: proveOrders },
  { name: 'lives', prove: () => proveLives({ runs, seed }) },
  { name: 'chests', prove: () => proveChests({ runs: Math.ceil(runs / 2), seed }) },
  { name: 'accounts', prove: () => proveAccounts({ runs, seed }) },
  { name: 'travels', prove: () => proveTravels({ runs: Math.ceil(runs / 5), seed }) },
];
const chosenProofs = proofs.filter(({ name }) => values.only === undefined || values.only === name);
if (chosenProofs.length === 0) throw new Error(`--only takes one of ${proofs.map(({ name }) => name).join(', ')}, not "${values.only}"`);

for (const { name, prove } of chosenProofs) {
  if (await prove()) continue;
  console.error(`This failed. To repeat it: npm run fuzz -- --only ${name} --seed ${seed} --runs ${runs}`);
  process.exit(1);
}
console.log(`All properties hold (seed ${seed}).`);

function wholeNumber(name: string, text: string, minimum: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < minimum) throw new Error(`--${name} must be a whole number from ${minimum}, not "${text}"`);
  return number;
}
