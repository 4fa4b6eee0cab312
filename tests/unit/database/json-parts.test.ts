import { describe, expect, test } from 'vitest';
import { jsonParts } from '#worker/store/json-parts.ts';

const countBytes = (text: string) => new TextEncoder().encode(text).byteLength;

describe('a list split into JSON arrays', () => {
  test('stays whole if it is small, and has no parts if it is empty', () => {
    expect(jsonParts([{ id: 1 }, ['a', 2]])).toEqual(['[{"id":1},["a",2]]']);
    expect(jsonParts([])).toEqual([]);
  });

  test.each([
    ['letters', 'x'],
    ['characters that JSON escapes', '\\'],
    ['control characters', '\u0001'],
    ['characters of three bytes', '\u1100'],
    ['characters of four bytes', '\u{1f600}'],
    ['unpaired surrogates', '\ud800'],
  ])('has parts of at most 1 MB with all items in order: %s', (_, character) => {
    const items = Array.from({ length: 3_000 }, (_each, id) => ({ id, text: character.repeat(id % 700) }));
    const parts = jsonParts(items);
    expect(Math.max(...parts.map(countBytes))).toBeLessThanOrEqual(1_000_000);
    expect(parts.length).toBeLessThanOrEqual(Math.ceil(countBytes(JSON.stringify(items)) / 990_000));
    expect(parts.flatMap((part) => JSON.parse(part))).toEqual(items);
  });

  test('fills a part exactly', () => {
    const item = { text: 'x'.repeat(499_987) };
    expect(jsonParts([item, { text: `${item.text}x` }]).map(countBytes)).toEqual([1_000_000]);
    expect(jsonParts([item, { text: `${item.text}xx` }])).toHaveLength(2);
  });

  test('puts an item above the limit into a part of its own', () => {
    const large = { text: 'x'.repeat(1_500_000) };
    expect(jsonParts([{ id: 1 }, large, { id: 2 }]).map((part) => JSON.parse(part))).toEqual([[{ id: 1 }], [large], [{ id: 2 }]]);
  });
});
