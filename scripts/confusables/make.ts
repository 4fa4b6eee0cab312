/**
 * `npm run confusables`: generates the list of look-alike letters that are allowed in new usernames, grouped by appearance. The package
 * `unhomoglyph` provides the data of Unicode Technical Standard 39. If the result changes, a migration must set `users.username_skeleton`
 * to NULL so that the job recomputes it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import unicodeConfusables from 'unhomoglyph/data.json' with { type: 'json' };
import { root } from '#scripts/setup/run.mjs';

export const confusablesFile = 'worker/domain/accounts/usernames/confusables.json';

/** Whether a new username may contain this letter. Letters that fail this check are rejected or replaced. */
const isPossible = (letter: string) =>
  /^[\p{L}\p{Mn}\p{Mc}\p{Nd}._-]$/u.test(letter) &&
  !/\p{Default_Ignorable_Code_Point}/u.test(letter) &&
  letter.normalize('NFKC') === letter &&
  letter.normalize('NFD') === letter;

/** Groups look-alike letters. Keys are prototypes from UTS 39; values are strings of all letters that resemble the prototype. */
export function groupConfusables(): Record<string, string> {
  const groups = new Map<string, string>();
  for (const [letter, prototype] of Object.entries(unicodeConfusables).sort(([one], [other]) => (one < other ? -1 : 1)))
    if (isPossible(letter)) groups.set(prototype, (groups.get(prototype) ?? '') + letter);
  return Object.fromEntries([...groups].sort(([one], [other]) => (one < other ? -1 : 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const json = `${JSON.stringify(groupConfusables())}\n`;
  writeFileSync(join(root, confusablesFile), json);
  console.log(`${confusablesFile}: ${Buffer.byteLength(json)} bytes`);
}
