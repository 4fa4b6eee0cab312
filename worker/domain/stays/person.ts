import { toSkeleton } from '#worker/domain/accounts/usernames/skeleton.ts';

/**
 * Strings that identify a person. Two names may belong to the same person if one's `own` strings contain any string of the other. `parts`
 * are the single names of a complete name: twins share them, but whoever gives only one of them may be the same person.
 */
interface PersonKeys {
  own: [swapped: string, reordered: string, ...others: string[]];
  parts: string[];
}

/** Keyed hashes of `personKeys`, in the same order. */
export interface PersonHashes {
  own: readonly [first: string, ...others: string[]];
  parts: readonly string[];
}

/** Letters that Unicode does not decompose, with their usual ASCII spelling. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ə: 'e', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k', ƶ: 'z', ß: 'ss' },
  ...{ ς: 'σ', ی: 'ي', ى: 'ي', ک: 'ك', ٱ: 'ا', ـ: '' },
};

/** Words inside family names. They are not names of their own if they are between two other names. */
const particleWords =
  'abu al bin bint binti da das de del della den der des di do dos du el ibn la las le los ten ter thi van von zu zum zur';
const particles = toSkeletons(particleWords);

/** Matches particles and other prefixes that are often written as one word with the next name, and the separator between them. */
const prefixes = new RegExp(`(?<!\\p{L})(\\p{L}|mac|mc|san|st|${particleWords.replaceAll(' ', '|')})[^\\p{L}]+(?=\\p{L}{2})`, 'gu');

/** Number of names at each end of a long name that are compared in pairs; bounds the number of keys. */
const namesPerEnd = 3;

const suffixesAndTitles = toSkeletons(
  'jr sr ii iii iv dr mr mrs ms mx miss prof dott frau fraulein madame mme mlle monsieur senor senora sra',
);
/** Titles that are also family names. Dropped only in front of two other names. */
const leadingTitles = toSkeletons('herr sir lord');

/**
 * Optional marks that are removed from names: accents of European scripts, vowel points of Hebrew and Arabic, and modifier letters, which
 * look like punctuation. In other scripts, marks are vowels or consonants and distinguish names.
 */
const optionalMarks =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u02b0-\u02ff\p{Cf}]/gu;

/**
 * Returns normalized strings to hash for a person, as `keysOf` does, also for the name's other spelling (`respell`) and for the birth date
 * with day and month swapped, a common slip that would otherwise make another person. The first two strings are those of the name and date
 * as they were entered.
 */
export function personKeys(fullName: string, birthDate: string): PersonKeys {
  const letters = normalizeLetters(fullName);
  const [name, otherName] = [foldLetters(letters), foldLetters(respell(letters))];
  const otherDate = swapDayAndMonth(birthDate);
  const entered = keysOf(name, birthDate);
  const variants = [keysOf(otherName, birthDate), keysOf(name, otherDate), keysOf(otherName, otherDate)];
  const [swapped, reordered, ...others] = entered.own;
  const rest = new Set([...others, ...variants.flatMap(({ own }) => own)]);
  return {
    own: [swapped, reordered, ...[...rest].filter((key) => key !== swapped && key !== reordered)],
    parts: [...new Set([entered, ...variants].flatMap(({ parts }) => parts))],
  };
}

/** Returns the date unchanged if its day cannot be a month. */
const swapDayAndMonth = (date: string) => date.replace(/-(\d\d)-(0\d|1[0-2])$/, '-$2-$1');

/**
 * Returns strings that identify the person with this folded name. The first string ignores spaces and a swap of given and family name; the
 * second ignores the order of all names; each of the others is a pair of full names, so that leaving out a name does not make another
 * person, or, if there is only one full name, that name. All ignore accents, look-alike letters, hyphens, suffixes, titles, and initials
 * next to two full names. `birthDate` is `YYYY-MM-DD`.
 */
function keysOf(foldedName: string, birthDate: string): PersonKeys {
  const words = foldedName.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  const names = words.filter(
    (word, index) => !suffixesAndTitles.has(word) && !(index === 0 && words.length > 2 && leadingTitles.has(word)),
  );
  const fullNames = names.filter((word) => !isInitial(word));
  // Drops initials only if two full names remain, because some names differ only by an initial.
  const usedNames = fullNames.length > 1 ? fullNames : names.length > 0 ? names : words;
  const swapped = smallestRotation(usedNames.join(''));
  const reordered = usedNames.toSorted().join(' ');
  const compared = comparedNames(fullNames);
  const pairs = compared.flatMap((name, index) => compared.slice(index + 1).map((other) => smallestRotation(name + other)));
  const properNames = compared.filter((name) => !particles.has(name));
  const isComplete = properNames.length > 1;
  const parts = (properNames.length > 0 ? properNames : compared).map((name) => `part ${name} ${birthDate}`);
  const others = pairs.filter((pair) => pair !== swapped).map((pair) => `${pair} ${birthDate}`);
  return {
    own: [`${swapped} ${birthDate}`, `${reordered} ${birthDate}`, ...others, ...(isComplete ? [] : parts)],
    parts: isComplete ? parts : [],
  };
}

function comparedNames(fullNames: readonly string[]): string[] {
  const isEnd = (index: number) => index === 0 || index === fullNames.length - 1;
  const names = [...new Set(fullNames.filter((name, index) => isEnd(index) || !particles.has(name)))];
  return names.filter((_, index) => index < namesPerEnd || index >= names.length - namesPerEnd);
}

function toSkeletons(words: string): Set<string> {
  return new Set(words.split(' ').map(toSkeleton));
}

/**
 * Replaces normalized letters by plain ones, then those that look alike, and removes marks again: a look-alike may hide an umlaut's second
 * letter, and letters with a stroke look like the plain letter with a mark.
 */
function foldLetters(letters: string): string {
  const plain = letters.replace(/\p{L}/gu, (letter) => spellings[letter] ?? letter).replace(umlautLetters, '');
  return toSkeleton(plain).replace(optionalMarks, '').replace(umlautLetters, '');
}

/**
 * Returns the other spelling of a normalized name: prefixes join the next name, such as that of `O Neill`, which may be typed with an
 * apostrophe; `dj` and `lyu` become what passports also spell so, `đ` and `lü`; and `ə` becomes `a`, which Azerbaijan's passports use.
 */
function respell(letters: string): string {
  return letters
    .replaceAll('·', '')
    .replaceAll('dj', 'd')
    .replace(/(?<=[ln])yu/g, 'u')
    .replaceAll('ə', 'a')
    .replace(prefixes, '$1');
}

/** The second letter of a spelled-out umlaut or å. */
const umlautLetters = /(?<=[aou])e|(?<=a)a/g;

function normalizeLetters(name: string): string {
  return name
    .replace(/['’‘ʻʼ´`＇]/gu, '')
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .toUpperCase()
    .toLowerCase()
    .replace(optionalMarks, '');
}

/** The skeleton of `m` has two letters. */
const latinInitials = new Set([...'abcdefghijklmnopqrstuvwxyz'].map(toSkeleton));

function isInitial(word: string): boolean {
  return latinInitials.has(word) || ([...word].length === 1 && word.toUpperCase() !== word);
}

/** Returns the lexicographically smallest rotation of the text. */
function smallestRotation(text: string): string {
  const letters = [...text];
  return letters.map((_, start) => [...letters.slice(start), ...letters.slice(0, start)].join('')).toSorted()[0] ?? '';
}
