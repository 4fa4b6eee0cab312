/**
 * Runs `npm ci` if needed, and restarts the script on the Node version that it installs. This file must run on Node 20 without any
 * installed packages.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { onOrphaned } from './orphan.mjs';
import { ownNode, root, terminateOnExit, toolEnvironment } from './run.mjs';
import { Problem, step } from './steps.mjs';

const minNodeVersion = 20;
const reexecutionVariable = 'CACHE_CARDS_REEXECUTED';
/** @type {NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean }>} LockedPackages */

/**
 * Installs packages if needed, then reruns the script on the Node in node_modules.
 * @param {string} script absolute path of the running script @param {() => Promise<void>} [prepare] other setup, run in parallel with npm
 * @returns {Promise<boolean>} false if the script ran in a child process instead
 */
export async function runOnOwnNode(script, prepare = async () => {}) {
  if (Number.parseInt(process.versions.node, 10) < minNodeVersion) {
    throw new Problem(`This needs Node ${minNodeVersion} or newer; you have ${process.versions.node}. Get it from https://nodejs.org.`);
  }
  const installedNow = !isInstalled();
  if (installedNow) {
    const preparation = prepare();
    // If npm fails, waits for `prepare` to finish before reporting the error.
    await step('Installing packages (npm ci)', (note) => install().then(() => note('Installed packages'))).finally(() => preparation);
  }
  if (process.env[reexecutionVariable] || (!installedNow && isOwnNode())) return true;
  await rerun(script);
  return false;
}

function isOwnNode() {
  return existsSync(ownNode) && realpathSync(process.execPath) === realpathSync(ownNode);
}

/** Whether node_modules contains exactly the locked versions, according to the lockfile that npm writes there after installing. */
function isInstalled() {
  if (!existsSync(ownNode)) return false;
  const installedVersions = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!installedVersions) return false;
  const lockedVersions = lockedPackages(join(root, 'package-lock.json')) ?? {};
  return Object.entries(lockedVersions).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const installed = installedVersions[path];
    return installed ? installed.version === entry.version : entry.optional === true;
  });
}

/** @param {string} path @returns {LockedPackages | undefined} */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @returns {Promise<void>} */
function install() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start`, these variables point to the npm and Node installations outside node_modules, a folder that `npm ci` empties.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const [command, commandArgs] = npm?.endsWith('js') ? [node, [npm, ...args]] : ['npm', args];
  return new Promise((resolve, reject) => {
    const child = terminateOnExit(
      spawn(command, commandArgs, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' }),
    );
    const exitWithFailure = () => process.exit(1);
    for (const signal of endingSignals) process.once(signal, exitWithFailure);
    child.on('error', (error) => reject(new Problem(`npm could not be started: ${error.message}`)));
    child.on('close', (code) => {
      for (const signal of endingSignals) process.removeListener(signal, exitWithFailure);
      if (code === 0) resolve();
      else reject(new Problem('The installation failed; see npm’s output above. Is the package registry reachable?'));
    });
  });
}

/** @param {string} script @returns {Promise<void>} */
function rerun(script) {
  const child = spawn(ownNode, [script, ...process.argv.slice(2)], {
    cwd: root,
    env: toolEnvironment({ [reexecutionVariable]: '1' }),
    stdio: 'inherit',
  });
  for (const signal of endingSignals) process.on(signal, () => child.kill(signal));
  onOrphaned(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Problem(`The installed Node could not be started: ${error.message}`)));
    child.on('close', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}
