import type { Words } from './words.ts';

type Join = (texts: readonly string[], words: Pick<Words, 't'>) => string;

/** Joins texts with the comma of the reader's language. */
export const joinItems: Join = ([first = '', ...rest], { t }) => rest.reduce((list, item) => t('{list}, {item}', { list, item }), first);
export const joinSentences: Join = ([first = '', ...rest], { t }) =>
  rest.reduce((text, sentence) => t('{text} {sentence}', { text, sentence }), first);
