/** Words of the search index for conversations. */

const maxWordLength = 40;
/** Longer texts are searchable by their first words only. */
const maxWords = 400;

/** Returns the text's words in lower case and without accents, each once. Letters of scripts without spaces are words of their own. */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ');
  const words = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, maxWordLength).join(''));
  return [...new Set(words)].slice(0, maxWords);
}
