/** Validation of text that members write for other members. Product rules: Errors. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { PlacementRequest } from '#schema/cards/placement.ts';
import { LogRequest } from '#schema/scans/log.ts';

const messageFor = (text: string) => v.safeParse(LogRequest, { text }).issues?.[0]?.message;

describe('a note to an owner can contain', () => {
  test.each([
    ['emoji families and flags', 'Thanks 👩‍👩‍👧‍👦 🏴‍☠️ 🏳️‍🌈 👩🏽‍🚒 ❤️‍🔥 1️⃣ #️⃣ 🇳🇱 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☺︎ ↔️ ©️'],
    ['Persian with non-joiners', 'می‌خواهم دوباره بیایم'],
    ['Hindi with joiners', 'क्‍या ख़ूब जगह है'],
    ['Sinhala with joiners', 'ශ්‍රී ලංකා'],
    ['Malayalam with joiners', 'ന്‍ കണ്ടു'],
    ['Mongolian with variants', 'ᠪᠠ᠋'],
    ['Japanese name variants', '葛󠄀城さん'],
    ['Hebrew with vowels and accents', 'בְּרֵאשִׁ֖ית'],
    ['Vietnamese in decomposed letters', 'Việt Nam đẹp quá'.normalize('NFD')],
    ['four marks in a row', 'a\u0301\u0302\u0303\u0304'],
  ])('%s', (_, text) => {
    expect(messageFor(text)).toBeUndefined();
  });
});

describe('a note to an owner cannot contain', () => {
  const invisible = 'This contains invisible characters. Please remove them.';
  test.each([
    ['tag characters', 'Thanks\u{E0068}\u{E0069}', invisible],
    ['tag characters after a flag', '🏴\u{E0068}\u{E0069}\u{E007F}', invisible],
    ['a joiner between Latin letters', 'fa\u200Dy', invisible],
    ['two joiners in a row', 'می\u200C\u200Cخواهم', invisible],
    ['a joiner after an emoji without another', '🌲\u200D', invisible],
    ['a variation selector after a letter', 'a\uFE0F', invisible],
    ['hidden bytes after an emoji', '🌲\uFE0F\uFE01\u{E0121}', invisible],
    ['a braille blank', 'a\u2800b', invisible],
    ['a grapheme joiner', 'a\u034Fb', invisible],
    ['a word joiner', 'a\u2060b', invisible],
    ['a fifth mark in a row', 'a\u0301\u0302\u0303\u0304\u0305', 'Please remove the extra accents: they cover other lines.'],
    ['marks piled on an emoji', `🌲${'\u0321'.repeat(9)}`, 'Please remove the extra accents: they cover other lines.'],
  ])('%s', (_, text, message) => {
    expect(messageFor(text)).toBe(message);
  });
});

test('a card’s location name and description follow the same rules', () => {
  const placement = { location: 'a\u{E0041}', description: `Under the oak${'\u0335'.repeat(5)}` };
  expect(v.safeParse(PlacementRequest, placement).issues?.map(({ message }) => message)).toEqual([
    'This contains invisible characters. Please remove them.',
    'Please remove the extra accents: they cover other lines.',
  ]);
});
