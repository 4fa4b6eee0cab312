import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cardPageUrl,
  codeAlphabet,
  formatCardId,
  isCardCode,
  isCardId,
  normalizeCardCode,
  normalizeCardId,
  parseQrText,
  parseTypedCard,
} from '#schema/cards/card-id.ts';

const anyCardId = fc.integer({ min: 0, max: 9_999_999 }).map(formatCardId);
const anyCode = fc.string({ unit: fc.constantFrom(...codeAlphabet), minLength: 8, maxLength: 8 });

describe('a card id', () => {
  test('is TC- and 7 digits', () => {
    fc.assert(fc.property(anyCardId, (cardId) => isCardId(cardId)));
    expect(formatCardId(0)).toBe('TC-0000000');
    expect(formatCardId(42)).toBe('TC-0000042');
  });

  test.each([
    '',
    'TC-',
    'TC-123456',
    'TC-12345678',
    'tc-1234567',
    'TC1234567',
    ' TC-1234567',
    'TC-1234567\n',
    'TC-١٢٣٤٥٦٧',
    'TC-12E4567',
  ])('does not accept %j', (text) => {
    expect(isCardId(text)).toBe(false);
  });
});

describe('the text of a QR code', () => {
  test.each([
    ['our own QR', 'https://cards.test/card?id=TC-0000001', { cardId: 'TC-0000001' }],
    ['our own QR with the code', 'https://cards.test/card?id=TC-0000001&k=ABCDEFGH', { cardId: 'TC-0000001', code: 'ABCDEFGH' }],
    ['the code in lower case', 'https://cards.test/card?id=TC-0000001&k=abcdefgh', { cardId: 'TC-0000001', code: 'ABCDEFGH' }],
    ['the code first', 'https://cards.test/card?k=ABCDEFGH&id=TC-0000001', { cardId: 'TC-0000001', code: 'ABCDEFGH' }],
    ['a cardId parameter', 'https://cards.test/scan?cardId=TC-0000002', { cardId: 'TC-0000002' }],
    ['a cardId parameter, which comes before id', 'https://x.test/?id=TC-0000001&cardId=TC-0000002', { cardId: 'TC-0000002' }],
    ['an id that comes before the path', 'https://x.test/TC-0000003?id=TC-0000001', { cardId: 'TC-0000001' }],
    ['an empty parameter, which does not count', 'https://x.test/TC-0000003?cardId=', { cardId: 'TC-0000003' }],
    ['an empty cardId next to an id', 'https://x.test/?cardId=&id=TC-0000001', { cardId: 'TC-0000001' }],
    ['a last path segment', 'https://x.test/cards/TC-0000004', { cardId: 'TC-0000004' }],
    ['a last path segment and a slash', 'http://x.test/cards/TC-0000004/', { cardId: 'TC-0000004' }],
    ['a last path segment with query and fragment', 'https://x.test/TC-0000004?utm=1#top', { cardId: 'TC-0000004' }],
    ['another scheme’s case', 'HTTPS://CARDS.TEST/card?id=TC-0000005', { cardId: 'TC-0000005' }],
    ['a raw id', 'TC-0000006', { cardId: 'TC-0000006' }],
    ['a raw id with space around it', ' \nTC-0000006\t', { cardId: 'TC-0000006' }],
    ['a raw id in lower case', 'tc-0000006', { cardId: 'TC-0000006' }],
    ['a last path segment in lower case', 'https://cards.test/tc-0000004', { cardId: 'TC-0000004' }],
    ['a link in other text', 'Look: <https://cards.test/card?id=TC-0000005&k=ABCDEFGH>!', { cardId: 'TC-0000005', code: 'ABCDEFGH' }],
    ['a raw id in full width', 'ＴＣ－０００００３１', { cardId: 'TC-0000031' }],
    ['an encoded id', 'https://cards.test/card?id=TC%2D0000001', { cardId: 'TC-0000001' }],
    ['a malformed code, which is left out', 'https://cards.test/card?id=TC-0000001&k=ABC', { cardId: 'TC-0000001' }],
    ['a code with a letter outside the alphabet', 'https://cards.test/card?id=TC-0000001&k=ABCDEFGU', { cardId: 'TC-0000001' }],
  ])('%s', (_, text, expected) => {
    expect(parseQrText(text)).toEqual(expected);
  });

  test.each([
    'hello world',
    'https://example.test/',
    'https://example.test/card',
    'https://example.test/TC-0000001/more',
    'javascript:alert(1)//TC-0000001',
    'mailto:TC-0000001@example.test',
    'https://',
    'https://[bad/TC-0000001',
    'WIFI:S:home;T:WPA;P:secret;;',
    '12345678',
    '1234567',
    'https://shop.test/?id=1234567',
    'https://shop.test/1234567',
    'https://cards.test/card?id=hello',
    '',
  ])('%j is returned unchanged and is no card id', (text) => {
    expect(parseQrText(text)).toEqual({ cardId: text });
    expect(isCardId(parseQrText(text).cardId)).toBe(false);
  });

  test('never throws during parsing', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true }),
      fc.string().map((end) => `https://x.test/${end}`),
    );
    fc.assert(
      fc.property(text, (scanned) => {
        const { cardId, code } = parseQrText(scanned);
        expect(typeof cardId).toBe('string');
        if (code !== undefined) expect(isCardCode(code)).toBe(true);
      }),
    );
  });

  test('round-trips for every address that we print', () => {
    fc.assert(
      fc.property(anyCardId, fc.option(anyCode, { nil: undefined }), (cardId, code) => {
        expect(parseQrText(cardPageUrl('https://cards.test', cardId, code))).toEqual(code ? { cardId, code } : { cardId });
      }),
    );
  });
});

