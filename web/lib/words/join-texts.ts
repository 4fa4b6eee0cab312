import { t } from '@lingui/core/macro';

/** Joins texts with the comma of the reader's language. */
export const joinItems = (items: readonly string[]) => joinTexts(items, (list, item) => t`${list}, ${item}`);
/** Joins texts that contain commas. */
export const joinClauses = (clauses: readonly string[]) => joinTexts(clauses, (list, item) => t`${list}; ${item}`);
export const joinSentences = (sentences: readonly string[]) => joinTexts(sentences, (text, sentence) => t`${text} ${sentence}`);

function joinTexts(texts: readonly string[], join: (joined: string, text: string) => string): string {
  const [first = '', ...rest] = texts;
  return rest.reduce(join, first);
}
