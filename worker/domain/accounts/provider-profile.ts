/** Adapts a provider's name and photo to our field rules. */
import { removeUnprintable, textMaxLength } from '#schema/fields.ts';

const photoAddressMaxLength = 2_000;

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Removes invisible characters, collapses spaces and truncates the name to the field's limit. Returns null if nothing remains. */
export function cleanDisplayName(name: string | undefined): string | null {
  const words = removeUnprintable(name ?? '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => visible.test(word));
  return truncate(words.join(' '), textMaxLength).trim() || null;
}

/** Returns the normalized photo URL, or null if it is not https or contains credentials. */
export function cleanPhotoAddress(name: string | undefined): string | null {
  if (!name || /\s/.test(name) || removeUnprintable(name) !== name) return null;
  const url = URL.parse(name);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > photoAddressMaxLength) return null;
  return url.href;
}

/** Truncates the text to `maxLength` UTF-16 units without splitting a character. */
function truncate(text: string, maxLength: number): string {
  let truncated = '';
  for (const character of text) {
    if (truncated.length + character.length > maxLength) break;
    truncated += character;
  }
  return truncated;
}
