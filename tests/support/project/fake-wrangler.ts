/** Fake wrangler 4 for scripts/deploy. It runs offline and in this process. `state` is the data that Cloudflare would store. */
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { RunWrangler, WranglerOutput } from '#scripts/deploy/cloudflare.ts';

export interface CloudflareState {
  loggedIn: boolean;
  databases: { uuid: string; name: string; region?: string | undefined }[];
  namespaces: { id: string; title: string }[];
  queues: string[];
  accounts: string[];
  /** Keys of the objects in each R2 bucket. */
  buckets: Record<string, string[]>;
  /** Secrets by Worker; a Worker that was never deployed has no entry. */
  secrets: Record<string, Record<string, string>>;
  /** Command prefixes. Every command that starts with one of them fails. */
  fails: string[];
  calls: string[];
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export function fakeWrangler(state: CloudflareState): RunWrangler {
  return async (args): Promise<WranglerOutput> => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: flag, remote: flag, file: text, env: text, location: text, name: text, format: text, 'secrets-file': text },
    });
    state.calls.push(args.map((arg) => (arg === values['secrets-file'] ? 'FILE' : arg)).join(' '));
    const command = positionals.join(' ');
    // Adds a warning to JSON output, as the real wrangler does.
    const warning = args.some((arg) => arg === '--json' || arg === 'json') ? '▲ [WARNING] The module rule does not have a fallback\n' : '';
    try {
      if (state.fails.some((prefix) => command.startsWith(prefix))) throw new Error('Something went wrong at Cloudflare');
      if (command === 'whoami') return { code: state.loggedIn ? 0 : 1, ...printOutput(warning, JSON.stringify(describeLogin(state))) };
      if (!state.loggedIn) throw new Error('In a non-interactive environment, it’s necessary to set a CLOUDFLARE_API_TOKEN');
      return { code: 0, ...printOutput(warning, answer(state, positionals, values)) };
    } catch (error) {
      return { code: 1, output: `${warning}✘ [ERROR] ${error instanceof Error ? error.message : error}\n`, stdout: '' };
    }
  };
}

const describeLogin = ({ loggedIn, accounts }: CloudflareState) => ({ loggedIn, accounts: accounts.map((id) => ({ id, name: 'Ada' })) });

const printOutput = (warning: string, stdout: string) => ({ output: warning + stdout, stdout });

interface Options {
  name?: string | undefined;
  env?: string | undefined;
  location?: string | undefined;
  file?: string | undefined;
  remote?: boolean | undefined;
  'secrets-file'?: string | undefined;
}

/** Runs a wrangler command and returns its output. */
function answer(state: CloudflareState, [area = '', verb = '', name = '', title = '']: string[], options: Options): string {
  switch (`${area} ${verb}`.trim()) {
    case 'd1 list':
      return JSON.stringify(state.databases, null, 2);
    case 'd1 info': {
      const found = state.databases.find((database) => database.name === name);
      if (!found) throw new Error(`Couldn't find a D1 DB with the name or binding '${name}'`);
      return JSON.stringify({ ...found, running_in_region: found.region });
    }
    case 'd1 create':
      if (state.databases.some((database) => database.name === name)) throw new Error('A database with that name already exists');
      state.databases.push({ uuid: `d1-${state.databases.length + 1}-${name}`, name, region: options.location?.toUpperCase() });
      return '✅ Successfully created DB\nTo access your new D1 Database in your Worker, add the following snippet';
    case 'd1 time-travel':
      return JSON.stringify({ bookmark: `0000-${state.calls.length}` });
    case 'd1 migrations':
      return '';
    case 'kv namespace':
      if (name === 'list') return JSON.stringify(state.namespaces, null, 2);
      if (state.namespaces.some((namespace) => namespace.title === title))
        throw new Error(`A KV namespace with the title "${title}" already exists.`);
      state.namespaces.push({ id: `${state.namespaces.length + 1}`.repeat(32), title });
      return '✨ Success!';
    case 'queues info':
      if (!state.queues.includes(name))
        throw new Error(`Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`);
      return '';
    case 'queues create':
      state.queues.push(name);
      return '';
    case 'r2 bucket':
      if (state.buckets[title]) throw new Error('The bucket you tried to create already exists, and you own it. [code: 10004]');
      state.buckets[title] = [];
      return '';
    case 'r2 object': {
      const [bucket = '', ...key] = title.split('/');
      if (!state.buckets[bucket] || !options.remote) throw new Error('The specified bucket does not exist.');
      if (statSync(options.file ?? '').size > 300 * 1024 * 1024)
        throw new Error('Wrangler only supports uploading files up to 300 MiB in size');
      state.buckets[bucket] = [...state.buckets[bucket], key.join('/')];
      return 'Upload complete.';
    }
    case 'secret list': {
      const secrets = state.secrets[options.name ?? ''];
      if (!secrets) throw new Error(`Worker "${options.name}" not found.`);
      return JSON.stringify(Object.keys(secrets).map((secret) => ({ name: secret, type: 'secret_text' })));
    }
    case 'deploy': {
      const uploadedSecrets = options['secrets-file'] ? JSON.parse(readFileSync(options['secrets-file'], 'utf8')) : {};
      const worker = options.env ? `cache-cards-${options.env}` : 'cache-cards';
      state.secrets[worker] = { ...state.secrets[worker], ...uploadedSecrets };
      return '';
    }
    default:
      throw new Error(`Unknown command: ${area} ${verb}`);
  }
}
