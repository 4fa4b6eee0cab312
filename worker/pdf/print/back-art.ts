/** Draws the back of a card. Only the QR code and id differ between cards. */
import { tokensPerScan } from '#schema/rules.ts';
import type { Words } from '#worker/words/words.ts';
import { boxPath, cardFormat } from './card-format.ts';
import { contourLines } from './contours.ts';
import type { PrintFont } from './font.ts';
import { bodyFont, boldFont, displayFont } from './fonts.ts';
import { inks } from './ink.ts';
import { logo } from './landmarks.ts';
import type { Pen, TextStyle } from './pen.ts';
import { ellipse, roundedBox } from './svg-path.ts';

const { width, height } = cardFormat;
const panelWidth = 574;
/** White square for the QR code and its quiet zone. */
const tile = { x: 72, y: 98, size: 460 };
const tileCenter = tile.x + tile.size / 2;

export const qrSquare = tile;

/** Texts of two lines. */
const steps = ({ t }: Words) => [
  t('Scan the QR code\nwith your phone’s camera.'),
  t('Sign in, or join for free.\nIt takes a minute.'),
  t('Earn {count, plural, one {# Treasure Token} other {# Treasure Tokens}}.\nTrade tokens for vacations.', { count: tokensPerScan }),
];

/**
 * Draws the artwork shared by all card backs. `address` is the site's address as people type it. `sideMargin` widens the ground at both
 * sides for cards of another shape.
 */
export function drawBack(pen: Pen, address: string, words: Words, sideMargin = 0): void {
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
  drawInstructions(pen, words);
  drawFooter(pen, address, words);
}

const leftEdge = 622;
const rightEdge = width - cardFormat.bleed - cardFormat.safety;

/** Draws the id as plain text, in case a camera cannot read the code. */
export function drawCardId(pen: Pen, cardId: string, { t }: Words): void {
  const style = { font: boldFont, size: 24, color: inks.gold, align: 'center', spacing: 4 } as const;
  pen.text(t('CARD ID'), tileCenter, 614, { ...style, maxWidth: tile.size });
  pen.text(cardId, tileCenter, 690, { font: boldFont, size: 76, color: inks.paperRaised, align: 'center', spacing: 2 });
}

function drawInstructions(pen: Pen, words: Words): void {
  const heading = { font: displayFont, size: 60, color: inks.forestDeep };
  drawLines(pen, words.t('You found\na Cache Card!').split('\n'), { y: 140, leading: 64 }, heading);
  const lines = steps(words).map((step) => step.split('\n'));
  const maxWidth = rightEdge - leftEdge - 66;
  const fitLines = (place: number, font: PrintFont, size: number) =>
    pen.fit(
      lines.map((step) => step[place] ?? ''),
      { font, size, color: inks.black, maxWidth },
    );
  const first = fitLines(0, boldFont, 32);
  const styles = [first, fitLines(1, bodyFont, Math.min(29, 0.96 * first.size))];
  lines.forEach((step, index) => {
    const y = 288 + index * 96;
    pen.fill(ellipse(leftEdge + 24, y, 24), inks.vermilion);
    pen.text(String(index + 1), leftEdge + 24, y + 11.5, { font: boldFont, size: 33, color: inks.paperRaised, align: 'center' });
    styles.forEach((style, place) => {
      pen.text(step[place] ?? '', leftEdge + 66, y - 3 + 36 * place, style);
    });
  });
}

/** Draws lines in the same size. */
function drawLines(pen: Pen, lines: string[], { y, leading }: { y: number; leading: number }, style: TextStyle): void {
  const fittingStyle = pen.fit(lines, { ...style, maxWidth: rightEdge - leftEdge });
  lines.forEach((line, index) => {
    pen.text(line, leftEdge, y + index * leading, fittingStyle);
  });
}

function drawFooter(pen: Pen, address: string, { t }: Words): void {
  pen.stroke(`M${leftEdge} 566H${rightEdge}`, inks.goldDeep, 3, [0.1, 11]);
  const request = { font: boldFont, size: 30, color: inks.forestDeep };
  drawLines(pen, t('Please leave this card\nwhere you found it.').split('\n'), { y: 610, leading: 36 }, request);
  pen.at({ x: leftEdge - 4, y: 668, scale: 1.3 }, logo);
  const maxWidth = rightEdge - leftEdge - 72;
  pen.text(address, leftEdge + 72, 710, { font: boldFont, size: 30, color: inks.vermilionDeep, maxWidth });
}
