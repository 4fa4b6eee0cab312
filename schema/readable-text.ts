/** Validates text that members write for other members. Product rules: Errors. */
import * as v from 'valibot';
import { invisibleMessage, marksMessage, stackedMarksPattern } from '#schema/fields.ts';

/** Scripts that need zero-width joiners and non-joiners. */
const joiningLetter =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}' +
  '\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]';
const emoji = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?';
/**
 * Sequences that legitimately contain invisible characters. Limits invisible characters to one per base character so that they cannot
 * encode hidden text.
 */
const neededSequences = new RegExp(
  [
    '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}',
    `${emoji}(?:\\u200D${emoji})*`,
    '[0-9#*]\\uFE0F?\\u20E3',
    `${joiningLetter}[\\u200C\\u200D]`,
    '\\p{sc=Hani}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
    '\\p{sc=Mong}[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'gu',
);
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
const joiners = /[\u200C\u200D]/g;

/** Rejects invisible characters where no script or emoji needs them, and stacks of combining marks. */
export function readable() {
  return v.pipe(
    v.string(),
    v.check((text) => !invisible.test(text.replace(neededSequences, ' ')), invisibleMessage),
    v.check((text) => !stackedMarksPattern.test(text.replace(joiners, '')), marksMessage),
  );
}
