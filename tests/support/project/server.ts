/**
 * Starts the app instances for browser tests. Runs `npm start` once per lane, with its own port and its own temporary database, which is
 * either new or a copy of the one in CACHE_CARDS_TEST_STATE. Reports when all instances respond.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntilHealthy } from '#scripts/setup/server.mjs';
import { getLaneOrigin, laneCount, testOrigin } from '#tests/support/browser/demo.ts';
import { readLog } from '#tests/support/project/product-logs.ts';
import { countRequests } from '#tests/support/stripe/stripe-proxy.ts';

/** Matches blank lines, and log lines that outage.spec.ts provokes on purpose. Those log lines are checked after all tests. */
const provokedOrEmpty = /^\s*$|"event":"(mail_not_sent|mails_left_to_the_job|payment_provider_failed|job_failed)"/;

const states = mkdtempSync(join(tmpdir(), 'cache-cards-e2e-'));
const preparedFolder = process.env.CACHE_CARDS_TEST_STATE;
const origins = Array.from({ length: laneCount }, (_, lane) => getLaneOrigin(lane));
mkdirSync(dirname(readLog(testOrigin)), { recursive: true });
const servers = origins.map(serve);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endAll(signal));
let running = servers.length;
for (const server of servers) {
  server.on('close', (code) => {
    running -= 1;
    process.exitCode ||= code ?? 1;
    // If one app instance exits on its own, stops all of them.
    endAll('SIGTERM');
    if (running > 0) return;
    rmSync(states, { recursive: true, force: true });
    process.exit();
  });
}

await Promise.all(servers.map((server, lane) => waitUntilHealthy(getLaneOrigin(lane), [server])));
console.log('All lanes are ready');

function serve(origin: string): ChildProcess {
  const { port } = new URL(origin);
  const state = join(states, port);
  rmSync(countRequests(origin), { force: true });
  if (preparedFolder) cpSync(preparedFolder, state, { recursive: true });
  const server = spawn(process.execPath, ['scripts/start.mjs', ...(preparedFolder ? ['--prepared'] : [])], {
    env: { ...process.env, PORT: port, CACHE_CARDS_STATE: state, STRIPE_PROXY: countRequests(origin) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(readLog(origin));
  writeFileSync(`${readLog(origin)}.state`, state);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  createInterface(server.stderr).on('line', (line) => provokedOrEmpty.test(line) || console.error(line));
  return server;
}

function endAll(signal: NodeJS.Signals): void {
  for (const server of servers) server.kill(signal);
}
