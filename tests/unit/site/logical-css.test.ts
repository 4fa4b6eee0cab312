/** Style sheets must also fit languages that are written from right to left. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const physical =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?:text-align|float|clear):\s*(?:left|right)/;
/** The edges of the screen, the middle of a drawing and a spinner stay where they are in every language. */
const isSameInAllLanguages = /safe-area-inset|50%|border-right-color: transparent/;
/** Maps have no direction. */
const maps = /\/finding\/map\//;

test('style sheets use logical properties, not left and right', () => {
  const found = globSync('web/**/*.css')
    .filter((file) => !maps.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          physical.test(line) && !isSameInAllLanguages.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});
