#!/usr/bin/env node
/**
 * `npm start`: from a fresh clone to the running product, with nothing installed, no account and no key.
 * PORT changes the port, CACHE_CARDS_STATE the folder of the local database. Begins on Node 20, goes on on our own.
 */
import { fileURLToPath } from 'node:url';
import { onOwnNode } from './setup/install.mjs';
import { migrate, readPort, requireFreePort, seed, writeDevVars } from './setup/local.mjs';
import { whenOrphaned } from './setup/orphan.mjs';
import { fireJobsEachMinute, startServer, untilHealthy } from './setup/server.mjs';
import { buildSite } from './setup/site.mjs';
import { startStandIns } from './setup/stand-ins.mjs';
import { printFailure, runMain, step } from './setup/steps.mjs';

await runMain(async () => {
  const port = readPort(process.env.PORT);
  await requireFreePort(port);
  if (await onOwnNode(fileURLToPath(import.meta.url))) await serve(port);
});

/** @param {number} port */
async function serve(port) {
  const origin = `http://localhost:${port}`;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  /** @type {import('./setup/stand-ins.mjs').RunningStandIn[]} */
  let standIns = [];
  let isStopping = false;

  /** @param {number} exitCode */
  const stop = (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    if (!server || server.exitCode !== null || server.signalCode !== null) process.exit(exitCode);
    server.once('close', () => process.exit(exitCode));
    server.kill('SIGTERM');
    setTimeout(() => server?.kill('SIGKILL'), 5_000);
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
    await step('Building the site', buildSite);
    await step('Migrating the local database', async (note) => note(await migrate()));
    await step('Seeding demo data', async (note) => note(await seed()));
    standIns = await startStandIns(port);
    await step('Starting the server', async (note) => {
      server = await startServer(port, Object.fromEntries(standIns.map(({ variable, url }) => [variable, url])));
      await untilHealthy(origin, server);
      note('Ready');
    });
  } catch (error) {
    if (isStopping) return;
    printFailure(error);
    return stop(1);
  }

  for (const { name, process: child } of [{ name: 'The server', process: server }, ...standIns]) {
    child?.once('close', () => {
      if (isStopping) return;
      console.error(`${name} ended unexpectedly; what it said is above.`);
      process.exit(1);
    });
  }
  fireJobsEachMinute(origin);
  await printWelcome(origin);
}

/** @param {string} origin */
async function printWelcome(origin) {
  const { demoAdmin, demoMembers, demoPassword } = await import('./seed/demo-accounts.ts');
  console.log(`\n  Cache Cards is on ${origin}\n\n  Demo accounts, all with the password ${demoPassword}`);
  for (const member of demoMembers) console.log(`    ${member.email.padEnd(20)} ${member.about}`);
  console.log(`    ${demoAdmin.email.padEnd(20)} Super administrator, at ${origin}/admin/login`);
  console.log(`\n  Mails it sends are on ${origin}/dev/mailbox`);
  console.log('\n  Ctrl-C stops it; the data stays for the next time.\n');
}
