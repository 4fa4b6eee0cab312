/**
 * The print-ready PDF, as read by a printer and by a finder's phone.
 * @module-tag long
 */
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { cardPageUrl, codeAlphabet, formatCardId, parseQrText } from '#schema/cards/card-id.ts';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { findCodes, readPdf, readPdfCodes, readPdfText } from '#tests/support/printing/read-pdf.ts';
import { drawCardSheet, drawPrintFile, type PrintedCard } from '#worker/pdf/card-print.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { readWords } from '#worker/words/read-words.ts';

const fonts = nameFonts(siteFiles);
const origin = 'https://cards.test';
const drawnAt = new Date('2026-11-21T10:00:00Z');
const pointsPerMm = 72 / 25.4;

function manyCards(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    cardId: formatCardId(1_234_567 + index * 77_777),
    code: Array.from({ length: 8 }, (_, place) => codeAlphabet[(index * 7 + place * 11) % codeAlphabet.length]).join(''),
  }));
}

const draw = (count: number, publicOrigin = origin) => drawCardSheet(manyCards(count), fonts, publicOrigin, drawnAt);

describe('a printed card', () => {
  test('has the product’s name on its front and instructions on its back', async () => {
    const [front, back] = await readPdf(await draw(1));
    expect(front?.code).toBeUndefined();
    expect(front?.words).toContain('Cache Cards\nEarn Vacations Geocaching');
    expect(back?.words).toContain('Scan the QR code\nwith your phone’s camera.');
    expect(back?.words).toContain('Sign in, or join for free.');
    expect(back?.words).toContain('Earn 1 Treasure Token.');
    expect(back?.words).toContain('Please leave this card\nwhere you found it.');
    expect(back?.words).toContain('cards.test');
    expect(back?.words).toContain('CARD ID\nTC-1234567');
  });

  test('never shows its secret code as text', async () => {
    const [card] = manyCards(1);
    for (const { words } of await readPdfText(await draw(1))) expect(words).not.toContain(card?.code);
  });

  test('is 105 x 74 mm with 3 mm of bleed and crop marks outside', async () => {
    const document = await PDFDocument.load(await draw(1));
    for (const page of document.getPages()) {
      const mm = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
        [x, y, width, height].map((points) => Math.round((points / pointsPerMm) * 100) / 100);
      expect(mm(page.getTrimBox())).toEqual([10, 10, 105, 74]);
      expect(mm(page.getBleedBox())).toEqual([7, 7, 111, 80]);
      expect(mm(page.getMediaBox())).toEqual([0, 0, 125, 94]);
    }
  });

  test('embeds its fonts and uses no transparency', async () => {
    const document = await PDFDocument.load(await draw(1));
    const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
    const dictionaries = objects.flatMap((object) =>
      object instanceof PDFRawStream ? [object.dict] : object instanceof PDFDict ? [object] : [],
    );
    const ofType = (type: string) => dictionaries.filter((entry) => entry.get(PDFName.of('Type')) === PDFName.of(type));
    expect(ofType('Font')).toHaveLength(3);
    for (const descriptor of ofType('FontDescriptor')) expect(descriptor.has(PDFName.of('FontFile2'))).toBe(true);
    expect(ofType('FontDescriptor')).toHaveLength(3);
    expect(ofType('ExtGState')).toHaveLength(0);
    expect(dictionaries.some((entry) => entry.has(PDFName.of('SMask')) || entry.has(PDFName.of('Group')))).toBe(false);
  });

  test('has a title and printing instructions', async () => {
    const document = await PDFDocument.load(await draw(1), { updateMetadata: false });
    expect(document.getTitle()).toBe('Cache Card TC-1234567');
    expect(document.getAuthor()).toBe('Cache Cards');
    expect(document.getCreationDate()).toEqual(drawnAt);
    expect(document.getModificationDate()).toEqual(drawnAt);
    const preferences = document.catalog.getViewerPreferences();
    expect(preferences?.getDuplex()).toBe('DuplexFlipShortEdge');
    expect(preferences?.getPrintScaling()).toBe('None');
  });

  test('has reproducible bytes', async () => {
    expect(await draw(2)).toEqual(await draw(2));
  });
});

describe('several cards', () => {
  test('alternate front and back, and each QR code can be scanned from the picture of its page', async () => {
    const cards = manyCards(7);
    const pages = await readPdf(await draw(7));
    expect(findCodes(pages)).toEqual(
      cards.map(({ cardId, code }, index) => ({ page: 2 * index + 2, text: cardPageUrl(origin, cardId, code) })),
    );
    expect(pages.map(({ words }) => words.split('\n').at(-1))).toEqual(
      cards.flatMap(({ cardId }) => [`Cache Cards · ${cardId} · front`, `Cache Cards · ${cardId} · back`]),
    );
  });

  test.each([
    'http://localhost:8787',
    'https://a-long-name-for-a-site.of.many.parts.geocaching-vacations.example',
  ])('can be scanned whatever the site’s address: %s', async (publicOrigin) => {
    const codes = await readPdfCodes(await draw(2, publicOrigin));
    expect(codes.map(({ text }) => parseQrText(text))).toEqual(manyCards(2));
    expect(codes[0]?.text.startsWith(`${publicOrigin}/card?id=`)).toBe(true);
  });

  test('share their artwork, so that a hundred take well under a megabyte', async () => {
    const [one, hundred] = [await draw(1), await draw(100)];
    expect(one.length).toBeLessThan(60_000);
    expect(hundred.length).toBeLessThan(400_000);
    const document = await PDFDocument.load(hundred);
    expect(document.getPageCount()).toBe(200);
    const resources = document.getPages().map((page) => page.node.get(PDFName.of('Resources')));
    expect(new Set(resources).size).toBe(1);
  });
});

test('a sheet has the back of each card in its owner’s language', async () => {
  const german = await readWords(siteListFiles, 'de');
  const [first, second] = manyCards(2).map((card, index) => (index === 1 ? { ...card, words: german } : card));
  const pages = await readPdf(await drawCardSheet([first, second] as PrintedCard[], fonts, origin, drawnAt));
  expect(pages[1]?.words).toContain('You found\na Cache Card!');
  expect(pages[3]?.words).toContain('Gefunden:\neine Cache Card');
});

describe('the file for a print provider', () => {
  const [card] = manyCards(1);
  const file = (size: 'card_flat_105x74_mm' | 'card_flat_148x105_mm') =>
    drawPrintFile(card ?? { cardId: '' }, size, fonts, origin, drawnAt);

  test.each([
    ['card_flat_105x74_mm', [3, 3, 105, 74], [0, 0, 111, 80]],
    ['card_flat_148x105_mm', [3, 3, 148, 105], [0, 0, 154, 111]],
  ] as const)('%s is the card with its bleed and nothing around it: two pages, reproducible bytes', async (size, trim, page) => {
    const bytes = await file(size);
    const document = await PDFDocument.load(bytes);
    expect(document.getPageCount()).toBe(2);
    for (const drawn of document.getPages()) {
      const mm = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
        [x, y, width, height].map((points) => Math.round((points / pointsPerMm) * 100) / 100);
      expect(mm(drawn.getTrimBox())).toEqual(trim);
      expect(mm(drawn.getMediaBox())).toEqual(page);
    }
    expect(await file(size)).toEqual(bytes);
    expect((await readPdfCodes(bytes)).map(({ text }) => text)).toEqual([cardPageUrl(origin, card?.cardId ?? '', card?.code)]);
  });
});
