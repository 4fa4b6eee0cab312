import { expect, test } from 'vitest';
import { hidePrintFiles } from '#worker/domain/printing/print-file-address.ts';

test.each([
  ['Too little bleed', 'Too little bleed'],
  ['Cannot read https://cards.test/api/print-files/cc-1/TC-0000007?expires=1&signature=abc', 'Cannot read (print file)'],
  ['"/API/print-files/a/b" and </api/print-files/c/d?x=1>', '"(print file)" and <(print file)>'],
])('links to print files are hidden in “%s”', (text, shown) => {
  expect(hidePrintFiles(text)).toBe(shown);
});
