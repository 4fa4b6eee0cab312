/** Name and photo of a person as a provider tells them, made to fit the rules of our own fields. */
import { textMaxLength, withoutUnprintable } from '#schema/fields.ts';

const photoAddressMaxLength = 2_000;

/** Of which a reader sees something: not blanks, joiners and fillers alone. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** The name without what cannot be seen, its words a blank apart, cut to the length of a profile's field; null where nothing is left. */
export function displayNameOf(name: string | undefined): string | null {
  const words = withoutUnprintable(name ?? '')
    .replace(loneSurrogates, '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => visible.test(word));
  return truncate(words.join(' '), textMaxLength).trim() || null;
}

/** The photo's address in its normal form; null where it is not an https address, or hides something. */
export function photoAddressOf(name: string | undefined): string | null {
  if (!name || /\s/.test(name) || withoutUnprintable(name) !== name) return null;
  const url = URL.parse(name);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > photoAddressMaxLength) return null;
  return url.href;
}

/** At most so long as fields measure it, in UTF-16 units, and no character is cut in two. */
function truncate(text: string, maxLength: number): string {
  let truncated = '';
  for (const character of text) {
    if (truncated.length + character.length > maxLength) break;
    truncated += character;
  }
  return truncated;
}
