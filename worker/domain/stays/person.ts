/** Letters that Unicode does not decompose, with their usual ASCII spelling. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ə: 'e', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k', ƶ: 'z', ß: 'ss' },
  ...{ ς: 'σ', ی: 'ي', ى: 'ي', ک: 'ك', ٱ: 'ا', ـ: '' },
};

const suffixesAndTitles = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'dr', 'mr', 'mrs', 'ms', 'prof']);

/**
 * Returns the text to hash for a person. Ignores the order of names, hyphens, spaces, initials, accents, suffixes and titles. `birthDate`
 * is `YYYY-MM-DD`.
 */
export function personKey(fullName: string, birthDate: string): string {
  const words = normalizeLetters(fullName).split(/[^\p{L}\p{N}]+/u);
  const names = words.filter((word) => !isInitial(word) && !suffixesAndTitles.has(word));
  const letters = [...(names.join('') || words.join(''))].sort().join('');
  return `${letters} ${birthDate}`;
}

function normalizeLetters(name: string): string {
  return name
    .replace(/['’‘ʻʼ´`＇]/gu, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => spellings[letter] ?? letter)
    .replace(/(?<=[aou])e|(?<=a)a/g, '');
}

function isInitial(word: string): boolean {
  return [...word].length === 1 && word.toUpperCase() !== word;
}
