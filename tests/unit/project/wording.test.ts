import { expect, test } from 'vitest';
import { findProblems } from '#scripts/check-wording.ts';

test.each([
  ['// Cards of members who left, stored anew', 'anew'],
  ["test('a visitor is told about the limit', run)", 'is told'],
  ['<p>This needs a person beside the queue</p>', 'beside'],
  ['The row shows who has paid', 'shows who has'],
])('refuses dialect in comments, test names, screens and docs: %s', (text, phrase) => {
  expect(findProblems('file.ts', `const fine = 1;\n${text}`)).toEqual([expect.stringContaining(`file.ts:2: "${phrase}"`)]);
});

test('accepts the specified wording of a review and plain English', () => {
  expect(findProblems('file.ts', '// We look at it, as a rule within two working days. Use renewal dates.')).toEqual([]);
});
