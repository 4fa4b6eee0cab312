/** .dev.vars.example, from which somebody who deploys learns what can be set. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Each environment of wrangler.toml says it. */
const setElsewhere = ['ENVIRONMENT'];

test('it has a line for each variable of the Worker, and for no other', () => {
  const known = [...readFileSync('worker/env.ts', 'utf8').matchAll(/^ {2}([A-Z_]+)\?: string;$/gm)].map(([, name]) => name);
  const listed = [...readFileSync('.dev.vars.example', 'utf8').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(20);
  expect([...listed, ...setElsewhere].sort()).toEqual(known.sort());
});
