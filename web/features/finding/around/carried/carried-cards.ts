/** Cards stored for offline use, as plain data. Product rules: Finding cards. */
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { cardsCarriedAtMost, carriedBytesAtMost } from '#schema/rules.ts';

export interface CarriedCards {
  memberId: number;
  place: Place;
  placeName: string;
  /** Milliseconds. */
  takenAt: number;
  cards: NearCard[];
}

const measureBytes = (carried: CarriedCards) => new TextEncoder().encode(JSON.stringify(carried)).length;

/** Fits the cards into the size limits: keeps the nearest ones, then shortens the longest hints, then the longest names. */
export function fitToCarry(whole: CarriedCards): CarriedCards {
  const carried = { ...whole, cards: whole.cards.slice(0, cardsCarriedAtMost) };
  return cutLongest(cutLongest(carried, 'hint'), 'name');
}

/** Cuts hints or names to the greatest length that keeps the total within the limit (binary search). */
function cutLongest(carried: CarriedCards, text: 'hint' | 'name'): CarriedCards {
  const cutTo = (most: number) => ({ ...carried, cards: carried.cards.map((card) => ({ ...card, [text]: cut(card[text], most) })) });
  let [fits, tooMany] = [0, Math.max(0, ...carried.cards.map((card) => card[text].length)) + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measureBytes(cutTo(middle)) <= carriedBytesAtMost) fits = middle;
    else tooMany = middle;
  }
  return cutTo(fits);
}

/** `most` in UTF-16 units. Ends in an ellipsis. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = Math.max(0, most - 1);
  // Do not split a surrogate pair.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
  return most === 0 ? '' : `${text.slice(0, end).trimEnd()}…`;
}
