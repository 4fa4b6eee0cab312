/** Takes a member's names out of a text that an administrator wrote. Product rules: Reviews. */

export interface MemberNames {
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** What replaces a name. The database accepts no other change of a stored reason (migrations), except erasing all of it. */
export const redacted = '(former member)';
/** Longest first or last name that is looked for. A member could take a sentence as name, and so erase a reason. */
const longestName = { letters: 40, words: 4 };

/** Scripts that do not separate words, so that names are found anywhere. */
const unseparated =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const singleWord = /^[a-z]+$/i;
const inWord = String.raw`[\p{L}\p{N}\p{M}]`;

/**
 * Returns the text with the member's email, username and names replaced. Names count as whole words, and a first or last name alone that is
 * one plain word only as typed, capitalized or in capitals, since "will" and "may" are also other words. Only the name is replaced, because
 * members choose it: the rest of the reason concerns others.
 */
export function redactMember(text: string, { email, username, ...names }: MemberNames): string {
  const [firstName = null, lastName = null] = [names.firstName, names.lastName].map((name) => (name && isShort(name) ? name : null));
  const whole = [email, username, joinNames(firstName, lastName), joinNames(lastName, firstName)].map((name) => pattern(name, 'iu'));
  const single = [firstName, lastName].map((name) => {
    const isPlain = name !== null && singleWord.test(name);
    return isPlain ? pattern([name, name[0]?.toUpperCase() + name.slice(1), name.toUpperCase()], 'u') : pattern(name, 'iu');
  });
  return [...whole, ...single].reduce((rest, name) => (name ? rest.replace(name, redacted) : rest), text);
}

function isShort(name: string): boolean {
  return name.length <= longestName.letters && name.trim().split(/\s+/).length <= longestName.words;
}

function joinNames(one: string | null, other: string | null): string | null {
  return one && other ? `${one} ${other}` : null;
}

/** Returns undefined for names without letters or digits. */
function pattern(names: string | null | string[], flags: 'iu' | 'u'): RegExp | undefined {
  const forms = [names].flat().filter((name) => name !== null && /[\p{L}\p{N}]/u.test(name)) as string[];
  const [first = ''] = forms;
  if (first === '') return undefined;
  const anyOf = forms
    .map((form) =>
      form
        .trim()
        .replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
        .replace(/['’]/g, "['’]")
        .replace(/\s+/g, String.raw`[\s/]+`),
    )
    .join('|');
  return unseparated.test(first) ? new RegExp(anyOf, `g${flags}`) : new RegExp(`(?<!${inWord})(?:${anyOf})(?!${inWord})`, `g${flags}`);
}
