/**
 * Starts the product's process, either from its bundle or from its sources, and triggers its cron jobs, which otherwise do not run locally.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from './local.mjs';
import { ownNode, root, start } from './run.mjs';
import { fillSite } from './site.mjs';
import { Problem } from './steps.mjs';

const startTimeoutMs = 90_000;

/**
 * Worker variables in addition to .dev.vars, such as the fakes' URLs.
 * @typedef {Record<string, string | undefined>} Variables
 */

/**
 * Starts the product on the port that its pages were built for; each port has its own folder of pages.
 * @param {number} port @param {Variables} variables @param {boolean} [isClockMoved] makes the pages fetch the time
 */
export async function startServer(port, variables, isClockMoved = false) {
  const origin = `http://localhost:${port}`;
  const site = join('dist', 'local', String(port));
  await fillSite(site, origin, { isDevelopment: true, isClockMoved });
  return startWorker(port, { PUBLIC_ORIGIN: origin, ...variables }, ['--site', site]);
}

/** @param {number} port @param {Variables} variables @param {string[]} options of scripts/serve-worker.ts: site and state */
export function startWorker(port, variables, options) {
  const args = ['--port', String(port), ...options, ...createVarArguments(variables)];
  return start(ownNode, ['scripts/serve-worker.ts', ...args], { env: { WRANGLER_LOG: 'error' } });
}

/**
 * Starts the product from its sources. Vite serves the public port with hot reload and proxies API calls to the Worker on a second port.
 * Wrangler restarts the Worker on edits.
 * @param {number} port @param {number} workerPort @param {Variables} variables @param {boolean} isClockMoved
 */
export async function startFromSources(port, workerPort, variables, isClockMoved) {
  const assets = join('dist', 'dev-assets');
  cpSync(join('web', 'public'), assets, { recursive: true });
  const { writeSiteLists } = await import('#scripts/site/site-lists.ts');
  writeSiteLists(assets);
  const { writeNameFonts } = await import('#scripts/site/name-fonts.ts');
  await writeNameFonts(assets);
  const worker = start('wrangler', [
    ...['dev', '--env', 'development', '--port', String(workerPort), '--persist-to', stateFolder, '--assets', assets],
    ...createVarArguments({ PUBLIC_ORIGIN: `http://localhost:${port}`, ...variables }),
    // Uses any free debugger port. By default, wrangler probes ports from 9229 upward, and two concurrent starts conflict.
    ...['--inspector-port', '0'],
    ...['--log-level', 'error', '--show-interactive-dev-session=false'],
  ]);
  // Waits for the Worker before starting Vite, which logs an error for each call that it cannot proxy.
  await waitUntilHealthy(`http://localhost:${workerPort}`, [worker]);
  const pages = start('vite', ['--port', String(port), '--strictPort', '--logLevel', 'warn', '--clearScreen', 'false'], {
    env: { WORKER_ORIGIN: `http://localhost:${workerPort}`, ...(isClockMoved && { CLOCK_MOVED: 'yes' }) },
  });
  return [worker, pages];
}

/** @param {Variables} variables */
function createVarArguments(variables) {
  return Object.entries(variables).flatMap(([name, value]) => (value ? ['--var', `${name}:${value}`] : []));
}

/** @param {string} origin @param {import('node:child_process').ChildProcess[]} servers processes that serve this origin */
export async function waitUntilHealthy(origin, servers) {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (servers.some(({ exitCode }) => exitCode !== null)) throw new Problem('The server ended before it was ready; see its output above.');
    const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Problem(`The server did not respond on ${origin}/api/health within ${startTimeoutMs / 1_000} s.`);
}

/**
 * Triggers all jobs in sequence once a minute, regardless of their schedules. @param {string} origin @returns a function that stops the
 * timer
 */
export function fireJobsEachMinute(origin) {
  const crons = developmentCrons();
  let hasEnded = false;
  const timer = setInterval(async () => {
    for (const cron of crons) {
      // Ignores errors after the timer stops because the server is shutting down.
      if (hasEnded) return;
      await fireCron(origin, cron).catch((error) => {
        if (!hasEnded) console.error(`A scheduled job (${cron}) could not be fired: ${error.message}`);
      });
    }
  }, 60_000);
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}

/**
 * Triggers the jobs of a cron schedule. Resolves once the jobs have finished.
 * @param {string} origin @param {string} cron @param {number} [at] scheduled time in milliseconds
 */
export function fireCron(origin, cron, at) {
  return fetch(`${origin}/cdn-cgi/local/scheduled?${new URLSearchParams({ cron, ...(at !== undefined && { time: String(at) }) })}`);
}

export function developmentCrons() {
  const config = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const list = /\[env\.development\.triggers\]\s*crons\s*=\s*\[([^\]]*)\]/.exec(config)?.[1] ?? '';
  return [...list.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
}
