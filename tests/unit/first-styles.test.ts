import { expect, test } from 'vitest';
import { firstStyles } from '#scripts/first-styles.ts';

const html =
  '<body><main id="main" class="home wide"><a class="button" href="/auth">Sign In</a><input type="email" hidden=""></main></body>';

test.each([
  ['.home{color:red}', 'a class'],
  ['main.home.wide>a{color:red}', 'several parts'],
  ['#main{color:red}', 'an id'],
  ['[type=email]{color:red}', 'an attribute with its value'],
  ['[hidden]{color:red}', 'an attribute'],
  ['a:not(.ghost):first-child::before{content:"}{"}', 'what is not asked for, and pseudo-elements'],
  [':where(.ghost,main) :is(a,p){color:red}', 'one of several choices'],
  ['.maybe-member a{color:red}', 'what a script sets before the first paint'],
  ['@media (min-width:40rem){.home{color:red}}', 'rules of a window size'],
  ['@layer pico;', 'the order of layers'],
  ['*,:root{color:red}', 'rules for everything'],
  ['@keyframes turn{to{rotate:1turn}}.home{animation:turn 1s}', 'an animation that runs'],
  [':root{--ink:#000;--text:var(--ink)}.home{color:var(--text)}', 'properties, also those that others are made of'],
  ['.home{background:url(data:image/svg+xml;utf8,<svg/>)}', 'addresses with a semicolon'],
])('%s stays: %s', (css) => {
  expect(firstStyles(css, html)).toBe(css);
});

test.each([
  ['.ghost{color:red}'],
  ['table{color:red}'],
  ['#other{color:red}'],
  ['[type=password]{color:red}'],
  ['[title]{color:red}'],
  ['main .ghost a{color:red}'],
  [':where(.ghost,table) a{color:red}'],
  ['a:hover{color:red}'],
  ['a:focus-visible{color:red}'],
  ['dialog::backdrop{color:red}'],
  ['@media print{.home{color:red}}'],
  ['@media (min-width:40rem){.ghost{color:red}}'],
  ['@keyframes turn{to{rotate:1turn}}'],
  [':root{--ink:#000;--text:var(--ink)}'],
])('%s goes', (css) => {
  expect(firstStyles(css, html)).toBe('');
});

test('of a list of selectors those stay that can match, and rules keep their order', () => {
  expect(firstStyles('.ghost,a,a:hover{color:red}.ghost{color:blue}a{color:green}', html)).toBe('a{color:red}a{color:green}');
});

test('what it cannot read is told, not left out', () => {
  expect(() => firstStyles('.home{color:red', html)).toThrow('nothing closes');
  expect(() => firstStyles('.home', html)).toThrow('cannot read');
});
