/** How the names of towns are compared: without accents, capitals and signs. */

/** Letters that are no others with a mark, by what is typed for them. */
const plainLetters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ə: 'e' };

/** `Saint-Étienne` -> `saint etienne` */
export function townKey(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|['’‘ʼʻ]/gu, '')
    .replace(/[ßøæœłđðþıə]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
