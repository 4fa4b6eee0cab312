/** Measures of a printed card, card_flat_105x74_mm, in tenths of a millimetre. What is drawn counts from the corner of the bleed. */

import type { CardSize } from '#schema/printing/print.ts';

const bleed = 30;
const trim = { width: 1_050, height: 740 };
/** Around the bleed: crop marks and a line that says which card this is. Cut off with it. */
const slug = 70;

export const cardFormat = {
  /** The card and what is cut off around it. */
  width: trim.width + 2 * bleed,
  height: trim.height + 2 * bleed,
  trim,
  bleed,
  slug,
  /** Nothing that matters comes nearer to the cut. */
  safety: 40,
} as const;

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

/** A page in points, from its lower left corner, as PDF counts. The art fills the bleed. */
export interface PageLayout {
  media: PageBox;
  bleed: PageBox;
  trim: PageBox;
  /** Whether there is room around the bleed for marks where to cut. */
  hasMarks: boolean;
}

/** For whoever prints and cuts by hand. */
export const markedPage: PageLayout = pageOf(cardFormat.trim, slug);

/** What a printing house takes: nothing around the bleed. The larger card has the same art, enlarged. */
export const plainPages: Record<CardSize, PageLayout> = {
  card_flat_105x74_mm: pageOf({ width: 1_050, height: 740 }, 0),
  card_flat_148x105_mm: pageOf({ width: 1_480, height: 1_050 }, 0),
};

function pageOf(size: { width: number; height: number }, margin: number): PageLayout {
  const outer = bleed + margin;
  const box = (inset: number) => ({
    x: toPoints(inset),
    y: toPoints(inset),
    width: toPoints(size.width + 2 * outer - 2 * inset),
    height: toPoints(size.height + 2 * outer - 2 * inset),
  });
  return { media: box(0), bleed: box(margin), trim: box(outer), hasMarks: margin > 0 };
}
