/** Letters that Unicode does not decompose, with their ASCII spelling. */
const asciiSpellings: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ə: 'e',
};

/** Returns the text in lower case, without diacritics and apostrophes: `Þóra O’Briën` becomes `thora obrien`. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|['’‘ʼʻ]/gu, '')
    .replace(/[ßøæœłđðþħıə]/g, (letter) => asciiSpellings[letter] ?? letter);
}
