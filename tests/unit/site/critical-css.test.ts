import { expect, test } from 'vitest';
import { criticalCss } from '#scripts/site/critical-css.ts';

const html =
  '<script>document.documentElement.className = \'maybe-member\'</script><main id="main" class="home wide"><a class="button" href="/auth">Sign In</a></main><p id="told" class="note" hidden>Not yet</p>';

test.each([
  ['main.home.wide>a{color:red}', 'what is there'],
  ['@media (min-width:40rem){.home{color:red}}', 'in a wide window too'],
  ['.button:hover{color:red}', 'under the pointer'],
  [':where(main,p) a:is([href],[id]){color:red}', 'by one of several choices'],
  ['.maybe-member a{color:red}', 'by a class that a script sets before the first paint'],
  ['#told[hidden]{display:none}', 'what is hidden, by an attribute without a value'],
  ['@layer pico;', 'the order of layers'],
  [':root{--ink:#000;--text:var(--ink)}.home{color:var(--text)}', 'properties, also those that others are made of'],
  ['@keyframes turn{to{rotate:1turn}}.home{animation:turn 1s}', 'an animation that runs'],
])('the inlined styles keep %s: %s', async (css) => {
  expect((await criticalCss(css, html)).replace(/\s/g, '')).toBe(css.replace(/\s/g, ''));
});

test.each([
  '.ghost{color:red}',
  'table{color:red}',
  '#other{color:red}',
  '[type=password]{color:red}',
  'main .ghost a{color:red}',
  '@media (min-width:40rem){.ghost{color:red}}',
  '@keyframes turn{to{rotate:1turn}}',
])('the inlined styles drop %s, which matches nothing in the page', async (css) => {
  expect((await criticalCss(css, html)).replace(/\s|@media[^{]*\{\}/g, '')).toBe('');
});

test('the inlined styles drop a custom property that nothing reads', async () => {
  expect(await criticalCss(':root{--ink:#000}.home{color:red}', html)).not.toContain('--ink');
});
