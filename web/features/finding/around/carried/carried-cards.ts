/** Cards that a member has taken along, as plain data. Product rules: Finding cards. */
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { cardsCarriedAtMost, carriedBytesAtMost } from '#schema/rules.ts';

export interface CarriedCards {
  memberId: number;
  /** Where they are around. */
  place: Place;
  placeName: string;
  /** Milliseconds. */
  takenAt: number;
  cards: NearCard[];
}

const bytesOf = (carried: CarriedCards) => new TextEncoder().encode(JSON.stringify(carried)).length;

/** What is kept of cards: the nearest, and where they are too much together, the longest hints are cut, and then the longest names. */
export function fitToCarry(whole: CarriedCards): CarriedCards {
  const carried = { ...whole, cards: whole.cards.slice(0, cardsCarriedAtMost) };
  return cutLongest(cutLongest(carried, 'hint'), 'name');
}

/** With the most characters of that text that everything together leaves room for. */
function cutLongest(carried: CarriedCards, text: 'hint' | 'name'): CarriedCards {
  const cutTo = (most: number) => ({ ...carried, cards: carried.cards.map((card) => ({ ...card, [text]: cut(card[text], most) })) });
  let [fits, tooMany] = [0, Math.max(0, ...carried.cards.map((card) => card[text].length)) + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (bytesOf(cutTo(middle)) <= carriedBytesAtMost) fits = middle;
    else tooMany = middle;
  }
  return cutTo(fits);
}

/** At most so many characters, whole ones, with an ellipsis in place of what is gone. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = Math.max(0, most - 1);
  // Half a character is none.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
  return most === 0 ? '' : `${text.slice(0, end).trimEnd()}…`;
}
