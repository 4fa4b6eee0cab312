/**
 * Tests the certificate's PDF: its text, its layout, and the QR code with the activation link.
 *
 * @module-tag long
 */
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test, vi } from 'vitest';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { readPdfCodes, readPdfText } from '#tests/support/printing/read-pdf.ts';
import type { DrawnCertificate } from '#worker/pdf/certificate/draw-certificate.ts';
import { drawCertificate } from '#worker/pdf/certificate.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { readWords } from '#worker/words/read-words.ts';

const fonts = nameFonts(siteFiles);
const createdAt = Date.UTC(2026, 10, 21, 10) / 1_000;
const activationLink = 'https://cards.test/dashboard/certificates/VC-7K2M-9QXA/activate';

function certificate(changes: Partial<DrawnCertificate> = {}): DrawnCertificate {
  return {
    number: 'VC-7K2M-9QXA',
    type: 'global',
    status: 'active',
    review: 'passed',
    holderName: 'Fay Finder',
    tokensRedeemed: 120,
    activationLink,
    createdAt,
    activateBy: createdAt + 30 * 86_400,
    validUntil: createdAt + 365 * 86_400,
    activatedAt: null,
    ...changes,
  };
}

async function read(changes: Partial<DrawnCertificate> = {}) {
  const bytes = await drawCertificate(certificate(changes), fonts);
  const [page, ...more] = await readPdfText(bytes);
  if (!page || more.length > 0) throw new Error('A certificate has one page');
  return { bytes, ...page };
}

describe('a printed certificate', () => {
  test('shows its holder, its stay, its dates and the rules', async () => {
    const { words } = await read();
    for (const part of [
      'Vacation Certificate',
      'Fay Finder',
      '120 Treasure Tokens',
      '5-7 Night Global Trip',
      'International adventure awaits.',
      'VC-7K2M-9QXA',
      'November 21, 2026',
      'December 21, 2026',
      'November 21, 2027',
      'within 30 days',
      'every 12 months',
    ])
      expect(words).toContain(part);
  });

  test('shows its deadline only once the review is over', async () => {
    const { words } = await read({ review: 'waiting' });
    for (const part of ['UNDER REVIEW', '30 days of our email', 'November 21, 2027']) expect(words).toContain(part);
    expect(words).not.toContain('December 21, 2026');
    expect((await read({ review: 'waiting', status: 'cancelled' })).words).not.toContain('UNDER REVIEW');
  });

  test('has a QR code with the activation link that can be scanned from the rendered page', async () => {
    const codes = async (changes: Partial<DrawnCertificate> = {}) => readPdfCodes(await drawCertificate(certificate(changes), fonts));
    expect(await codes()).toEqual([{ page: 1, text: activationLink }]);
    const long = 'https://a-long-name-for-a-site.of.many.parts.geocaching-vacations.example/dashboard/certificates/VC-7K2M-9QXA/activate';
    expect(await codes({ activationLink: long })).toEqual([{ page: 1, text: long }]);
  });

  test('is one landscape sheet of US Letter, well under 150 KB, with reproducible bytes', async () => {
    const { bytes, width, height } = await read();
    expect([width, height].map(Math.round)).toEqual([792, 612]);
    expect(bytes.length).toBeLessThan(90_000);
    expect(await drawCertificate(certificate(), fonts)).toEqual(bytes);
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(document.getTitle()).toBe('Vacation Certificate VC-7K2M-9QXA');
    expect(document.getCreationDate()).toEqual(new Date(createdAt * 1_000));
  });

  test('is in the member’s language', async () => {
    const [page] = await readPdfText(await drawCertificate(certificate(), fonts, await readWords(siteListFiles, 'de')));
    for (const part of ['Urlaubsgutschein', 'Fernreise, 5–7 Nächte', '21. Dezember 2026', 'GÜLTIG BIS', 'Scannen und aktivieren'])
      expect(page?.words).toContain(part);
  });

  test.each([
    ['activated', 'ACTIVATED'],
    ['expired', 'EXPIRED'],
    ['cancelled', 'CANCELED'],
  ] as const)('that is %s has a stamp across it', async (status, stamp) => {
    const { words } = await read({ status, activatedAt: status === 'activated' ? createdAt + 86_400 : null });
    expect(words).toContain(stamp);
    expect(words).not.toContain('Scan to activate');
  });
});

describe('a name on a certificate', () => {
  test.each([
    'Łukasz Żółć',
    'Nguyễn Thị Đặng',
    'Þórður Ægisson',
    'Αλέξανδρος Παπαδόπουλος',
    'Владимир Щербаков-Ёлкин',
    'Їжак Ґалаґан',
    'Ђорђе Љиљанић',
    'Zoë “Zo” O’Neill-Łęcki',
  ])('is printed in its own letters: %s', async (holderName) => {
    const { words, bytes } = await read({ holderName });
    expect(words).toContain(holderName);
    expect(bytes.length).toBeLessThan(90_000);
  });

  test('with decomposed accents is composed first', async () => {
    expect((await read({ holderName: 'Zoe\u0308 Cafe\u0301' })).words).toContain('Zoë Café');
  });

  test('takes two lines if long, and ends with an ellipsis if longer', async () => {
    const two = (await read({ holderName: 'Maximiliana Alexandrowna von und zu Guttenberg-Schreckenstein' })).words;
    expect(two.replace(/\s+/g, ' ')).toContain('Maximiliana Alexandrowna von und zu Guttenberg-Schreckenstein');
    const endless = (await read({ holderName: `${'Abcdefghij'.repeat(20)} ${'Klmnopqrst'.repeat(20)}` })).words;
    expect(endless).toMatch(/Abcdefghij.*…/);
  });

  test('with combining accents after its spaces is drawn', async () => {
    expect((await read({ holderName: 'A \u0308B'.repeat(60) })).bytes.length).toBeGreaterThan(0);
  });

  test.each(['😀😀😀', '\u0301', '\u{1D173}', '𒀀𒀀'])('without drawable letters is refused: %s', async (holderName) => {
    await expect(read({ holderName })).rejects.toMatchObject({ reason: 'certificate_name_unprintable' });
  });

  test.each([
    ['Zoë 😀 Müller', 'Zoë Müller'],
    ['👩‍👩‍👧 Anna 🇩🇪', 'Anna'],
    ['Max 1️⃣ \u202eMuster\u202c', 'Max Muster'],
  ])('loses its emoji and invisible characters, and nothing else: %s', async (holderName, printed) => {
    expect((await read({ holderName })).words.split('\n').map((line) => line.trim())).toContain(printed);
  });

  test.each(['张伟', '김철수', 'क्षितिज', 'สมชาย ใจดี'])('in another script keeps the file small: %s', async (holderName) => {
    expect((await read({ holderName })).bytes.length).toBeLessThan(150_000);
  });

  test('is not drawn without its font; the error asks for a retry', async () => {
    const unreadable = { fetch: async () => new Response(null, { status: 500 }) };
    vi.spyOn(console, 'error').mockReturnValue();
    const drawn = drawCertificate(certificate({ holderName: '张伟 Wei' }), nameFonts(unreadable));
    await expect(drawn).rejects.toMatchObject({ reason: 'name_fonts_unreadable', status: 503 });
  });
});
