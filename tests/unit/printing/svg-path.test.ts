import { describe, expect, test } from 'vitest';
import { ellipse, pathOperators, roundedBox } from '#worker/pdf/print/svg-path.ts';

const operators = (d: string) => pathOperators(d).replaceAll('\n', ' ');

describe('an SVG path as PDF operators', () => {
  test.each([
    ['M1 2L3 4', '1 2 m 3 4 l'],
    ['m1 2 3 4', '1 2 m 4 6 l'],
    ['M1 2 3 4 5 6', '1 2 m 3 4 l 5 6 l'],
    ['M1 2h3v-4H0V0', '1 2 m 4 2 l 4 -2 l 0 -2 l 0 0 l'],
    ['M0-26 10-9H5l.5.5', '0 -26 m 10 -9 l 5 -9 l 5.5 -8.5 l'],
    ['M5 5c1 1 2 2 3 0', '5 5 m 6 6 7 7 8 5 c'],
    ['M1 1h2v2Zm5 5h1', '1 1 m 3 1 l 3 3 l h 6 6 m 7 6 l'],
  ])('%s', (d, expected) => {
    expect(operators(d)).toBe(expected);
  });

  test('a smooth curve mirrors the previous control point, except after a line', () => {
    expect(operators('M0 0C1 2 3 4 5 5S8 8 9 9')).toBe('0 0 m 1 2 3 4 5 5 c 7 6 8 8 9 9 c');
    expect(operators('M0 0C1 2 3 4 5 5h1s1 1 2 2')).toBe('0 0 m 1 2 3 4 5 5 c 6 5 l 6 5 7 6 8 7 c');
  });

  test.each(['M0 0A5 5 0 0 1 5 5', 'M0 0Q1 1 2 2'])('an unknown command is refused: %s', (d) => {
    expect(() => pathOperators(d)).toThrow(/Unsupported path command/);
  });

  test('round shapes are closed', () => {
    expect(operators(ellipse(10, 20, 5))).toMatch(/^5 20 m .* 5 20 c h$/);
    expect(operators(roundedBox(10, 20, 30, 40, 4))).toMatch(/^14 20 m .* 14 20 c h$/);
  });
});
