import { readNames } from '#worker/domain/admin/search-query.ts';

/** Maximum number of distinct non-ASCII letters that are matched case-insensitively. Any others are case-sensitive. */
const maxFoldedLetters = 32;

/**
 * Builds a case-insensitive search condition. Folds the query's non-ASCII letters one by one because SQLite's lower() handles only ASCII.
 * Names also match without their diacritics.
 */
export function searchCondition({ search, names }: { search: string; names?: string }, q: string, bind: (value: string) => string): string {
  const normalizedQueries = new Set([q.normalize('NFC'), q.normalize('NFD')]);
  const letters = new Set([...normalizedQueries].flatMap((form) => [...form]).map(lowerCase));
  const cases = [...letters].filter((letter) => letter > '\x7f' && listOtherCases(letter).length > 0).slice(0, maxFoldedLetters);
  const foldedText = cases
    .flatMap((letter) => listOtherCases(letter).map((other) => [other, letter] as const))
    .reduce((inner, [other, letter]) => `replace(${inner}, ${bind(other)}, ${bind(letter)})`, `lower(${search})`);
  const foldLetter = (letter: string) => (letter <= '\x7f' || cases.includes(lowerCase(letter)) ? lowerCase(letter) : letter);
  const patterns = new Set([...normalizedQueries].map((form) => [...form].map(foldLetter).join('')));
  const [name] = names === undefined ? [] : readNames(q);
  const conditions = [
    ...[...patterns].map((form) => `instr(${foldedText}, ${bind(form)}) > 0`),
    ...(name === undefined ? [] : [`instr(${names}, ${bind(name)}) > 0`]),
  ];
  return `(${conditions.join(' OR ')})`;
}

function lowerCase(letter: string): string {
  // Greek sigma has a different form at the end of a word, so both forms are treated as the same letter.
  return letter === 'ς' ? 'σ' : sameLengthCase(letter.toLowerCase(), letter);
}

function listOtherCases(letter: string): string[] {
  const upperCase = sameLengthCase(letter.toUpperCase(), letter);
  return [upperCase, ...(letter === 'σ' ? ['ς'] : [])].filter((other) => other !== letter);
}

/** Returns the case-changed letter, or the original for letters such as ß and İ, whose other case consists of two letters. */
function sameLengthCase(changedText: string, letter: string): string {
  return [...changedText].length === 1 ? changedText : letter;
}
