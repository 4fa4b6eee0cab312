/** Languages that show missing translations and narrow layouts. They are made of the English messages. */
import type { Message } from '#schema/message.ts';

const accents = new Map(
  [...'aáeéiíoóuúyýcçdđgǧhĥjĵkķlłnñrŕsštŧwŵzžAÁEÉIÍOÓUÚYÝCÇDĐGǦHĤJĴKĶLŁNÑRŔSŠTŦWŴZŽ'.matchAll(/(\p{L})(\p{L})/gu)].map(
    ([, plain = '', accented = '']) => [plain, accented],
  ),
);

/** Adds accents, and doubles vowels until the text is 40 % longer. */
function lengthen(text: string): string {
  let missing = Math.ceil(text.length * 0.4);
  return text.replace(/\p{L}/gu, (letter) => {
    const accented = accents.get(letter) ?? letter;
    if (missing === 0 || !/[aeiouy]/i.test(letter)) return accented;
    missing -= 1;
    return accented + accented.toLowerCase();
  });
}

/** Reverses each word with an override character, as right-to-left letters would be. */
function reverse(text: string): string {
  return text.replace(/\S+/g, (word) => `\u202e${word}\u202c`);
}

export const testLanguages: Record<string, (text: string) => string> = { 'en-XA': lengthen, 'ar-XB': reverse };

/** Changes the text of a message, but not its tags and placeholders. */
export function changeText(message: Message, change: (text: string) => string): Message {
  if (typeof message === 'string') {
    return message
      .split(/(<\/?\d+\/?>)/)
      .map((piece) => (/^<\/?\d+\/?>$/.test(piece) || piece === '#' ? piece : change(piece)))
      .join('');
  }
  return message.map((token) => {
    if (typeof token === 'string') return token === '#' ? token : (changeText(token, change) as string);
    if (!token[2]) return token;
    return [token[0], token[1], Object.fromEntries(Object.entries(token[2]).map(([key, value]) => [key, changeText(value, change)]))];
  });
}
