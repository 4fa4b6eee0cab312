import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ProfileRequest } from '#schema/accounts/account.ts';
import { cleanDisplayName, cleanPhotoAddress } from '#worker/domain/accounts/provider-profile.ts';
import { splitDisplayName } from '#worker/domain/accounts/social-sign-in.ts';

describe('a provider’s name', () => {
  test.each<[string, string | undefined, string | null]>([
    ['is stored unchanged', 'Åsa Öberg', 'Åsa Öberg'],
    ['keeps joiners within words and emoji', 'می\u200cخواهم 👩\u200d🚀', 'می\u200cخواهم 👩\u200d🚀'],
    ['is composed (NFC)', 'A\u030Asa', 'Åsa'],
    ['is trimmed and its spaces collapsed', ' \tAda \n\u00A0 Marsh  ', 'Ada Marsh'],
    ['loses control characters', 'Ada\u0000\u001B\u007F\u0085 Marsh', 'Ada Marsh'],
    ['loses bidirectional controls', '\u202Egnirts\u202C \u2066Ada\u2069', 'gnirts Ada'],
    ['loses zero-width characters', 'A\u200Bd\u2060a\uFEFF', 'Ada'],
    ['loses lone surrogates', 'Ada \uD83D Marsh\uDE80', 'Ada Marsh'],
    ['with nothing visible is null', '\u202E \u200B\u200D \u3164', null],
    ['loses invisible words', 'Ada \u200D \u00AD Marsh', 'Ada Marsh'],
    ['of blanks is null', '   ', null],
    ['that is empty is null', '', null],
    ['that is absent is null', undefined, null],
  ])('%s', (_, given, stored) => {
    expect(cleanDisplayName(given)).toBe(stored);
  });

  test.each([
    ['x'.repeat(500), 200],
    ['🚀'.repeat(300), 200],
    [`x${'🚀'.repeat(300)}`, 199],
    [`${'x'.repeat(199)} y`, 199],
  ])('that is too long is cut between characters to the profile’s limit (%#)', (given, length) => {
    const stored = cleanDisplayName(given) ?? '';
    expect(stored).toHaveLength(length);
    expect(stored.isWellFormed()).toBe(true);
  });

  test('from any provider text passes the profile’s own validation', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const given = `${String.fromCharCode(code)}${'🚀'.repeat(code % 150)} ${String.fromCharCode(code)}Marsh`;
      const names = splitDisplayName(cleanDisplayName(given));
      expect(v.safeParse(ProfileRequest, names).output, `U+${code.toString(16)}`).toEqual(names);
    }
  });
});

describe('a provider’s photo address', () => {
  test.each<[string, string | undefined, string | null]>([
    ['is stored unchanged', 'https://lh3.photos.test/a/b=s96-c?x=1', 'https://lh3.photos.test/a/b=s96-c?x=1'],
    ['is normalized', 'HTTPS://Photos.TEST:443/ä', 'https://photos.test/%C3%A4'],
    ['must be https', 'http://photos.test/a', null],
    ['must have a host', 'javascript:alert(1)', null],
    ['must be complete', 'https://', null],
    ['must not contain credentials', 'https://google.com@photos.test/a', null],
    ['must not contain bidirectional controls', 'https://photos.test/\u202Egnp.a', null],
    ['must not contain spaces', 'https://photos.test/a b', null],
    ['must not contain line breaks', 'https://photos.test/a\nb', null],
    ['must be short', `https://photos.test/${'x'.repeat(2_000)}`, null],
    ['must be short after encoding', `https://photos.test/${'ä'.repeat(500)}`, null],
    ['may be empty', '', null],
    ['may be absent', undefined, null],
  ])('%s', (_, given, stored) => {
    expect(cleanPhotoAddress(given)).toBe(stored);
  });
});
