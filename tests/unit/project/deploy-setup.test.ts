/** `npm run deploy:setup`, with a fake wrangler and a fake Stripe that work offline. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SetUpOptions, setUp } from '#scripts/deploy/setup.ts';
import { readSite } from '#scripts/deploy/site-config.ts';
import { writeTileFile } from '#scripts/lab/map-fixture/pmtiles-file.ts';
import { createStripe } from '#scripts/stripe-setup.ts';
import { type Clone, freshClone } from '#tests/support/project/deployment.ts';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { fakeKeys, startStripeFake } from '#tests/support/stripe/stripe-fake.ts';

let stripe: Fake | undefined;
const output: string[] = [];
beforeEach(() => {
  output.length = 0;
  vi.spyOn(console, 'log').mockImplementation((...words) => void output.push(words.join(' ')));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stripe?.stop();
  stripe = undefined;
});

const defaults: SetUpOptions = { site: 'production', domain: 'cards.test', location: 'weur', mailFrom: undefined };
const ask = () => Promise.reject(new Error('nobody is there to be asked'));
const run = (clone: Clone, asked: Partial<SetUpOptions> = {}) =>
  setUp({ ...defaults, ...asked }, { folder: clone.folder, cloudflare: clone.cloudflare, ask, stripeBase: stripe?.url ?? null });
const noAnswers = { domain: undefined, location: undefined };

test('deploy:setup gives a fresh clone an address, a database, a namespace, a queue and keys, and leaves the rest of wrangler.toml', async () => {
  const clone = freshClone();
  const before = clone.read('wrangler.toml');
  await run(clone);
  const site = readSite(clone.folder, 'production');
  expect(site).toMatchObject({
    origin: 'https://cards.test',
    routes: ['cards.test'],
    database: { name: 'cache-cards', id: 'd1-1-cache-cards', location: 'weur' },
    namespace: { id: '1'.repeat(32) },
  });
  expect(clone.state().namespaces).toMatchObject([{ title: 'cache-cards-sessions' }]);
  expect(clone.state().queues).toEqual(['cache-cards-mail-events']);
  const changed = clone.read('wrangler.toml').split('\n');
  const lines = before.split('\n');
  expect(changed).toHaveLength(lines.length);
  expect(lines.filter((line, index) => line !== changed[index]).map((line) => line.split(/ =|:/)[0])).toEqual([
    'routes',
    'PUBLIC_ORIGIN',
    'database_id',
    '# location',
    'id',
  ]);

  const secrets = clone.read('.secrets.production');
  expect(statSync(join(clone.folder, '.secrets.production')).mode & 0o777).toBe(0o600);
  const keys = [...secrets.matchAll(/^(\w+_KEY)=([\w-]{43})$/gm)];
  expect(keys.map(([, name]) => name)).toEqual([
    'USER_TOKEN_KEY',
    'ADMIN_TOKEN_KEY',
    'LINK_SIGNING_KEY',
    'ADDRESS_HASH_KEY',
    'PERSON_HASH_KEY',
    'TRAVELER_DATA_KEY',
  ]);
  expect(new Set(keys.map(([, , key]) => key)).size).toBe(6);
  expect(secrets).toMatch(/^STRIPE_SECRET_KEY=$/m);
  expect(secrets).toMatch(/^OPS_TOKEN=[\w-]{43}$/m);
  expect(secrets).toMatch(/^VAPID_KEYS=B[\w-]{86}\.[\w-]{43}$/m);
  expect(secrets).toMatch(/^# CONTACT_TO=$/m);
  expect(secrets).not.toMatch(/PUBLIC_ORIGIN|MAIL_FROM|_BASE|SIGN_UP_LIMITS|_local/);
});

test('a second run of deploy:setup asks nothing, creates nothing and changes nothing', async () => {
  const clone = freshClone();
  await run(clone, { mailFrom: 'Cache Cards <hello@cards.test>' });
  const files = () => ['wrangler.toml', '.secrets.production'].map(clone.read);
  const [before, state] = [files(), clone.state()];
  await run(clone, noAnswers);
  expect(files()).toEqual(before);
  expect(clone.state()).toMatchObject({ databases: state.databases, namespaces: state.namespaces });
  expect(clone.state().calls.filter((call) => call.includes('create'))).toHaveLength(3);
});

test('an interrupted deploy:setup continues, and finds existing resources by name', async () => {
  const clone = freshClone({ fails: ['kv namespace create'] });
  await expect(run(clone)).rejects.toThrow('The KV namespace could not be created');
  clone.change({ fails: [] });
  await run(clone, noAnswers);
  const { databases, namespaces, queues } = clone.state();
  const lost = freshClone({ databases, namespaces, queues });
  await run(lost, { location: undefined });
  expect(readSite(lost.folder, 'production').database).toMatchObject({ id: 'd1-1-cache-cards', location: 'weur' });
  expect(lost.state().calls.filter((call) => call.includes('create'))).toEqual([]);
});

test('staging is set up as a separate site', async () => {
  const clone = freshClone();
  await run(clone);
  const production = readSite(clone.folder, 'production');
  await run(clone, { site: 'staging', domain: 'staging.cards.test', location: 'enam', mailFrom: 'hello@staging.cards.test' });
  expect(readSite(clone.folder, 'production')).toEqual(production);
  expect(readSite(clone.folder, 'staging')).toMatchObject({
    origin: 'https://staging.cards.test',
    routes: ['staging.cards.test'],
    database: { name: 'cache-cards-staging', id: 'd1-2-cache-cards-staging', location: 'enam' },
    namespace: { id: '2'.repeat(32) },
    mailFrom: 'hello@staging.cards.test',
    allowedSenders: ['hello@staging.cards.test'],
  });
  expect(clone.read('.secrets.staging')).not.toContain(/USER_TOKEN_KEY=(.+)/.exec(clone.read('.secrets.production'))?.[1]);
});

test('Stripe is set up once its key exists, and its webhook secret is stored', async () => {
  stripe = await startStripeFake({});
  const clone = freshClone();
  await run(clone);
  expect(output.join()).toContain('Stripe is not set up yet');
  clone.setSecret('production', 'STRIPE_SECRET_KEY', fakeKeys.secretKey);
  await run(clone, noAnswers);
  expect(clone.read('.secrets.production')).toContain(`\nSTRIPE_WEBHOOK_SECRET=${fakeKeys.webhookSecret}\n`);
  const account = createStripe(fakeKeys.secretKey, stripe.url);
  expect((await account.webhookEndpoints.list()).data).toMatchObject([{ url: 'https://cards.test/api/stripe/webhook' }]);
  expect((await account.paymentMethodDomains.list()).data).toMatchObject([{ domain_name: 'cards.test' }]);

  clone.setSecret('production', 'STRIPE_WEBHOOK_SECRET', '');
  await run(clone, noAnswers);
  expect(output.join()).toContain('delete the webhook there and run this again');
});

test('deploy:setup uploads a map if it is given one', async () => {
  const clone = freshClone();
  clone.write('world.pmtiles', Buffer.from(writeTileFile({ tiles: [], maxZoom: 0 })).toString('latin1'));
  await run(clone, { mapFile: join(clone.folder, 'world.pmtiles') });
  expect(output.join()).toContain('Uploaded world.pmtiles to the bucket cache-cards-map');
  expect(clone.read('.secrets.production')).toMatch(/^MAP_TILES=world\.pmtiles$/m);
});

test('deployed keys are not replaced if the local file is lost', async () => {
  const clone = freshClone({ secrets: { 'cache-cards': { USER_TOKEN_KEY: '', ADMIN_TOKEN_KEY: '', LINK_SIGNING_KEY: '' } } });
  await run(clone);
  const secrets = clone.read('.secrets.production');
  expect(secrets.match(/^\w+_KEY=./gm)).toEqual([
    expect.stringContaining('ADDRESS_HASH_KEY='),
    expect.stringContaining('PERSON_HASH_KEY='),
    expect.stringContaining('TRAVELER_DATA_KEY='),
  ]);
  expect(secrets).toContain('# USER_TOKEN_KEY= is already deployed');
});

test.each([
  ['without a login', { loggedIn: false }, {}, 'npx wrangler login'],
  ['without a domain', {}, { domain: undefined }, 'nobody is there'],
  ['without a location', {}, { location: undefined }, 'nobody is there'],
  ['for a URL as the domain', {}, { domain: 'https://cards.test/' }, 'not a domain'],
  ['for an unknown location', {}, { location: 'berlin' }, 'Choose one of weur'],
  ['for an invalid sender', {}, { mailFrom: 'Cache "Cards" <hello@cards.test>' }, 'not a sender'],
  ['for an unknown site', {}, { site: 'test' }, 'no environment "test"'],
  ['for this machine', {}, { site: 'development' }, 'no environment "development"'],
])('deploy:setup %s stops with an explanation', async (_, there, asked, sentence) => {
  await expect(run(freshClone(there), asked)).rejects.toThrow(sentence);
});

test('a different domain or account than before is refused', async () => {
  const clone = freshClone();
  await run(clone);
  await expect(run(clone, { domain: 'other.test' })).rejects.toThrow('already has the address cards.test');
  clone.change({ databases: [] });
  await expect(run(clone, noAnswers)).rejects.toThrow('is not in this Cloudflare account');
});
