/**
 * `npm run restore -- dump.sql [--to FOLDER]` loads a dump from `wrangler d1 export` into a new local database and checks it. `-- dump.sql
 * --remote [--env staging]` loads it into the empty database that `wrangler.toml` names. Both write a reordered copy that D1 can load
 * (`dump.ordered.sql`) next to the dump. See docs/operations.md.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRestored } from '#scripts/restore/check-restored-database.ts';
import { orderDump } from '#scripts/restore/order-dump.ts';
import { localTarget, wranglerTarget } from '#scripts/restore/targets.ts';
import { root } from '#scripts/setup/run.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

const usageText = 'npm run restore -- dump.sql [--to FOLDER | --remote [--env staging]]';

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string', default: join(root, '.wrangler', 'restored') },
      remote: { type: 'boolean', default: false },
      env: { type: 'string', default: '' },
    },
  });
  const [dump] = positionals;
  if (dump === undefined || positionals.length > 1) throw new Problem(`Pass exactly one dump file. ${usageText}`);
  if (!existsSync(dump)) throw new Problem(`${dump} does not exist.`);
  const { load, runAll } = await (values.remote ? wranglerTarget(['--remote', `--env=${values.env}`]) : localTarget(resolve(values.to)));

  const orderedDump = `${dump.replace(/\.sql$/, '')}.ordered.sql`;
  const { rows, tooLong } = await step('Ordering the dump', () => orderDump(dump, orderedDump));
  if (tooLong.size > 0) console.warn(`D1 may refuse rows of more than 100 KB. Affected tables: ${[...tooLong].join(', ')}`);
  await step('Loading the dump', () => load(orderedDump));
  const { mismatches, pending } = await step('Checking the database', () => checkRestored(runAll, rows, join(root, 'migrations')));
  if (mismatches.length > 0)
    throw new Problem('The restored database differs from the dump or from the migrations.', mismatches.join('\n'));
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  console.log(`Restored ${total} rows in ${rows.size} tables. Foreign keys, indexes, triggers and ledgers are in order.`);
  if (pending.length > 0) console.log(`Newer migrations to apply: ${pending.join(', ')}`);
  if (!values.remote) console.log(`To load it into a new remote database: npm run restore -- ${dump} --remote`);
});
