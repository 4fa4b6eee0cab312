/** Letters that Unicode does not decompose, with their ASCII spelling. */
const asciiSpellings: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ə: 'e' };

/** Normalizes a name for searching: `Saint-Étienne` becomes `saint etienne`, and `D.C.` becomes `dc`. */
export function townKey(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|['’‘ʼʻ]/gu, '')
    .replace(/[ßøæœłđðþıə]/g, (letter) => asciiSpellings[letter] ?? letter)
    .replace(/\b(\p{L})\.\s?(?=\p{L}(?:\.|$))/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
