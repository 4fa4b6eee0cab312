import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { purgePico } from '#scripts/site/purge-pico.ts';

const fullPico = readFileSync('node_modules/@picocss/pico/css/pico.min.css', 'utf8');
const namesIn = (css: string, pattern: RegExp) => new Set(Array.from(css.matchAll(pattern), ([, name = '']) => name));
const definedIn = (css: string) => namesIn(css, /(--pico-[\w-]+):/g);
const readIn = (css: string) => namesIn(css, /var\((--pico-[\w-]+)/g);

test('Pico’s styles for elements, classes and attributes that the site does not use are dropped', async () => {
  const used = await purgePico();
  expect(used.length).toBeLessThan(0.75 * fullPico.length);
  for (const unused of ['[data-tooltip]', '.modal-is-open', 'details.dropdown', 'kbd']) {
    expect(fullPico).toContain(unused);
    expect(used).not.toContain(unused);
  }
});

test('selectors made of pseudo-classes alone stay in Pico', async () => {
  const used = await purgePico();
  for (const selector of [':where(dl,ol,ul) :where(dl,ol,ul)', ':where(a:not([role=button])):focus-visible', ':where(iframe)']) {
    expect(fullPico).toContain(selector);
    expect(used).toContain(selector);
  }
});

test('each Pico variable that is read is still defined', async () => {
  const used = await purgePico();
  const own = globSync('web/**/*.{css,tsx}').map((file) => readFileSync(file, 'utf8'));
  const defined = definedIn(used + own.join('\n'));
  const readBySite = [...readIn(used), ...own.flatMap((css) => [...readIn(css)])];
  expect(readBySite.filter((name) => definedIn(fullPico).has(name) && !defined.has(name))).toEqual([]);
});
