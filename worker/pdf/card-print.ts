/**
 * Print-ready PDF of cards, with alternating front and back pages, bleed, crop marks and embedded fonts. Shared artwork is stored once, so
 * a file with 100 cards is little larger than one with a single card.
 */
import { Duplex, PDFDocument, PDFName, type PDFRef, PrintScaling } from '@cantoo/pdf-lib';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import type { CardSize } from '#schema/printing/print.ts';
import { english, type Words } from '#worker/words/words.ts';
import { Lettering } from './lettering.ts';
import type { NameFonts } from './names/name-fonts.ts';
import { drawBack, drawCardId, qrSquare } from './print/back-art.ts';
import { markedPage, type PageLayout, plainPages } from './print/card-format.ts';
import { drawCropMarks, drawOntoPage, drawSlugLine } from './print/crop-marks.ts';
import { drawFront } from './print/front-art.ts';
import { Pen } from './print/pen.ts';
import { drawQrModules } from './print/qr-modules.ts';

export interface PrintedCard {
  cardId: string;
  /** Secret code in the QR code; undefined for test cards. */
  code?: string;
  /** Words of the back; English by default. */
  words?: Words;
}

/** Draws alternating front and back pages for duplex printing. The bytes are deterministic. */
export function drawCardSheet(
  cards: PrintedCard[],
  fonts: NameFonts,
  publicOrigin: string,
  drawnAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  return drawCards(cards, fonts, publicOrigin, drawnAt, markedPage, '105 x 74');
}

/** Draws the two pages of one card for a printing company, with bleed but without crop marks. The bytes are deterministic. */
export function drawPrintFile(
  card: PrintedCard,
  size: CardSize,
  fonts: NameFonts,
  publicOrigin: string,
  drawnAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  return drawCards([card], fonts, publicOrigin, drawnAt, plainPages[size], size === 'card_flat_105x74_mm' ? '105 x 74' : '148 x 105');
}

async function drawCards(
  cards: PrintedCard[],
  fonts: NameFonts,
  publicOrigin: string,
  drawnAt: Date,
  layout: PageLayout,
  millimeters: string,
) {
  const document = await PDFDocument.create({ updateMetadata: false });
  describe(document, cards, drawnAt, `Cards of ${millimeters} mm with 3 mm bleed, double-sided, full color`);
  const address = new URL(publicOrigin).host;
  const lettering = await prepareLettering(cards, fonts, (pen, words) => drawBack(pen, address, words));
  const resources = shareDrawings(document, lettering, cards, layout, address);

  for (const card of cards) {
    addPage(document, resources.ref, lettering, layout, (pen) => {
      pen.raw('/Front Do');
      if (layout.hasMarks) drawOntoPage(pen, layout, () => drawSlugLine(pen, `Cache Cards · ${card.cardId} · front`));
    });
    addPage(document, resources.ref, lettering, layout, (pen) => {
      pen.raw(`/${backName(card)} Do`);
      drawOntoPage(pen, layout, () => {
        drawQrModules(pen, cardPageUrl(publicOrigin, card.cardId, card.code), qrSquare);
        drawCardId(pen, card.cardId, card.words ?? english);
        if (layout.hasMarks) drawSlugLine(pen, `Cache Cards · ${card.cardId} · back`);
      });
    });
  }
  resources.embedFonts();
  return new Uint8Array(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));
}

/** Loads the fonts for the backs of the cards, which `draw` draws without the card's id, and for further texts. */
export async function prepareLettering(
  cards: PrintedCard[],
  fonts: NameFonts,
  draw: (pen: Pen, words: Words) => void,
  drawTexts: (pen: Pen) => void = () => undefined,
): Promise<Lettering> {
  const backs = listBacks(cards);
  const lettering = new Lettering(
    fonts,
    [...backs.values()].map(({ language }) => language),
  );
  await lettering.loadFonts(() => {
    const pen = new Pen(lettering);
    for (const words of backs.values()) {
      draw(pen, words);
      drawCardId(pen, '', words);
    }
    drawTexts(pen);
  });
  return lettering;
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

interface Resources {
  ref: PDFRef;
  /** Called when all pages are drawn. */
  embedFonts: () => void;
}

function shareDrawings(document: PDFDocument, lettering: Lettering, cards: PrintedCard[], layout: PageLayout, address: string): Resources {
  const { width, height } = layout.media;
  return shareForms(document, lettering, cards, [0, 0, width, height], (pen, words) =>
    drawOntoPage(pen, layout, () => {
      if (words) drawBack(pen, address, words);
      else drawFront(pen);
      if (layout.hasMarks) drawCropMarks(pen);
    }),
  );
}

/** Registers the front and one back for each language of the cards as drawings, which all pages share. Without words, draws the front. */
export function shareForms(
  { context }: PDFDocument,
  lettering: Lettering,
  cards: PrintedCard[],
  box: number[],
  draw: (pen: Pen, words?: Words) => void,
): Resources {
  const fonts = context.nextRef();
  const register = (words?: Words) => {
    const pen = new Pen(lettering);
    draw(pen, words);
    const form = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: { Font: fonts } };
    return context.register(context.flateStream(pen.content(), form));
  };
  const backs = [...listBacks(cards)].map(([name, words]) => [name, register(words)]);
  const ref = context.register(context.obj({ Font: fonts, XObject: { Front: register(), ...Object.fromEntries(backs) } }));
  return { ref, embedFonts: () => context.assign(fonts, context.obj(lettering.embed(context))) };
}

/** Returns the name of the drawing of the card's back. */
export function backName({ words = english }: PrintedCard): string {
  return `Back-${words.language}`;
}

const listBacks = (cards: PrintedCard[]): Map<string, Words> => new Map(cards.map((card) => [backName(card), card.words ?? english]));

function addPage(
  document: PDFDocument,
  resources: PDFRef,
  lettering: Lettering,
  { media, bleed, trim }: PageLayout,
  draw: (pen: Pen) => void,
): void {
  const page = document.addPage([media.width, media.height]);
  page.setBleedBox(bleed.x, bleed.y, bleed.width, bleed.height);
  page.setTrimBox(trim.x, trim.y, trim.width, trim.height);
  const pen = new Pen(lettering);
  draw(pen);
  page.node.set(PDFName.of('Resources'), resources);
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(pen.content())));
}
