import { expect, test } from 'vitest';
import { findInScript, findInStyles } from '#scripts/check-browsers.ts';

test.each([
  ['URL.canParse(text)', ['URL.canParse']],
  ['Map.groupBy(cards, owner)', ['Map.groupBy']],
  ['new Set(a).isSubsetOf(b)', ['.isSubsetOf']],
  ['Promise.withResolvers()', ['Promise.withResolvers']],
  ['await Array.fromAsync(pages)', ['Array.fromAsync']],
  ['AbortSignal.any([signal])', ['AbortSignal.any']],
  ['element.checkVisibility()', ['.checkVisibility']],
  ['create("div", { popover: "auto" })', ['popover=']],
  ['/[\\p{L}--[a-z]]/v.test(name)', ['RegExp.unicodeSets']],
  ['new BarcodeDetector()', []],
  ['list.at(-1); list.toSorted(); list.findLast(isNew); structuredClone(list)', []],
  ['const pattern = /(?<=@)\\w+/; crypto.randomUUID(); text.replaceAll("a", "b")', []],
])('finds in the script %s what the oldest supported browsers lack', (code, expected) => {
  expect(findInScript(code)).toEqual(expected);
});

test.each([
  ['li:has(a) { color: red }', [':has']],
  ['.menu:popover-open { color: red }', [':popover-open']],
  ['@starting-style { a { opacity: 0 } }', ['@starting-style']],
  ['p { text-wrap: balance }', ['text-wrap']],
  ['p { color: light-dark(white, black) }', ['light-dark()']],
  ['textarea { field-sizing: content }', ['field-sizing']],
  ['.card { &:hover { color: red } }', ['nesting']],
  ['@supports not selector(:has(*)) { li:has(a) { color: red } }', []],
  ['@container (width < 20rem) { p { inset: 0; color: color-mix(in srgb, red, blue); height: 100dvh } }', []],
])('finds in the style %s what the oldest supported browsers lack', (text, expected) => {
  expect(findInStyles(text)).toEqual(expected);
});
