import type { SiteFiles } from '#worker/store/site-lists.ts';
import { readWords } from './read-words.ts';
import type { Words } from './words.ts';

interface OwnedCard {
  cardId: string;
  code: string;
  /** The owner's language. */
  language: string;
}

/** Adds the words for the back of each card, in its owner's language. */
export function withOwnersWords(
  cards: readonly OwnedCard[],
  files: SiteFiles | undefined,
): Promise<{ cardId: string; code: string; words: Words }[]> {
  return Promise.all(cards.map(async ({ language, ...card }) => ({ ...card, words: await readWords(files, language) })));
}
