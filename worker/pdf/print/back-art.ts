/** Draws the back of a card. Only the QR code and id differ between cards. */
import { tokensPerScan } from '#schema/rules.ts';
import { boxPath, cardFormat } from './card-format.ts';
import { contourLines } from './contours.ts';
import { textWidth } from './font.ts';
import { bodyFont, boldFont, displayFont } from './fonts.ts';
import { inks } from './ink.ts';
import { logo } from './landmarks.ts';
import type { Pen } from './pen.ts';
import { ellipse, roundedBox } from './svg-path.ts';

const { width, height } = cardFormat;
const panelWidth = 574;
/** White square for the QR code and its quiet zone. */
const tile = { x: 72, y: 98, size: 460 };
const tileCenter = tile.x + tile.size / 2;

export const qrSquare = tile;

const steps = [
  ['Scan the QR code', 'with your phone’s camera.'],
  ['Sign in, or join for free.', 'It takes a minute.'],
  [`Earn ${tokensPerScan} Treasure Token.`, 'Trade tokens for vacations.'],
] as const;

/**
 * Draws the artwork shared by all card backs. `address` is the site's address as people type it. `sideMargin` widens the ground at both
 * sides for cards of another shape.
 */
export function drawBack(pen: Pen, address: string, sideMargin = 0): void {
  const area = boxPath(-sideMargin, width + sideMargin);
  const panelArea = boxPath(-sideMargin, panelWidth);
  pen.drawInside(area, (ground) => {
    ground.fill(area, inks.paper);
    ground.stroke(contourLines({ x: 960, y: 700, step: 46, lines: 9, shape: 2 }), inks.paperLine, 2);
    ground.drawInside(panelArea, (panel) => {
      panel.fill(panelArea, inks.forestDeep);
      panel.stroke(contourLines({ x: 120, y: 700, step: 40, lines: 14, shape: 0.5 }), inks.forestLine, 2);
    });
    ground.fill(`M${panelWidth} 0h8V${height}h-8Z`, inks.gold);
  });
  pen.fill(roundedBox(tile.x, tile.y, tile.size, tile.size, 26), inks.white);
  drawInstructions(pen);
  drawFooter(pen, address);
}

/** Draws the id as plain text, in case a camera cannot read the code. */
export function drawCardId(pen: Pen, cardId: string): void {
  pen.text('CARD ID', tileCenter, 614, { font: boldFont, size: 24, color: inks.gold, align: 'center', spacing: 4 });
  pen.text(cardId, tileCenter, 690, { font: boldFont, size: 76, color: inks.paperRaised, align: 'center', spacing: 2 });
}

const leftEdge = 622;
const rightEdge = width - cardFormat.bleed - cardFormat.safety;

function drawInstructions(pen: Pen): void {
  const heading = { font: displayFont, size: 60, color: inks.forestDeep };
  pen.text('You found', leftEdge, 140, heading).text('a Cache Card!', leftEdge, 204, heading);
  steps.forEach(([first, second], index) => {
    const y = 288 + index * 96;
    pen.fill(ellipse(leftEdge + 24, y, 24), inks.vermilion);
    pen.text(String(index + 1), leftEdge + 24, y + 11.5, { font: boldFont, size: 33, color: inks.paperRaised, align: 'center' });
    pen.text(first, leftEdge + 66, y - 3, { font: boldFont, size: 32, color: inks.black });
    pen.text(second, leftEdge + 66, y + 33, { font: bodyFont, size: 29, color: inks.black });
  });
}

function drawFooter(pen: Pen, address: string): void {
  pen.stroke(`M${leftEdge} 566H${rightEdge}`, inks.goldDeep, 3, [0.1, 11]);
  const requestStyle = { font: boldFont, size: 30, color: inks.forestDeep };
  pen.text('Please leave this card', leftEdge, 610, requestStyle).text('where you found it.', leftEdge, 646, requestStyle);
  pen.at({ x: leftEdge - 4, y: 668, scale: 1.3 }, logo);
  const maxWidth = rightEdge - leftEdge - 72;
  const size = Math.min(30, (30 * maxWidth) / textWidth(boldFont, address, 30));
  pen.text(address, leftEdge + 72, 710, { font: boldFont, size, color: inks.vermilionDeep });
}
