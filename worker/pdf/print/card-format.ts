/** Card dimensions (card_flat_105x74_mm) in tenths of a millimeter. Artwork coordinates start at the corner of the bleed. */

import type { CardSize } from '#schema/printing/print.ts';

const bleed = 30;
const trim = { width: 1_050, height: 740 };
/** Margin around the bleed for crop marks and a label. It is trimmed off after printing. */
const slug = 70;

export const cardFormat = {
  width: trim.width + 2 * bleed,
  height: trim.height + 2 * bleed,
  trim,
  bleed,
  slug,
  safety: 40,
} as const;

/** Path of a box as high as the artwork. */
export function boxPath(left: number, right: number): string {
  return `M${left} 0H${right}V${cardFormat.height}H${left}Z`;
}

const pointsPerUnit = 72 / 254;

function toPoints(units: number): number {
  return units * pointsPerUnit;
}

export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Positions of the boxes of a PDF page, in points from the lower left corner. The artwork fills the bleed. */
export interface PageLayout {
  media: PageBox;
  bleed: PageBox;
  trim: PageBox;
  hasMarks: boolean;
}

export const markedPage: PageLayout = createPageLayout(cardFormat.trim, slug);

/** Pages for printing companies, with nothing outside the bleed. The larger card uses the same artwork, scaled up. */
export const plainPages: Record<CardSize, PageLayout> = {
  card_flat_105x74_mm: createPageLayout({ width: 1_050, height: 740 }, 0),
  card_flat_148x105_mm: createPageLayout({ width: 1_480, height: 1_050 }, 0),
};

function createPageLayout(size: { width: number; height: number }, margin: number): PageLayout {
  const outer = bleed + margin;
  const box = (inset: number) => ({
    x: toPoints(inset),
    y: toPoints(inset),
    width: toPoints(size.width + 2 * outer - 2 * inset),
    height: toPoints(size.height + 2 * outer - 2 * inset),
  });
  return { media: box(0), bleed: box(margin), trim: box(outer), hasMarks: margin > 0 };
}
