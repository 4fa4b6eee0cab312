/**
 * Forms of names and phone numbers that administrators' searches compare. Only an empty text has an empty key, so other empty keys are
 * missing ones.
 */
import { plainLetters } from '#schema/plain-letters.ts';

/** Returns the words in lower case without diacritics: `Şahin-Łódź, Zoë` becomes `sahin lodz zoe`. */
export function nameKey(name: string): string {
  const words = plainLetters(name.normalize('NFKC')).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return words.trim() || name;
}

/**
 * Returns the digits in reverse order, because the same number with and without a country code differs only at the beginning:
 * `+44 (0)20 7946 0018` becomes `810064970244`, and `020 7946 0018` becomes `8100649702`.
 */
export function phoneKey(phone: string): string {
  const digits = phone.normalize('NFKC').replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
  return [...digits].reverse().join('') || phone;
}
