import { cardFormat, type PageLayout } from './card-format.ts';
import { bodyFont } from './fonts.ts';
import type { Pen } from './pen.ts';

const { bleed, slug, trim, width, height } = cardFormat;
const gap = 5;
const length = 50;

/** Draws crop marks with quarter-point lines, in black ink only. */
export function drawCropMarks(pen: Pen): void {
  const lines = [bleed, bleed + trim.height].flatMap((y) => [`M${-gap} ${y}h${-length}`, `M${width + gap} ${y}h${length}`]);
  const uprights = [bleed, bleed + trim.width].flatMap((x) => [`M${x} ${-gap}v${-length}`, `M${x} ${height + gap}v${length}`]);
  pen.stroke([...lines, ...uprights].join(''), 'black', 0.9);
}

/** Draws a label outside the card, used to match fronts and backs after printing. */
export function drawSlugLine(pen: Pen, text: string): void {
  pen.text(text, width / 2, height + slug - 28, { font: bodyFont, size: 18, color: 'black', align: 'center' });
}

/** Maps artwork coordinates to the page: tenths of a millimeter from the corner of the bleed, y downward. */
export function drawOntoPage(pen: Pen, { bleed: box }: PageLayout, draw: (pen: Pen) => void): void {
  pen.raw(`q ${box.width / width} 0 0 ${-box.height / height} ${box.x} ${box.y + box.height} cm`);
  draw(pen);
  pen.raw('Q');
}
