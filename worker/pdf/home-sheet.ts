/**
 * Sheets of ten business-card-sized cards for printing at home. Each sheet has a page of fronts and a page of backs, mirrored so that they
 * match when the paper is flipped on its long edge.
 */
import { Duplex, PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import type { Paper } from '#schema/printing/print.ts';
import { english } from '#worker/words/words.ts';
import { backName, describe, type PrintedCard, prepareLettering, shareForms } from './card-print.ts';
import type { Lettering } from './lettering.ts';
import type { NameFonts } from './names/name-fonts.ts';
import { drawBack, drawCardId, qrSquare } from './print/back-art.ts';
import { cardFormat } from './print/card-format.ts';
import { bodyFont } from './print/fonts.ts';
import { drawFront } from './print/front-art.ts';
import { Pen } from './print/pen.ts';
import { drawQrModules } from './print/qr-modules.ts';

interface SheetFormat {
  page: { width: number; height: number };
  card: { width: number; height: number };
}

/** Sizes in tenths of a millimeter: 85 x 55 mm cards on A4, 3.5 x 2 inch cards on Letter. */
const formats: Record<Paper, SheetFormat> = {
  a4: { page: { width: 2_100, height: 2_970 }, card: { width: 850, height: 550 } },
  letter: { page: { width: 2_159, height: 2_794 }, card: { width: 889, height: 508 } },
};

const columns = 2;
const rows = 5;
const pointsPerUnit = 72 / 254;
const markGap = 15;
const markLength = 45;

interface Cell {
  x: number;
  y: number;
}

/** Draws the sheets, with notes in the given words. The bytes are deterministic. */
export async function drawHomeSheets(
  cards: PrintedCard[],
  paper: Paper,
  fonts: NameFonts,
  publicOrigin: string,
  drawnAt: Date,
  { t } = english,
): Promise<Uint8Array<ArrayBuffer>> {
  const format = formats[paper];
  const document = await PDFDocument.create({ updateMetadata: false });
  describe(document, cards, drawnAt, 'Ten cards a page, double-sided, with cut marks', Duplex.DuplexFlipLongEdge);
  const address = new URL(publicOrigin).host;
  const notes = {
    fronts: t('Fronts. Print at 100 % on both sides, flipped on the long edge.'),
    backs: t('Backs'),
  };
  const lettering = await prepareLettering(
    cards,
    fonts,
    (pen, words) => drawBack(pen, address, words),
    (pen) => drawNote(pen, format, notes.fronts + notes.backs),
  );
  const margin = getSideMargin(format);
  const box = [-margin, 0, cardFormat.width + margin, cardFormat.height];
  const resources = shareForms(document, lettering, cards, box, (pen, words) =>
    words ? drawBack(pen, address, words, margin) : drawFront(pen, margin),
  );
  for (let start = 0; start < cards.length; start += columns * rows) {
    const sheet = cards.slice(start, start + columns * rows);
    addPage(document, resources.ref, lettering, format, (pen) => {
      for (const index of sheet.keys()) drawCard(pen, format, findCell(format, index, false), (card) => card.raw('/Front Do'));
      drawNote(pen, format, notes.fronts);
    });
    addPage(document, resources.ref, lettering, format, (pen) => {
      for (const [index, printedCard] of sheet.entries()) {
        const { cardId, code } = printedCard;
        drawCard(pen, format, findCell(format, index, true), (card) => {
          card.raw(`/${backName(printedCard)} Do`);
          drawQrModules(card, cardPageUrl(publicOrigin, cardId, code), qrSquare);
          drawCardId(card, cardId, printedCard.words ?? english);
        });
      }
      drawNote(pen, format, notes.backs);
    });
  }
  resources.embedFonts();
  return new Uint8Array(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));
}

const getScale = ({ card }: SheetFormat) => card.height / cardFormat.trim.height;
/** Width that the artwork needs on each side to fill the card, in units of the artwork. */
const getSideMargin = (format: SheetFormat) => (format.card.width / getScale(format) - cardFormat.trim.width) / 2;

function getGrid({ page, card }: SheetFormat) {
  return { left: (page.width - columns * card.width) / 2, top: (page.height - rows * card.height) / 2 };
}

function findCell(format: SheetFormat, index: number, isBack: boolean): Cell {
  const { left, top } = getGrid(format);
  const column = index % columns;
  return {
    x: left + (isBack ? columns - 1 - column : column) * format.card.width,
    y: top + Math.floor(index / columns) * format.card.height,
  };
}

function drawCard(pen: Pen, format: SheetFormat, { x, y }: Cell, draw: (card: Pen) => void): void {
  const { width, height } = format.card;
  const scale = getScale(format);
  const origin = { x: x + (getSideMargin(format) - cardFormat.bleed) * scale, y: y - cardFormat.bleed * scale, scale };
  pen.drawInside(`M${x} ${y}h${width}v${height}h${-width}Z`, (inside) => inside.at(origin, draw));
}

function drawNote(pen: Pen, format: SheetFormat, text: string): void {
  const { left, top } = getGrid(format);
  pen.text(text, left + 30, top - 30, { font: bodyFont, size: 24, color: 'black' });
}

/** Draws the cut marks around the cards, with quarter-point lines. */
function drawCutMarks(pen: Pen, format: SheetFormat): void {
  const { left, top } = getGrid(format);
  const [right, bottom] = [left + columns * format.card.width, top + rows * format.card.height];
  const uprights = Array.from({ length: columns + 1 }, (_, column) => left + column * format.card.width).flatMap((x) => [
    `M${x} ${top - markGap}v${-markLength}`,
    `M${x} ${bottom + markGap}v${markLength}`,
  ]);
  const lines = Array.from({ length: rows + 1 }, (_, row) => top + row * format.card.height).flatMap((y) => [
    `M${left - markGap} ${y}h${-markLength}`,
    `M${right + markGap} ${y}h${markLength}`,
  ]);
  pen.stroke([...uprights, ...lines].join(''), 'black', 0.9);
}

function addPage(document: PDFDocument, resources: PDFRef, lettering: Lettering, format: SheetFormat, draw: (pen: Pen) => void): void {
  const [width, height] = [format.page.width * pointsPerUnit, format.page.height * pointsPerUnit];
  const page = document.addPage([width, height]);
  const pen = new Pen(lettering);
  // Maps tenths of a millimeter from the top left corner, y downward, to the page.
  pen.raw(`q ${pointsPerUnit} 0 0 ${-pointsPerUnit} 0 ${height} cm`);
  draw(pen);
  drawCutMarks(pen, format);
  pen.raw('Q');
  page.node.set(PDFName.of('Resources'), resources);
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(pen.content())));
}
