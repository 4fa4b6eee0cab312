/** `npm run deploy`: the list of missing settings, and the order of its steps. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Blocker, type CheckInputs, findBlockers, findMalformed, listWarnings } from '#scripts/deploy/checks.ts';
import { deploy } from '#scripts/deploy/command.ts';
import { setUp } from '#scripts/deploy/setup.ts';
import { readSite, type SiteConfig } from '#scripts/deploy/site-config.ts';
import { type Clone, freshClone } from '#tests/support/project/deployment.ts';

const output: string[] = [];
beforeEach(() => {
  output.length = 0;
  vi.spyOn(console, 'log').mockImplementation((...words) => void output.push(words.join(' ')));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Configuration of a site that is ready to deploy. */
const ready: SiteConfig = {
  ...{ site: 'production', envFlag: '--env=', worker: 'cache-cards', origin: 'https://cards.test', routes: ['cards.test'] },
  ...{ hasOtherAddresses: false, mailFrom: 'Cache Cards <hello@cards.test>', allowedSenders: ['hello@cards.test'] },
  database: { name: 'cache-cards', id: 'd1', location: 'weur' },
  namespace: { name: 'cache-cards-sessions', id: 'kv' },
  queue: 'cache-cards-mail-events',
  variables: { ENVIRONMENT: 'production', PUBLIC_ORIGIN: 'https://cards.test', MAIL_FROM: 'Cache Cards <hello@cards.test>' },
  requiredSecrets: ['USER_TOKEN_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
};
const secrets = {
  ...{ USER_TOKEN_KEY: 'k', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'w', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  ...{ OPS_TO: 'ops@cards.test', OPS_TOKEN: 'of-the-tests-alone-0123456789' },
};
const all: CheckInputs = { config: ready, secrets, deployedSecrets: [], contacts: ['hello@cards.test'] };
const blockers = (config: Partial<SiteConfig>) => findBlockers({ ...all, config: { ...ready, ...config } });
const inWords = (list: Blocker[]) => list.map(({ problem, fix }) => `${problem} ${fix}`);

describe('the deployment’s list of missing things', () => {
  test('is empty if everything is in place', () => {
    expect(blockers({})).toEqual([]);
    expect(blockers({ routes: ['cards.test/*'] })).toEqual([]);
    expect(blockers({ mailFrom: '', allowedSenders: [] })).toEqual([]);
    expect(listWarnings(all)).toEqual([]);
  });

  test.each<[string, Partial<SiteConfig>, RegExp]>([
    ['a database', { database: { name: 'cache-cards', id: undefined, location: undefined } }, /does not exist yet.* --location weur/],
    ['the database’s location', { database: { name: 'cache-cards', id: 'd1', location: undefined } }, /does not record.*# location/],
    ['a namespace', { namespace: { name: 'n', id: undefined } }, /KV namespace.*npm run deploy:setup$/],
    ['any address', { origin: undefined, routes: [] }, /has no address.*--domain/],
    ['a route', { routes: [] }, /No route points to cards.test/],
    ['an origin', { origin: undefined }, /not an https address/],
    ['a route that fits', { routes: ['www.cards.test'] }, /routes www.cards.test, .* redirect rule/],
    ['one address alone', { routes: ['cards.test', 'www.cards.test'] }, /routes www.cards.test, /],
    ['no other address', { hasOtherAddresses: true }, /workers_dev and preview_urls to false/],
    ['the sender’s permission', { allowedSenders: [] }, /allowed_sender_addresses = \["hello@cards.test"\]/],
    ['another permission', { allowedSenders: ['hello@cards.test', 'else@cards.test'] }, /differ/],
    ['a sender', { mailFrom: '' }, /differ \(none, hello@cards.test\)/],
  ])('includes %s', (_, config, sentence) => {
    const words = inWords(blockers(config));
    expect(words).toHaveLength(1);
    expect(words[0]).toMatch(sentence);
  });

  test('includes secrets, unless they are already deployed', () => {
    expect(inWords(findBlockers({ ...all, secrets: {} })).map((words) => words.split(' ')[0])).toEqual([
      'Secrets',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ]);
    expect(findBlockers({ ...all, secrets: {}, deployedSecrets: Object.keys(secrets) })).toEqual([]);
    expect(inWords(findBlockers({ ...all, secrets: { ...secrets, ENVIRONMENT: 'development' } }))).toEqual([
      expect.stringContaining('remove it from .secrets.production'),
    ]);
  });

  test('includes values that would keep the Worker from starting', async () => {
    const keys = ['USER', 'ADMIN', 'LINK', 'ADDRESS', 'PERSON', 'TRAVELER'].map((name) => name.repeat(10));
    const [USER_TOKEN_KEY = '', ADMIN_TOKEN_KEY = '', LINK_SIGNING_KEY = '', ADDRESS_HASH_KEY = ''] = keys;
    const [PERSON_HASH_KEY = '', TRAVELER_DATA_KEY = ''] = keys.slice(4);
    const complete = {
      ...secrets,
      USER_TOKEN_KEY,
      ADMIN_TOKEN_KEY,
      LINK_SIGNING_KEY,
      ADDRESS_HASH_KEY,
      PERSON_HASH_KEY,
      TRAVELER_DATA_KEY,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const list = async (changes: Record<string, string>) =>
      inWords(await findMalformed({ ...all, secrets: { ...complete, ...changes } })).join();
    expect(await list({})).toBe('');
    expect(await list({ LINK_SIGNING_KEY: 'short', CONTACT_TO: 'nobody' })).toMatch(/LINK_SIGNING_KEY, CONTACT_TO.*\.secrets\.production/);
    expect(await list({ LINK_SIGNING_KEY: USER_TOKEN_KEY })).toContain('must differ');
    expect(await list({ STRIPE_SECRET_KEY: '' })).toBe('');
  });

  test('has commands that name the site', () => {
    const [blocker] = blockers({ site: 'staging', namespace: { name: 'n', id: undefined } });
    expect(blocker?.fix).toBe('npm run deploy:setup -- --env staging');
  });

  test('includes optional settings, marked as such', () => {
    const poor = { ...all, config: { ...ready, mailFrom: '', allowedSenders: [] }, contacts: ['hello@cachecards.example'] };
    const test_ = { ...poor, secrets: { STRIPE_SECRET_KEY: 'sk_test_1' } };
    expect(listWarnings(test_).join()).toMatch(/site-contacts.*MAIL_FROM.*OPS_TO .*OPS_TOKEN .*STRIPE_PUBLISHABLE_KEY.*test key/);
    expect(listWarnings({ ...all, config: { ...ready, site: 'staging' } }).join()).toMatch(/staging uses a live Stripe key/);
  });
});

const build = vi.fn(async () => {});
const run = (clone: Clone, options: { site?: string; isDryRun?: boolean } = {}) =>
  deploy({ site: 'production', isDryRun: false, skipsBuild: true, ...options }, { ...clone, build, patienceMs: 50 });

/** Stores the files and state after the first setup so that later tests can reuse them. */
const prepared: { files?: [string, string][]; there?: Partial<ReturnType<Clone['state']>> } = {};

async function readyClone(): Promise<Clone> {
  build.mockClear();
  const clone = freshClone(prepared.there);
  if (prepared.files) {
    for (const [name, text] of prepared.files) clone.write(name, text);
    return clone;
  }
  await setUp({ site: 'production', domain: 'cards.test', location: 'weur', mailFrom: undefined }, clone);
  clone.setSecret('production', 'STRIPE_SECRET_KEY', 'sk_test_$HOME');
  clone.setSecret('production', 'STRIPE_WEBHOOK_SECRET', 'whsec_1');
  clone.change({ calls: [] });
  prepared.there = clone.state();
  prepared.files = ['wrangler.toml', '.secrets.production'].map((name) => [name, clone.read(name)]);
  return clone;
}

describe('the deployment of a fresh clone', () => {
  test('changes nothing and lists everything that is missing, Cloudflare’s login included', async () => {
    const clone = freshClone({ loggedIn: false });
    build.mockClear();
    await expect(run(clone)).rejects.toThrow('Nothing was changed');
    const list = output.join('\n');
    for (const word of ['database', 'KV namespace', 'address', 'USER_TOKEN_KEY', 'STRIPE_SECRET_KEY', 'npx wrangler login'])
      expect(list).toContain(word);
    expect(build).not.toHaveBeenCalled();
    expect(clone.state().calls).toEqual(['whoami --json']);
  });

  test('can be rehearsed without a request to Cloudflare', async () => {
    const clone = freshClone();
    await run(clone, { isDryRun: true });
    expect(output.join('\n')).toContain('Missing for a deployment');
    expect(build).toHaveBeenCalled();
    expect(clone.state().calls).toEqual([]);
  });
});

describe('the deployment of a prepared site', () => {
  test('can be rehearsed up to Cloudflare’s login', async () => {
    const clone = await readyClone();
    clone.change({ loggedIn: false });
    await run(clone, { isDryRun: true });
    expect(output.join('\n')).toContain('1. You are not logged in to Cloudflare');
    expect(clone.state().calls).toEqual(['whoami --json']);
  });

  test('stores a bookmark, migrates, deploys with secrets, and checks the site’s health', async () => {
    const clone = await readyClone();
    const healthCheck = vi.fn(async () => new Response('{}'));
    vi.stubGlobal('fetch', healthCheck);
    vi.stubEnv('USER_TOKEN_KEY', 'of the shell');
    await run(clone);
    vi.unstubAllEnvs();
    expect(clone.state().calls).toEqual([
      'whoami --json',
      'secret list --name cache-cards --format json --env=',
      'd1 time-travel info DB --json --env=',
      'd1 migrations apply DB --remote --env=',
      'deploy --secrets-file FILE --env=',
    ]);
    expect(clone.read('deployments.log')).toMatch(/^20\S+Z production cache-cards 0000-3\n$/);
    expect(output.join('\n')).toContain('deployment: 0000-3');
    expect(healthCheck).toHaveBeenCalledWith('https://cards.test/api/health', expect.anything());
    const uploaded = clone.state().secrets['cache-cards'];
    expect(Object.keys(uploaded ?? {}).sort()).toEqual(
      [...readSite(clone.folder, 'production').requiredSecrets, 'OPS_TOKEN', 'VAPID_KEYS'].sort(),
    );
    expect(uploaded).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_$HOME', USER_TOKEN_KEY: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test('needs no secrets file once the secrets are deployed', async () => {
    const clone = await readyClone();
    vi.stubGlobal('fetch', async () => new Response('{}'));
    await run(clone);
    clone.write('.secrets.production', '');
    clone.change({ calls: [] });
    await run(clone);
    expect(clone.state().calls.at(-1)).toBe('deploy --env=');
  });

  test.each([
    ['d1 time-travel', 'so nothing was changed', false],
    ['d1 migrations', 'The migration failed', true],
  ])('stops if %s fails, with its bookmark stored', async (command, sentence, isLogged) => {
    const clone = await readyClone();
    clone.change({ fails: [command] });
    await expect(run(clone)).rejects.toThrow(sentence);
    expect(clone.state().calls.some((call) => call.startsWith('deploy'))).toBe(false);
    expect(existsSync(join(clone.folder, 'deployments.log'))).toBe(isLogged);
  });

  test.each([
    ['is not well', async () => new Response('', { status: 500 }), 'is not healthy: 500'],
    ['cannot be reached', () => Promise.reject(new Error('no certificate yet')), 'is not healthy: no certificate yet'],
  ])('reports if it %s after the deployment', async (_, answer, sentence) => {
    const clone = await readyClone();
    vi.stubGlobal('fetch', answer);
    await expect(run(clone)).rejects.toThrow(sentence);
  });
});
