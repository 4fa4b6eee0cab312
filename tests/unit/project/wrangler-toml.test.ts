/** All environments in wrangler.toml must repeat production's settings. Scripted edits must change only the intended setting. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { drawingsPerMinute, listsPerMinute, tilesPerMinute } from '#schema/rules.ts';
import { enableTable, readTable, setLocation, setValue } from '#scripts/deploy/wrangler-toml.ts';

/** Matches the settings that may differ between environments. */
const ofEachSite = /"(name|topLevelName|queue|database_name|namespace_id|definedEnvironments|targetEnvironment)":"[^"]*",?/g;
type RateLimits = { name: string; namespace_id: string; simple: { limit: number; period: number } }[];
const shapeOf = (env: string): { ratelimits: RateLimits } => readConfig({ config: 'wrangler.toml', env }, { hideWarnings: true }) as never;
const shape = (env: string) => {
  const config: object = readConfig({ config: 'wrangler.toml', env }, { hideWarnings: true });
  return JSON.parse(JSON.stringify(config).replace(ofEachSite, '').replaceAll(',}', '}'));
};

test('staging has each binding, variable, secret and cron of production', () => {
  const production = shape('');
  expect(production.triggers.crons.length).toBeGreaterThan(0);
  expect(production.secrets.required.length).toBeGreaterThan(0);
  expect(shape('staging')).toEqual(production);
});

test('each rate limit of each site counts by itself, not with Cloudflare’s sample', () => {
  const limits = ['', 'staging', 'development'].flatMap((env): RateLimits => shapeOf(env).ratelimits);
  const namespaces = limits.map(({ namespace_id: id }) => id);
  expect(new Set(namespaces).size).toBe(namespaces.length);
  expect(namespaces).not.toContain('1001');
  const production = Object.fromEntries(shapeOf('').ratelimits.map(({ name, simple }) => [name, simple.limit / (simple.period / 60)]));
  expect(production).toEqual({
    ...{ CREDENTIALS_LIMITER: 120, DRAWINGS_LIMITER: drawingsPerMinute, LISTS_LIMITER: listsPerMinute },
    TILES_LIMITER: tilesPerMinute,
  });
});

test('every site serves security.txt by the Worker, which keeps its date current', () => {
  for (const env of ['', 'staging', 'development'])
    expect(shape(env).assets.run_worker_first).toEqual(expect.arrayContaining(['/api/*', '/.well-known/security.txt']));
});

test('every environment is reachable at its domain only, and none logs query strings', () => {
  for (const env of ['', 'staging', 'development'])
    expect(shape(env)).toMatchObject({ workers_dev: false, preview_urls: false, routes: [], observability: { redact_query_string: true } });
});

const toml = `# above
routes = [] # the domain
[vars] # words
NAME = "" # a name
[[list]]
id = "0"
# location: not chosen (weur)

[env.staging]
routes = []

[env.staging.vars]
NAME = ""`;

test('an edit of wrangler.toml replaces a value in its own table, and its comment stays', () => {
  const changed = setValue(toml, '[vars]', 'NAME', '"a $& b"');
  expect(changed).toBe(toml.replace('NAME = "" # a name', () => 'NAME = "a $& b" # a name'));
  const routes = '[{ pattern = "a.test", custom_domain = true }]';
  const routed = setValue(toml, '', 'routes', routes);
  expect(routed).toBe(toml.replace('routes = [] # the domain', `routes = ${routes} # the domain`));
  expect(setValue(routed, '', 'routes', '[]')).toBe(toml);
  expect(setValue(toml, '[env.staging]', 'routes', routes)).toContain(`[env.staging]\nroutes = ${routes}\n\n[env.staging.vars]`);
});

test('an edit of wrangler.toml adds a new value at the end of its table', () => {
  expect(setValue(toml, '[[list]]', 'more', '["a"]')).toContain('# location: not chosen (weur)\nmore = ["a"]\n\n[env.staging]');
  expect(setValue(toml, '[env.staging.vars]', 'MORE', '"a"')).toMatch(/NAME = ""\nMORE = "a"\n$/);
});

test('an edit of wrangler.toml replaces the placeholder comment by a location', () => {
  expect(setLocation(toml, '[[list]]', 'oc')).toBe(toml.replace('not chosen (weur)', 'oc'));
  expect(setLocation(toml, '[env.staging.vars]', 'oc')).toMatch(/NAME = ""\n# location: oc\n$/);
});

test('an edit of wrangler.toml enables a table that is a comment, and only that table', () => {
  const withComments = toml.replace('[env.staging]\n', '# Words about it.\n# [[more]]\n# key = "a" # b\n\n# other\n[env.staging]\n');
  const enabled = enableTable(withComments, '[[more]]');
  expect(enabled).toBe(withComments.replace('# [[more]]\n# key = "a" # b\n', '[[more]]\nkey = "a" # b\n'));
  expect(enableTable(enabled, '[[more]]')).toBe(enabled);
  expect(() => enableTable(toml, '[[more]]')).toThrow('[[more]]');
});

test('an edit of wrangler.toml does not create a missing table', () => {
  expect(readTable(toml, '[nowhere]')).toBeUndefined();
  expect(() => setValue(toml, '[nowhere]', 'a', '"b"')).toThrow('[nowhere]');
});

test('the repository’s wrangler.toml has everything that can be edited', () => {
  const own = readFileSync('wrangler.toml', 'utf8');
  for (const env of ['', 'env.staging.'])
    for (const header of [`[${env}vars]`, `[[${env}d1_databases]]`, `[[${env}kv_namespaces]]`, `[[${env}send_email]]`])
      expect(readTable(own, header), header).toBeDefined();
  for (const header of ['[[r2_buckets]]', '[[env.staging.r2_buckets]]'])
    expect(readTable(enableTable(own, header), header), header).toMatch(/\nbinding = "MAP_BUCKET"\nbucket_name = "cache-cards-map"\n/);
});
