import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ownNode, root, runOrFail } from './run.mjs';
import { Problem } from './steps.mjs';
import { createVapidKeys } from './vapid-keys.mjs';

export const stateFolder = resolve(root, process.env.CACHE_CARDS_STATE ?? join('.wrangler', 'state'));

/** @param {string | undefined} text @returns {number} */
export function readPort(text) {
  const port = Number(text ?? 8787);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Problem(`PORT must be a number from 1 to 65535, not "${text}".`);
}

/** Throws a Problem if the port is taken on either loopback address. @param {number} port */
export async function requireFreePort(port) {
  const results = await Promise.all(['127.0.0.1', '::1'].map((host) => isPortInUse(host, port)));
  if (!results.includes(true)) return;
  throw new Problem(`Port ${port} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`);
}

/** @param {number} from @returns {Promise<number>} */
export async function findFreePort(from) {
  for (let port = from; port < from + 50; port += 1) {
    const results = await Promise.all(['127.0.0.1', '::1'].map((host) => isPortInUse(host, port)));
    if (!results.includes(true)) return port;
  }
  return 0;
}

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
function isPortInUse(host, port) {
  return new Promise((resolvePromise) => {
    const socket = connect({ host, port });
    /** @param {boolean} isAccepted */
    const finish = (isAccepted) => {
      socket.destroy();
      resolvePromise(isAccepted);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

const devVarsPath = join(root, '.dev.vars');

/**
 * Writes .dev.vars with newly generated keys, or adds missing keys. Returns a sentence that describes the change, if any.
 * @returns {string | undefined}
 */
export function writeDevVars() {
  const example = readFileSync(join(root, '.dev.vars.example'), 'utf8');
  const filledText = example
    .replace(/^([A-Z_]+_KEY)=$/gm, (line, name) => (name.startsWith('STRIPE_') ? line : `${name}=${randomBytes(32).toString('base64url')}`))
    .replace(/^VAPID_KEYS=$/m, () => `VAPID_KEYS=${createVapidKeys()}`);
  if (!existsSync(devVarsPath)) {
    writeFileSync(devVarsPath, filledText, { mode: 0o600 });
    return 'Wrote .dev.vars with new keys';
  }
  const devVars = readDevVars();
  const missingVariables = Object.entries(parseEnv(filledText)).filter(([name]) => devVars[name] === undefined);
  if (missingVariables.length === 0) return undefined;
  appendFileSync(
    devVarsPath,
    `\n# Added; see .dev.vars.example.\n${missingVariables.map(([name, value]) => `${name}=${value}`).join('\n')}\n`,
  );
  return `Added ${missingVariables.map(([name]) => name).join(', ')} to .dev.vars`;
}

/** @returns {Record<string, string | undefined>} */
export function readDevVars() {
  return parseEnv(readFileSync(devVarsPath, 'utf8'));
}

export function migrate(folder = stateFolder) {
  return fill(join('scripts', 'setup', 'migrate.ts'), folder, 'The local database could not be migrated.');
}

export function seed(folder = stateFolder) {
  return fill(join('scripts', 'seed.ts'), folder, 'The demo data could not be written.');
}

/** @param {string} script @param {string} target @param {string} failure */
async function fill(script, target, failure) {
  const args = [script, '--target', target];
  return (await runOrFail(failure, ownNode, args, { env: { WRANGLER_LOG: 'error' } })).trim();
}
