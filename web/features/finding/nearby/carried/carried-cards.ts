/** Cards stored for offline use, as plain data. Product rules: Finding cards. */
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { maxCarriedBytes, maxCarriedCards } from '#schema/rules.ts';

export interface CarriedCards {
  memberId: number;
  place: Place;
  placeName: string;
  /** When the cards were stored, in Unix milliseconds. */
  takenAt: number;
  cards: NearCard[];
}

const measureBytes = (region: CarriedCards) => new TextEncoder().encode(JSON.stringify(region)).length;

/** Trims the cards to the size limits: keeps only the nearest cards, then shortens the longest hints, then the longest names. */
export function trimToLimits(original: CarriedCards): CarriedCards {
  const region = { ...original, cards: original.cards.slice(0, maxCarriedCards) };
  return truncateLongest(truncateLongest(region, 'hint'), 'name');
}

/** Truncates hints or names to the greatest length at which the total size is within the limit. Finds that length by binary search. */
function truncateLongest(region: CarriedCards, text: 'hint' | 'name'): CarriedCards {
  const truncateTo = (maxLength: number) => ({
    ...region,
    cards: region.cards.map((card) => ({ ...card, [text]: truncate(card[text], maxLength) })),
  });
  let [fittingLength, excessiveLength] = [0, Math.max(0, ...region.cards.map((card) => card[text].length)) + 1];
  while (excessiveLength - fittingLength > 1) {
    const middle = Math.floor((fittingLength + excessiveLength) / 2);
    if (measureBytes(truncateTo(middle)) <= maxCarriedBytes) fittingLength = middle;
    else excessiveLength = middle;
  }
  return truncateTo(fittingLength);
}

/** Truncates the text to `maxLength` UTF-16 units, including the ellipsis at the end. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = Math.max(0, maxLength - 1);
  // Avoids splitting a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
  return maxLength === 0 ? '' : `${text.slice(0, end).trimEnd()}…`;
}
