#!/usr/bin/env node
/**
 * `npm start`: from a fresh clone to the running product, with nothing installed, no account and no key. `npm run dev`
 * (`--watch`): the same, from its sources, which may be edited while it runs.
 * PORT changes the port, CACHE_CARDS_STATE the folder of the local database; `--prepared` takes site and database as they
 * are. Begins on Node 20, goes on on our own.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startFakes } from './setup/fakes.mjs';
import { onOwnNode } from './setup/install.mjs';
import { freePort, migrate, readPort, requireFreePort, seed, writeDevVars } from './setup/local.mjs';
import { whenOrphaned } from './setup/orphan.mjs';
import { fireJobsEachMinute, startFromSources, startServer, untilHealthy } from './setup/server.mjs';
import { buildSite } from './setup/site.mjs';
import { printFailure, runMain, step } from './setup/steps.mjs';

await runMain(async () => {
  const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false }, prepared: { type: 'boolean', default: false } } });
  const port = readPort(process.env.PORT);
  await requireFreePort(port);
  if (await onOwnNode(fileURLToPath(import.meta.url))) await serve(port, values);
});

/** @param {number} port @param {{ watch: boolean, prepared: boolean }} how */
async function serve(port, { watch: isWatching, prepared: isPrepared }) {
  const origin = `http://localhost:${port}`;
  /** @type {import('node:child_process').ChildProcess[]} */
  let servers = [];
  /** @type {import('./setup/fakes.mjs').RunningFake[]} */
  let fakes = [];
  let isStopping = false;

  /** @param {number} exitCode */
  const stop = (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    const running = servers.filter((server) => server.exitCode === null && server.signalCode === null);
    for (const server of running) server.kill('SIGTERM');
    setTimeout(() => running.forEach((server) => void server.kill('SIGKILL')), 5_000);
    Promise.all(running.map((server) => once(server, 'close'))).then(() => process.exit(exitCode));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!isStopping) console.log('\nStopping');
      stop(0);
    });
  }
  whenOrphaned(() => stop(0));

  try {
    const written = writeDevVars();
    if (written) console.log(`✓ ${written}`);
    if (!isPrepared) await prepare(isWatching);
    fakes = await startFakes(port);
    await step('Starting the server', async (note) => {
      const variables = Object.fromEntries(fakes.map(({ variable, url }) => [variable, url]));
      servers = isWatching ? await startFromSources(port, await freePort(port + 1), variables) : [await startServer(port, variables)];
      await untilHealthy(origin, servers);
      note('Ready');
    });
  } catch (error) {
    if (isStopping) return;
    printFailure(error);
    return stop(1);
  }

  for (const { name, process: child } of [...servers.map((server) => ({ name: 'The server', process: server })), ...fakes]) {
    child.once('close', () => {
      if (isStopping) return;
      console.error(`${name} ended unexpectedly; what it said is above.`);
      process.exit(1);
    });
  }
  fireJobsEachMinute(origin);
  await printWelcome(origin, isWatching);
}

/** @param {boolean} isWatching */
async function prepare(isWatching) {
  if (!isWatching) await step('Building the site', buildSite);
  await step('Migrating the local database', async (note) => note(await migrate()));
  await step('Seeding demo data', async (note) => note(await seed()));
}

/** @param {string} origin @param {boolean} isWatching */
async function printWelcome(origin, isWatching) {
  const { demoAdmin, demoMembers, demoPassword } = await import('./seed/demo-accounts.ts');
  console.log(`\n  Cache Cards is on ${origin}\n\n  Demo accounts, all with the password ${demoPassword}`);
  for (const member of demoMembers) console.log(`    ${member.email.padEnd(20)} ${member.about}`);
  console.log(`    ${demoAdmin.email.padEnd(20)} Super administrator, at ${origin}/admin/login`);
  console.log(`\n  Mails it sends are on ${origin}/dev/mailbox`);
  if (isWatching)
    console.log(
      '\n  What is edited in web and worker is there at once; pages come without what the build adds: HTML, offline use, budgets',
    );
  console.log('\n  Ctrl-C stops it; the data stays for the next time.\n');
}
