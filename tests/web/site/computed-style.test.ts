/** What tests take for visible (tests/web/support/jsdom/computed-style.ts): as jsdom has it, asked directly or not. */
import { expect, test } from 'vitest';

function styleOf(html: string) {
  document.body.innerHTML = html;
  const element = document.querySelector('[id]');
  if (!element) throw new Error('Nothing to look at');
  const { display, visibility, pointerEvents } = getComputedStyle(element);
  expect(getComputedStyle(element).getPropertyValue('display')).toBe(display);
  return `${display} ${visibility} ${pointerEvents}`;
}

test.each([
  ['<p id="x"></p>', 'block visible auto'],
  ['<b id="x"></b>', 'inline visible auto'],
  ['<svg id="x"></svg>', 'inline visible auto'],
  ['<p id="x" hidden></p>', 'none visible auto'],
  ['<p id="x" style="display: none"></p>', 'none visible auto'],
  ['<div style="visibility: hidden; pointer-events: none"><p id="x"></p></div>', 'block hidden none'],
  ['<table><tbody hidden><tr><td id="x"></td></tr></tbody></table>', 'table-cell collapse auto'],
  ['<style id="x"></style>', 'none visible auto'],
  ['<style>p { display: none }</style><p id="x"></p>', 'none visible auto'],
  ['<input id="x">', 'inline-block visible auto'],
  ['<input id="x" type="hidden">', 'none visible auto'],
  ['<dialog id="x"></dialog>', 'none visible auto'],
  ['<dialog id="x" open></dialog>', 'block visible auto'],
  ['<ul id="x" popover="auto"></ul>', 'none visible auto'],
  ['<details><summary id="x"></summary></details>', 'list-item visible auto'],
])('%s is %s', (html, style) => {
  expect(styleOf(html)).toBe(style);
  expect(styleOf(html)).toBe(style);
});

test('what is hidden by and by is seen to be, and comes back', () => {
  document.body.innerHTML = '<main><p></p></main>';
  const [around, element] = [document.querySelector('main'), document.querySelector('p')];
  if (!around || !element) throw new Error('Nothing to look at');
  const isSeen = () => getComputedStyle(element).display !== 'none' && getComputedStyle(element).visibility !== 'hidden';
  expect(isSeen()).toBe(true);
  element.hidden = true;
  expect(isSeen()).toBe(false);
  element.hidden = false;
  expect(isSeen()).toBe(true);
  around.style.visibility = 'hidden';
  expect(isSeen()).toBe(false);
  around.style.visibility = '';
  expect(isSeen()).toBe(true);
  expect(getComputedStyle(element).position).toBe('static');
});
