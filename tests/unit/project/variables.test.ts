/** .dev.vars.example must document every environment variable that can be set. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Variables } from '#worker/env.ts';

test('.dev.vars.example has a line for each variable of the Worker, and for no other', () => {
  const documentedNames = [...readFileSync('.dev.vars.example', 'utf8').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(documentedNames.sort()).toEqual(Object.keys(Variables.entries).sort());
});
