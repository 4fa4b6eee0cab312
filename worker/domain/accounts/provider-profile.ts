/** Fits a provider's name and photo to our field rules. */
import { textMaxLength, withoutUnprintable } from '#schema/fields.ts';

const photoAddressMaxLength = 2_000;

/** Has a visible character. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** Without invisible characters, single-spaced, truncated to the field's limit; null if nothing remains. */
export function cleanDisplayName(name: string | undefined): string | null {
  const words = withoutUnprintable(name ?? '')
    .replace(loneSurrogates, '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => visible.test(word));
  return truncate(words.join(' '), textMaxLength).trim() || null;
}

/** Normalized; null if not https or with credentials. */
export function cleanPhotoAddress(name: string | undefined): string | null {
  if (!name || /\s/.test(name) || withoutUnprintable(name) !== name) return null;
  const url = URL.parse(name);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > photoAddressMaxLength) return null;
  return url.href;
}

/** `maxLength` in UTF-16 units; never splits a character. */
function truncate(text: string, maxLength: number): string {
  let truncated = '';
  for (const character of text) {
    if (truncated.length + character.length > maxLength) break;
    truncated += character;
  }
  return truncated;
}
