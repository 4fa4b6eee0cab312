import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './steps.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const binFolder = join(root, 'node_modules', '.bin');
export const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const pathSeparator = process.platform === 'win32' ? ';' : ':';

/** Environment in which wrangler runs without telemetry, prompts or network access. */
const quietWranglerVariables = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

/** Node stores compiled modules here because each start of the product loads wrangler again. */
const compileCache = join(root, 'dist', 'compile-cache');

/** @param {Record<string, string>} [extraVariables] */
export function toolEnvironment(extraVariables = {}) {
  const path = process.env.PATH ?? '';
  const first = path.startsWith(binFolder + pathSeparator) ? path : `${binFolder}${pathSeparator}${path}`;
  return { ...process.env, NODE_COMPILE_CACHE: compileCache, ...quietWranglerVariables, ...extraVariables, PATH: first };
}

/**
 * Starts a program in the repository's root without waiting for it to finish. The program stays in this process group, so terminating the
 * group also terminates the program.
 * @param {string} command @param {string[]} args
 * @param {{ env?: Record<string, string>, output?: 'shown' | 'captured', asksQuestions?: boolean }} [options]
 */
export function start(command, args, { env, output = 'shown', asksQuestions = false } = {}) {
  const input = asksQuestions ? 'inherit' : 'ignore';
  const stdio = output === 'shown' ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd: root,
    env: toolEnvironment(env),
    stdio: [input, stdio, stdio],
    shell: process.platform === 'win32',
  });
  return terminateOnExit(child);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** Terminates the child if this process exits first. @param {import('node:child_process').ChildProcess} child */
export function terminateOnExit(child) {
  if (children.size === 0) process.once('exit', endChildren);
  children.add(child);
  child.once('close', () => {
    children.delete(child);
    if (children.size === 0) process.removeListener('exit', endChildren);
  });
  return child;
}

function endChildren() {
  for (const child of children) child.kill('SIGTERM');
}

/**
 * @param {string} command @param {string[]} args
 * @param {{ env?: Record<string, string>, output?: 'shown' | 'captured', asksQuestions?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string }>} `output` has stdout and stderr; both are empty if shown
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = start(command, args, options);
    const output = listenTo(child);
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}`, stdout }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: output(), stdout }));
  });
}

/**
 * Records the output of a child process, starting now. Returns a function that reads the output so far. @param
 * {import('node:child_process').ChildProcess} child
 */
export function listenTo(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  return () => text;
}

/**
 * Runs a program. If it fails, throws a Problem with the given sentence and the program's output.
 * @param {string} failure @param {string} command @param {string[]} args @param {{ env?: Record<string, string> }} [options]
 */
export async function runOrFail(failure, command, args, options = {}) {
  const { code, output } = await run(command, args, { ...options, output: 'captured' });
  if (code !== 0) throw new Problem(failure, output);
  return output;
}
