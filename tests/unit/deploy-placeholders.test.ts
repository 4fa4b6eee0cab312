import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingResource, publicOrigin } from '#scripts/setup/placeholders.ts';

const real = (toml: string) => toml.replace(/"0{8}-0{4}-0{4}-0{4}-0{12}"/, '"8d1f0c5e-real"');
// As a fresh clone has it; comments there speak of [env.development] too.
const fresh = `# [env.development] is local
[vars]
PUBLIC_ORIGIN = "" # where the site answers
[[d1_databases]]
database_id = "00000000-0000-0000-0000-000000000000" # from wrangler
[[kv_namespaces]]
id = "00000000000000000000000000000000"

[env.development.vars]
PUBLIC_ORIGIN = "http://localhost:8787"
[[env.development.d1_databases]]
database_id = "00000000-0000-0000-0000-00000000000d"
`;

test('a fresh clone is not deployed: it has no database yet', () => {
  expect(missingResource(fresh)).toContain('database id');
});

test('nor without a KV namespace', () => {
  expect(missingResource(real(fresh))).toContain('KV id');
});

const withBoth = real(fresh).replace(/"0{32}"/, '"7ac1"');

test.each(['', 'http://cards.test', 'https://cards.test/', 'cards.test'])('nor with %j for its address', (address) => {
  expect(missingResource(withBoth.replace('PUBLIC_ORIGIN = ""', `PUBLIC_ORIGIN = "${address}"`))).toContain('PUBLIC_ORIGIN');
});

test('with all three it is deployed; the local environment may keep its zeros', () => {
  const ready = withBoth.replace('PUBLIC_ORIGIN = ""', 'PUBLIC_ORIGIN = "https://cards.test"');
  expect(missingResource(ready)).toBeUndefined();
  expect(publicOrigin(ready)).toBe('https://cards.test');
});

test('the repository’s own wrangler.toml can be read', () => {
  expect(() => missingResource(readFileSync('wrangler.toml', 'utf8'))).not.toThrow();
});
