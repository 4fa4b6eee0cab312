/** Measures of a printed card, card_flat_105x74_mm, in tenths of a millimetre. What is drawn counts from the corner of the bleed. */

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

export const toPoints = (units: number) => units * pointsPerUnit;

/** Of the page, in points: from its lower left corner, as PDF counts. */
export function pageBoxes() {
  const box = (inset: number) => ({
    x: toPoints(inset),
    y: toPoints(inset),
    width: toPoints(cardFormat.width + 2 * slug - 2 * inset),
    height: toPoints(cardFormat.height + 2 * slug - 2 * inset),
  });
  return { media: box(0), bleed: box(slug), trim: box(slug + bleed) };
}
