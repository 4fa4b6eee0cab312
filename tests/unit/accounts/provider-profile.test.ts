/** Names and photos as providers tell them, and as an account keeps them. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ProfileRequest } from '#schema/accounts/account.ts';
import { displayNameOf, photoAddressOf } from '#worker/domain/accounts/provider-profile.ts';
import { namesOf } from '#worker/domain/accounts/social-sign-in.ts';

describe('a name', () => {
  test.each<[string, string | undefined, string | null]>([
    ['stays as it is', 'Åsa Öberg', 'Åsa Öberg'],
    ['keeps what joins letters and signs', 'می\u200cخواهم 👩\u200d🚀', 'می\u200cخواهم 👩\u200d🚀'],
    ['is put together from its parts', 'A\u030Asa', 'Åsa'],
    ['loses its margins and wide gaps', ' \tAda \n\u00A0 Marsh  ', 'Ada Marsh'],
    ['loses control characters', 'Ada\u0000\u001B\u007F\u0085 Marsh', 'Ada Marsh'],
    ['loses marks that turn round what follows', '\u202Egnirts\u202C \u2066Ada\u2069', 'gnirts Ada'],
    ['loses marks that hide', 'A\u200Bd\u2060a\uFEFF', 'Ada'],
    ['loses halves of characters', 'Ada \uD83D Marsh\uDE80', 'Ada Marsh'],
    ['that shows nothing is none', '\u202E \u200B\u200D \u3164', null],
    ['loses words that show nothing', 'Ada \u200D \u00AD Marsh', 'Ada Marsh'],
    ['of blanks is none', '   ', null],
    ['that is empty is none', '', null],
    ['that is absent is none', undefined, null],
  ])('%s', (_, said, kept) => {
    expect(displayNameOf(said)).toBe(kept);
  });

  test.each([
    ['x'.repeat(500), 200],
    ['🚀'.repeat(300), 200],
    [`x${'🚀'.repeat(300)}`, 199],
    [`${'x'.repeat(199)} y`, 199],
  ])('that is too long is cut between characters, to what a profile takes (%#)', (said, length) => {
    const kept = displayNameOf(said) ?? '';
    expect(kept).toHaveLength(length);
    expect(kept.isWellFormed()).toBe(true);
  });

  test('is one that the profile takes back, whatever was said', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const said = `${String.fromCharCode(code)}${'🚀'.repeat(code % 150)} ${String.fromCharCode(code)}Marsh`;
      const names = namesOf(displayNameOf(said));
      expect(v.safeParse(ProfileRequest, names).output, `U+${code.toString(16)}`).toEqual(names);
    }
  });
});

describe('the address of a photo', () => {
  test.each<[string, string | undefined, string | null]>([
    ['is kept', 'https://lh3.photos.test/a/b=s96-c?x=1', 'https://lh3.photos.test/a/b=s96-c?x=1'],
    ['is written in the one way', 'HTTPS://Photos.TEST:443/ä', 'https://photos.test/%C3%A4'],
    ['must be https', 'http://photos.test/a', null],
    ['must be a place', 'javascript:alert(1)', null],
    ['must be whole', 'https://', null],
    ['must say no more than where', 'https://google.com@photos.test/a', null],
    ['must not turn round', 'https://photos.test/\u202Egnp.a', null],
    ['must be of one piece', 'https://photos.test/a b', null],
    ['must not break', 'https://photos.test/a\nb', null],
    ['must be short', `https://photos.test/${'x'.repeat(2_000)}`, null],
    ['must be short when it is written out', `https://photos.test/${'ä'.repeat(500)}`, null],
    ['may be empty', '', null],
    ['may be absent', undefined, null],
  ])('%s', (_, said, kept) => {
    expect(photoAddressOf(said)).toBe(kept);
  });
});
