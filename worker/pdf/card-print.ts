/**
 * Print-ready PDF of cards, with alternating front and back pages, bleed, crop marks and embedded fonts. Shared artwork is stored once, so
 * a file with 100 cards is little larger than one with a single card.
 */
import { Duplex, PDFDocument, PDFName, type PDFRef, PrintScaling } from '@cantoo/pdf-lib';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import type { CardSize } from '#schema/printing/print.ts';
import { english, type Words } from '#worker/words/words.ts';
import { drawBack, drawCardId, qrSquare } from './print/back-art.ts';
import { markedPage, type PageLayout, plainPages } from './print/card-format.ts';
import { drawCropMarks, drawOntoPage, drawSlugLine } from './print/crop-marks.ts';
import { embedFont } from './print/font.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import { drawFront } from './print/front-art.ts';
import { type FontNames, Pen } from './print/pen.ts';
import { drawQrModules } from './print/qr-modules.ts';

export interface PrintedCard {
  cardId: string;
  /** Secret code in the QR code; undefined for test cards. */
  code?: string;
  /** Words of the back; English by default. */
  words?: Words;
}

export const fontNames: FontNames = new Map([
  [displayFont, 'Display'],
  [bodyFont, 'Body'],
  [boldFont, 'Bold'],
]);

/** Draws alternating front and back pages for duplex printing. The bytes are deterministic. */
export function drawCardSheet(cards: PrintedCard[], publicOrigin: string, drawnAt: Date): Promise<Uint8Array<ArrayBuffer>> {
  return drawCards(cards, publicOrigin, drawnAt, markedPage, '105 x 74');
}

/** Draws the two pages of one card for a printing company, with bleed but without crop marks. The bytes are deterministic. */
export function drawPrintFile(card: PrintedCard, size: CardSize, publicOrigin: string, drawnAt: Date): Promise<Uint8Array<ArrayBuffer>> {
  return drawCards([card], publicOrigin, drawnAt, plainPages[size], size === 'card_flat_105x74_mm' ? '105 x 74' : '148 x 105');
}

async function drawCards(cards: PrintedCard[], publicOrigin: string, drawnAt: Date, layout: PageLayout, millimeters: string) {
  const document = await PDFDocument.create({ updateMetadata: false });
  describe(document, cards, drawnAt, `Cards of ${millimeters} mm with 3 mm bleed, double-sided, full color`);
  const resources = shareDrawings(document, cards, new URL(publicOrigin).host, layout);

  for (const card of cards) {
    addPage(document, resources, layout, (pen) => {
      pen.raw('/Front Do');
      if (layout.hasMarks) drawOntoPage(pen, layout, () => drawSlugLine(pen, `Cache Cards · ${card.cardId} · front`));
    });
    addPage(document, resources, layout, (pen) => {
      pen.raw(`/${backName(card)} Do`);
      drawOntoPage(pen, layout, () => {
        drawQrModules(pen, cardPageUrl(publicOrigin, card.cardId, card.code), qrSquare);
        drawCardId(pen, card.cardId, card.words ?? english);
        if (layout.hasMarks) drawSlugLine(pen, `Cache Cards · ${card.cardId} · back`);
      });
    });
  }
  return new Uint8Array(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));
}

export function describe(
  document: PDFDocument,
  cards: PrintedCard[],
  drawnAt: Date,
  subject: string,
  duplex = Duplex.DuplexFlipShortEdge,
): void {
  const [first] = cards;
  const title = cards.length === 1 && first ? `Cache Card ${first.cardId}` : `${cards.length} Cache Cards`;
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor('Cache Cards');
  document.setCreator('Cache Cards');
  document.setProducer('Cache Cards');
  document.setSubject(subject);
  document.setLanguage('en');
  document.setCreationDate(drawnAt);
  document.setModificationDate(drawnAt);
  const preferences = document.catalog.getOrCreateViewerPreferences();
  preferences.setPrintScaling(PrintScaling.None);
  preferences.setDuplex(duplex);
}

function shareDrawings(document: PDFDocument, cards: PrintedCard[], address: string, layout: PageLayout): PDFRef {
  const { context } = document;
  const fonts = context.obj(Object.fromEntries([...fontNames].map(([font, name]) => [name, embedFont(context, font)])));
  const { media } = layout;
  const drawing = (draw: (pen: Pen) => void) => {
    const pen = new Pen(fontNames);
    drawOntoPage(pen, layout, () => {
      draw(pen);
      if (layout.hasMarks) drawCropMarks(pen);
    });
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, media.width, media.height], Resources: { Font: fonts } };
    return context.register(context.flateStream(pen.content(), form));
  };
  const XObject = { Front: drawing(drawFront), ...drawBacks(cards, (words) => drawing((pen) => drawBack(pen, address, words))) };
  return context.register(context.obj({ Font: fonts, XObject }));
}

/** Returns the name of the drawing of the card's back. */
export function backName({ words = english }: PrintedCard): string {
  return `Back-${words.language}`;
}

/** Draws one back for each language of the cards. */
export function drawBacks(cards: PrintedCard[], draw: (words: Words) => PDFRef): Record<string, PDFRef> {
  const wordsByName = new Map(cards.map((card) => [backName(card), card.words ?? english]));
  return Object.fromEntries([...wordsByName].map(([name, words]) => [name, draw(words)]));
}

function addPage(document: PDFDocument, resources: PDFRef, { media, bleed, trim }: PageLayout, draw: (pen: Pen) => void): void {
  const page = document.addPage([media.width, media.height]);
  page.setBleedBox(bleed.x, bleed.y, bleed.width, bleed.height);
  page.setTrimBox(trim.x, trim.y, trim.width, trim.height);
  const pen = new Pen(fontNames);
  draw(pen);
  page.node.set(PDFName.of('Resources'), resources);
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(pen.content())));
}
