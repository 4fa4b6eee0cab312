/** Checks the enum values repeated as SQL literals in store queries, triggers, CHECK constraints and partial indexes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/setup/run.mjs';
import { generatedLists, tablesWithLists } from '#worker/store/list-columns.ts';

/** `subscriptions.status` values that Stripe defines. */
const ofStripe = ['past_due', 'trialing'];

/** Allowed values by column name. Columns of the same name in different tables share one set. */
const valuesOf = new Map<string, Set<string | number>>();
for (const { name, values } of [...tablesWithLists.flatMap(({ lists }) => lists), ...generatedLists])
  valuesOf.set(name, new Set([...(valuesOf.get(name) ?? []), ...values]));

const literal = "'[a-z_]+'";
const comparison = new RegExp(`\\b([a-z_]+)["\`]? (?:=|<>|IS|IS NOT|IN|NOT IN) (${literal}|\\(${literal}(?:, ${literal})*\\))`, 'g');

function unknownValues(sql: string): string[] {
  return [...sql.matchAll(comparison)].flatMap(([, column = '', compared = '']) => {
    const values = valuesOf.get(column);
    const named = [...compared.matchAll(/[a-z_]+/g)].map(([value]) => value);
    return values ? named.filter((value) => !values.has(value) && !ofStripe.includes(value)).map((value) => `${column}: ${value}`) : [];
  });
}

test('every list value that SQL names is in its list', () => {
  const files = globSync(['worker/store/**/*.ts', 'schema/tables/*.ts', 'migrations/*.sql'], { cwd: root });
  const found = files.flatMap((file) => unknownValues(readFileSync(join(root, file), 'utf8')).map((value) => `${file}: ${value}`));
  expect(found).toEqual([]);
});

test('an unrecognized enum value is found in each form of comparison', () => {
  const sql = "c.status = 'activ' AND \"role\" <> 'gold' OR t.kind IN ('find', 'rumour') AND c.visibility NOT IN ('exact')";
  expect(unknownValues(sql)).toEqual(['status: activ', 'role: gold', 'kind: rumour']);
});
