import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingResource } from '#scripts/setup/placeholders.ts';

const real = (toml: string) => toml.replace(/"0{8}-0{4}-0{4}-0{4}-0{12}"/, '"8d1f0c5e-real"');
// As a fresh clone has it; comments there speak of [env.development] too.
const fresh = `# [env.development] is local
[[d1_databases]]
database_id = "00000000-0000-0000-0000-000000000000" # from wrangler
[[kv_namespaces]]
id = "00000000000000000000000000000000"

[env.development]
[[env.development.d1_databases]]
database_id = "00000000-0000-0000-0000-00000000000d"
`;

test('a fresh clone is not deployed: it has no database yet', () => {
  expect(missingResource(fresh)).toContain('database id');
});

test('nor without a KV namespace', () => {
  expect(missingResource(real(fresh))).toContain('KV id');
});

test('with both it is deployed; the local environment may keep its zeros', () => {
  expect(missingResource(real(fresh).replace(/"0{32}"/, '"7ac1"'))).toBeUndefined();
});

test('the repository’s own wrangler.toml can be read', () => {
  expect(() => missingResource(readFileSync('wrangler.toml', 'utf8'))).not.toThrow();
});
