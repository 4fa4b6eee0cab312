/** Takes a member's names out of a text that an administrator wrote. Product rules: Reviews. */

export interface MemberNames {
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** What replaces a name. The database accepts no other change of a stored reason (migrations), except erasing all of it. */
const redacted = '(former member)';
/** Private-use character in place of `redacted` until all names are replaced, so that a name like “Member” does not match it. */
const mark = '\uE000';
/** Longest first or last name that is looked for. Otherwise, a member could use a whole sentence as a name, and so erase a reason. */
const longestName = { letters: 40, words: 4 };

/** Scripts that do not separate words, so that names are found anywhere. */
const unseparated =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const singleWord = /^[a-z]+$/i;
/** Separate the words of a name, which reasons may use alone. */
const separators = /[\s-]+/g;
const shortestWord = 3;
const inWord = String.raw`[\p{L}\p{N}\p{M}]`;

/**
 * Returns the text with the member's email, username, names and words of names replaced. They count as whole words, and a single plain word
 * only as typed, capitalized or in capitals, since "will" and "may" are also other words. Only the name is replaced, because members choose
 * it: the rest of the reason concerns others.
 */
export function redactMember(text: string, { email, username, ...names }: MemberNames): string {
  const [firstName, lastName] = [names.firstName, names.lastName].map((name) => (name && isShort(name) ? name : null));
  const words = [firstName, lastName].flatMap((name) => name?.split(separators) ?? []).filter((word) => word.length >= shortestWord);
  const both = firstName && lastName ? [`${firstName} ${lastName}`, `${lastName} ${firstName}`] : [];
  const found = [email, username, ...both, firstName, lastName, ...words];
  const marked = found.reduce(
    (rest: string, name) => {
      const pattern = name && toPattern(name.normalize('NFC').trim());
      return pattern ? rest.replace(pattern, mark) : rest;
    },
    text.normalize('NFC').replaceAll(redacted, mark),
  );
  return marked.replaceAll(mark, redacted);
}

function isShort(name: string): boolean {
  return name.length <= longestName.letters && name.trim().split(separators).length <= longestName.words;
}

/** Returns undefined for names without letters or digits. */
function toPattern(name: string): RegExp | undefined {
  if (!/[\p{L}\p{N}]/u.test(name)) return undefined;
  if (singleWord.test(name)) {
    const forms = [name, name[0]?.toUpperCase() + name.slice(1), name.toUpperCase()];
    return new RegExp(`(?<!${inWord})(?:${forms.join('|')})(?!${inWord})`, 'gu');
  }
  const literal = name
    .replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    .replace(/['’]/g, "['’]")
    .replace(separators, String.raw`[\s/-]+`);
  return new RegExp(unseparated.test(name) ? literal : `(?<!${inWord})${literal}(?!${inWord})`, 'giu');
}
