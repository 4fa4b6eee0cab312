/**
 * `npm run passwords`: generates two lists from the dictionaries of zxcvbn-ts: the 10,000 most common passwords of sufficient length, and
 * the words used in suggested passwords.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordMinLength } from '#schema/rules.ts';
import { root } from '#scripts/setup/run.mjs';

const passwordCount = 10_000;
/** Number of words used in suggested passwords. A power of two, so that each word has exactly eleven bits of entropy. */
const wordCount = 2_048;

const passwords = dictionary['passwords-common'].filter(({ length }) => length >= passwordMinLength).slice(0, passwordCount);
const plainWords = dictionary['diceware-common'].filter((word) => /^[a-z]{4,7}$/.test(word));
const wordList = Array.from({ length: wordCount }, (_, index) => plainWords[Math.floor((index * plainWords.length) / wordCount)]);

writeList('schema/accounts/common-passwords.json', passwords.sort());
writeList('web/features/accounts/account/security/suggested-words.json', wordList);

function writeList(file: string, list: unknown[]): void {
  writeFileSync(join(root, file), `${JSON.stringify(list)}\n`);
  console.log(`${file}: ${list.length} entries`);
}