describe('typed text', () => {
  test.each([
    ['TC-1234567', 'TC-1234567'],
    [' tc-1234567 ', 'TC-1234567'],
    ['tc 123 4567', 'TC-1234567'],
    ['1234567', 'TC-1234567'],
    ['123-4567', 'TC-1234567'],
    ['TC1234567', 'TC-1234567'],
    ['Tc1234567', 'TC-1234567'],
    ['TC–1234567', 'TC-1234567'],
    ['TC—1234567', 'TC-1234567'],
    ['TC−1234567', 'TC-1234567'],
    ['TC‑1234567', 'TC-1234567'],
    ['TC‐1234567', 'TC-1234567'],
    ['TC―1234567', 'TC-1234567'],
    ['TCー1234567', 'TC-1234567'],
    ['TC\u00AD1234567', 'TC-1234567'],
    ['TC--1234567', 'TC-1234567'],
    ['tc_1234567', 'TC-1234567'],
    ['ＴＣ－１２３４５６７', 'TC-1234567'],
    ['ｔｃ－１２３４５６７', 'TC-1234567'],
    ['TC-١٢٣٤٥٦٧', 'TC-1234567'],
    ['TC-۱۲۳۴۵۶۷', 'TC-1234567'],
    ['TC-१२३४५६७', 'TC-1234567'],
    ['ТС-1234567', 'TC-1234567'],
    ['TC-OOOOO31', 'TC-0000031'],
    ['tc-ooooo3l', 'TC-0000031'],
    ['TC-ОООО031', 'TC-0000031'],
    ['00000I3', 'TC-0000013'],
    ['TC-1234567.', 'TC-1234567'],
    ['“TC-1234567”,', 'TC-1234567'],
    ['(TC-1234567)', 'TC-1234567'],
    ['#TC-1234567!', 'TC-1234567'],
    ['TC: 1234567', 'TC-1234567'],
    ['\u200BTC-1234567\uFEFF', 'TC-1234567'],
    ['\u202ATC-1234567\u202C', 'TC-1234567'],
    ['TC-123\u00A04567', 'TC-1234567'],
    ['https://cards.test/card?id=TC-1234567', 'TC-1234567'],
    ['https://cards.test/card?id=tc-1234567&k=ABCDEFGH.', 'TC-1234567'],
    ['HTTPS://CARDS.TEST/CARD?id=TC-1234567', 'TC-1234567'],
    ['cards.test/card?id=TC-1234567', 'TC-1234567'],
    ['localhost:8787/card?id=TC-1234567', 'TC-1234567'],
    ['<https://cards.test/card?id=TC-1234567>', 'TC-1234567'],
    ['I found https://cards.test/card?id=TC-1234567 today', 'TC-1234567'],
    ['  hello ', 'hello'],
    ['123456', '123456'],
    ['TC-12345678', 'TC-12345678'],
    ['TC-123456', 'TC-123456'],
    ['TC-12E4567', 'TC-12E4567'],
    ['LILOLIO', 'LILOLIO'],
    ['tc-1234567@example.test', 'tc-1234567@example.test'],
    ['', ''],
  ])('%j is read as the card id %j', (typed, expected) => {
    expect(normalizeCardId(typed)).toBe(expected);
    expect(isCardId(normalizeCardId(typed))).toBe(/^TC-\d{7}$/.test(expected));
  });

  test('keeps the code of a pasted link', () => {
    expect(parseTypedCard('cards.test/card?id=TC-1234567&k=abcd-efgh')).toEqual({ cardId: 'TC-1234567', code: 'ABCDEFGH' });
  });

  test('is read again as the same card id', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => normalizeCardId(normalizeCardId(text)) === normalizeCardId(text)));
  });

  test.each([
    ['abcd-efgh', 'ABCDEFGH'],
    ['oI l0 1234', '01101234'],
    ['ABCDEFGH', 'ABCDEFGH'],
  ])('%j is read as the code %j', (typed, expected) => {
    expect(normalizeCardCode(typed)).toBe(expected);
  });

  test('accepts a code in any case and grouping', () => {
    fc.assert(
      fc.property(anyCode, (code) => isCardCode(code) && normalizeCardCode(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`) === code),
    );
  });
});
