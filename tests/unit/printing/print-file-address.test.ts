import { expect, test } from 'vitest';
import { hidePrintFiles } from '#worker/domain/printing/print-file-address.ts';

test.each([
  ['Too little bleed', 'Too little bleed'],
  ['Cannot read https://cards.test/api/print-files/cc-1/TC-0000007?expires=1&signature=abc', 'Cannot read (print file)'],
  ['"/API/print-files/a/b" and </api/print-files/c/d?x=1>', '"(print file)" and <(print file)>'],
  [String.raw`{"url":"https:\/\/cards.test\/api\/print-files\/cc-1\/TC-0000007"}`, '{"url":"(print file)"}'],
  ['Cannot read https%3A%2F%2Fcards.test%2Fapi%2Fprint%2Dfiles%2Fcc-1%2FTC-0000007%3Fexpires%3D1', 'Cannot read (print file)'],
  ['No file TC-0000007?language=en&expires=1&signature=abc', 'No file (print file)'],
  ['Wrong key 0123456789_-abcdefghij', 'Wrong key (print file)'],
])('links to print files are hidden in “%s”', (text, shown) => {
  expect(hidePrintFiles(text)).toBe(shown);
});
