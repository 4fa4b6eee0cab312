/** `npm run bench [-- NAME]`: runs a benchmark and prints its section of docs/benchmarks.md. scripts/lab/README.md lists the names. */
import { parseArgs } from 'node:util';
import { benchAdmin } from '#scripts/lab/bench/admin/admin.ts';
import { benchCalls } from '#scripts/lab/bench/calls.ts';
import { benchChests } from '#scripts/lab/bench/chests.ts';
import { benchFirstLoad } from '#scripts/lab/bench/first-load.ts';
import { benchMedals } from '#scripts/lab/bench/medals.ts';
import { benchNumbers } from '#scripts/lab/bench/numbers.ts';
import { benchPlaces } from '#scripts/lab/bench/places.ts';
import { benchReplicas } from '#scripts/lab/bench/replicas.ts';
import { buildWorker } from '#scripts/lab/bench/runtime.ts';
import { benchStorage } from '#scripts/lab/bench/storage.ts';
import { buildSite } from '#scripts/setup/site.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

/** Benchmarks that do not run the built Worker themselves. */
const withoutWorkerd = ['first-load', 'replicas', 'storage'];

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      statements: { type: 'boolean', default: false },
      only: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const chosenSizes = values.sizes?.split(',').map(Number);
  const sizes = chosenSizes ?? [1_000, 1_000_000];
  const benchmarks = new Map<string, () => Promise<string>>([
    ['calls', () => benchCalls(sizes, { only: values.only, listsStatements: values.statements })],
    ['admin', () => benchAdmin(Math.max(...sizes))],
    ['places', () => benchPlaces(sizes)],
    ['chests', () => benchChests(chosenSizes)],
    ['medals', () => benchMedals(chosenSizes)],
    ['numbers', () => benchNumbers(chosenSizes)],
    ['first-load', () => benchFirstLoad(values.against)],
    ['replicas', benchReplicas],
    ['storage', benchStorage],
  ]);
  const [name = 'calls'] = positionals;
  const bench = benchmarks.get(name);
  if (!bench) throw new Problem(`Unknown benchmark "${name}". Choose one of ${[...benchmarks.keys()].join(', ')}.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  if (!withoutWorkerd.includes(name)) {
    // Builds the site first because wrangler requires the site's folder to exist.
    await step('Building the site', buildSite);
    await step('Building the Worker', buildWorker);
  }
  console.log(`\n${await bench()}`);
  // Otherwise, a product that the benchmark started keeps this process running.
  process.exit(0);
});
