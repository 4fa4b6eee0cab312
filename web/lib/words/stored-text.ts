import { parseStoredText } from '#schema/stored-text.ts';
import { i18n } from '#web/lib/words/words.ts';

/** Translates a text of our own that is stored, or a constant in schema/, in English. Returns other texts unchanged. */
export function storedText(text: string): string {
  return i18n._(...parseStoredText(text));
}
