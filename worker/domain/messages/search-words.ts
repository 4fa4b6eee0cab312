/** Words of the search index for conversations. */

const maxWordLength = 40;
/**
 * Longer texts are searchable by their first words only. Letters are counted as well because compatibility decomposition (NFKD) turns a
 * character into up to 18 of them.
 */
const maxWords = 400;
const maxLetters = 4_000;

/** Returns the text's words in lower case and without accents, each once. Letters of scripts without spaces are words of their own. */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ');
  const words = new Set<string>();
  let letters = 0;
  for (const [match] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const wordLetters = [...match].slice(0, maxWordLength);
    const word = wordLetters.join('');
    if (words.has(word)) continue;
    letters += wordLetters.length;
    if (words.size === maxWords || letters > maxLetters) break;
    words.add(word);
  }
  return [...words];
}
