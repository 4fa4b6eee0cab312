#!/usr/bin/env node
/**
 * Behaves like wrangler 4 for scripts/deploy, but works offline. The state of "Cloudflare" and a log of calls are in state.json next to
 * this file; a test copies both into its own folder.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const stateFile = join(import.meta.dirname, 'state.json');
const state = JSON.parse(readFileSync(stateFile, 'utf8'));
const text = { type: /** @type {const} */ ('string') };
const flag = { type: /** @type {const} */ ('boolean') };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: flag, remote: flag, env: text, location: text, name: text, format: text, 'secrets-file': text },
});
const args = process.argv.slice(2);
state.calls.push(args.map((arg) => (arg === values['secrets-file'] ? 'FILE' : arg)).join(' '));

const command = positionals.join(' ');
// Also prints a warning, as the real wrangler does.
if (args.some((arg) => arg === '--json' || arg === 'json')) console.error('▲ [WARNING] The module rule does not have a fallback');
try {
  if (state.fails.some((/** @type {string} */ prefix) => command.startsWith(prefix))) throw new Error('Something went wrong at Cloudflare');
  if (command !== 'whoami' && !state.loggedIn)
    throw new Error('In a non-interactive environment, it’s necessary to set a CLOUDFLARE_API_TOKEN');
  answer(positionals);
} catch (error) {
  // The output of these two commands is shown live, which would disturb the test report.
  if (!/^(deploy|d1 migrations)/.test(command)) console.error(`✘ [ERROR] ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
writeFileSync(stateFile, JSON.stringify(state));

/** @param {string[]} words */
function answer([area, verb, ...rest]) {
  switch (`${area} ${verb ?? ''}`.trim()) {
    case 'whoami':
      console.log(JSON.stringify({ loggedIn: state.loggedIn }));
      if (!state.loggedIn) process.exitCode = 1;
      break;
    case 'd1 list':
      console.log(JSON.stringify(state.databases, null, 2));
      break;
    case 'd1 info': {
      const found = databaseNamed(rest[0]);
      console.log(JSON.stringify({ ...found, running_in_region: found.region }));
      break;
    }
    case 'd1 create':
      if (state.databases.some((/** @type {{ name: string }} */ { name }) => name === rest[0]))
        throw new Error('A database with that name already exists');
      state.databases.push({ uuid: `d1-${state.databases.length + 1}-${rest[0]}`, name: rest[0], region: values.location?.toUpperCase() });
      console.log('✅ Successfully created DB\nTo access your new D1 Database in your Worker, add the following snippet');
      break;
    case 'd1 time-travel':
      console.log(JSON.stringify({ bookmark: `0000-${state.calls.length}` }));
      break;
    case 'd1 migrations':
      break;
    case 'kv namespace':
      keyValue(rest);
      break;
    case 'queues info':
      if (!state.queues.includes(rest[0]))
        throw new Error(`Queue "${rest[0]}" does not exist. To create it, run: wrangler queues create ${rest[0]}`);
      break;
    case 'queues create':
      state.queues.push(rest[0]);
      break;
    case 'secret list':
      if (!(values.name && state.secrets[values.name])) throw new Error(`Worker "${values.name}" not found.`);
      console.log(JSON.stringify(Object.keys(state.secrets[values.name]).map((name) => ({ name, type: 'secret_text' }))));
      break;
    case 'deploy': {
      const uploadedSecrets = values['secrets-file'] ? JSON.parse(readFileSync(values['secrets-file'], 'utf8')) : {};
      const worker = values.env ? `cache-cards-${values.env}` : 'cache-cards';
      state.secrets[worker] = { ...state.secrets[worker], ...uploadedSecrets };
      break;
    }
    default:
      throw new Error(`Unknown command: ${area} ${verb}`);
  }
}

/** @param {string[]} words */
function keyValue([what, title]) {
  if (what === 'list') return console.log(JSON.stringify(state.namespaces, null, 2));
  if (state.namespaces.some((/** @type {{ title: string }} */ namespace) => namespace.title === title))
    throw new Error(`A KV namespace with the title "${title}" already exists.`);
  state.namespaces.push({ id: `${state.namespaces.length + 1}`.repeat(32), title });
  return console.log('✨ Success!');
}

/** @param {string | undefined} databaseName */
function databaseNamed(databaseName) {
  const found = state.databases.find((/** @type {{ name: string }} */ { name }) => name === databaseName);
  if (!found) throw new Error(`Couldn't find a D1 DB with the name or binding '${databaseName}'`);
  return found;
}
