#!/usr/bin/env node
/**
 * `npm start`: starts the product from a fresh clone, without installed packages, accounts or keys. `npm run dev` (`--watch`) runs the
 * product from its sources and reloads on edits. PORT changes the port, CACHE_CARDS_STATE the folder of the local database, MAP_TILES the
 * map's tile file; `--prepared` skips building and migrating. Starts on Node 20 or later and restarts itself on the project's own Node.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runOnOwnNode } from './setup/install.mjs';
import { migrate, readPort, requireFreePort, seed, stateFolder, writeDevVars } from './setup/local.mjs';
import { onOrphaned } from './setup/orphan.mjs';
import { Product } from './setup/product.mjs';
import { buildSite } from './setup/site.mjs';
import { printFailure, runMain, step } from './setup/steps.mjs';
import { bundleWorker } from './setup/worker-bundle.mjs';

await runMain(async () => {
  const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false }, prepared: { type: 'boolean', default: false } } });
  const port = readPort(process.env.PORT);
  await requireFreePort(port);
  if (await runOnOwnNode(fileURLToPath(import.meta.url))) await serve(port, values);
});

/** @param {number} port @param {{ watch: boolean, prepared: boolean }} how */
async function serve(port, { watch: isWatching, prepared: isPrepared }) {
  const product = new Product(port, isWatching);
  let isStopping = false;

  /** @param {number} exitCode */
  const stop = (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    product.stop().then(() => process.exit(exitCode));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!isStopping) console.log('\nStopping');
      stop(0);
    });
  }
  onOrphaned(() => stop(0));

  try {
    const devVarsFile = writeDevVars();
    if (devVarsFile) console.log(`✓ ${devVarsFile}`);
    const { finishRestoringState } = await import('./clock/state-backup.ts');
    finishRestoringState(stateFolder);
    if (!isPrepared) await prepare(isWatching);
    await product.start((name) => {
      if (isStopping) return;
      console.error(`${name} ended unexpectedly; see its output above.`);
      process.exit(1);
    });
  } catch (error) {
    if (isStopping) return;
    printFailure(error);
    return stop(1);
  }
  await printWelcome(product.origin, isWatching);
}

/** @param {boolean} isWatching */
async function prepare(isWatching) {
  if (!isWatching) {
    await step('Building the site', buildSite);
    await step('Bundling the Worker', bundleWorker);
  }
  await step('Migrating the local database', async (note) => note(await migrate()));
  await step('Seeding demo data', async (note) => note(await seed()));
}

/** @param {string} origin @param {boolean} isWatching */
async function printWelcome(origin, isWatching) {
  const { demoAdmin, demoMembers, demoPassword } = await import('./seed/demo-accounts.ts');
  console.log(`\n  Cache Cards is on ${origin}\n\n  Demo accounts, all with the password ${demoPassword}`);
  for (const member of demoMembers) console.log(`    ${member.email.padEnd(20)} ${member.about}`);
  console.log(`    ${demoAdmin.email.padEnd(20)} Super administrator, at ${origin}/admin/login`);
  console.log(`\n  Sent emails: ${origin}/dev/mailbox`);
  if (isWatching) console.log('\n  Changes in web and worker apply right away. Prerendered HTML, offline use and budgets need a build.');
  console.log('\n  Press Ctrl-C to stop. Your data is kept.\n');
}
