/** Cards as seen from where one stands. */

import type { CardPlace } from '#schema/finding/finding.ts';
import { bearingDegrees, metersBetween, type Place } from '#schema/finding/geo.ts';
import { shownPlace } from '#schema/finding/shown-place.ts';

export type FoundFilter = 'all' | 'unfound' | 'found';
export type CardOrder = 'nearest' | 'name';

/** From a place to what others may see of a card's. */
export interface Way {
  meters: number;
  /** Degrees clockwise from north. */
  bearing: number;
  /** One stands in the cell that the card is shown by: from here on nobody but its hint leads. */
  isInItsArea: boolean;
}

export function wayTo(from: Place, card: CardPlace): Way {
  // Who stands in the same cell would be shown at the same point.
  const same = card.visibility === 'exact' ? null : shownPlace(from, card.visibility);
  const isInItsArea = same !== null && same.latitude === card.latitude && same.longitude === card.longitude;
  return { meters: metersBetween(from, card), bearing: bearingDegrees(from, card), isInItsArea };
}

/** Those that are asked for, in the order that is asked for: the nearest to `from` first, whatever order they came in. */
export function shownCards<Card extends CardPlace>(cards: Card[], from: Place, filter: FoundFilter, order: CardOrder): Card[] {
  const kept = cards.filter(({ found }) => filter === 'all' || found === (filter === 'found' ? 'yes' : 'no'));
  if (order === 'name') return kept.sort((one, other) => one.name.localeCompare(other.name));
  return kept
    .map((card) => ({ card, meters: metersBetween(from, card) }))
    .sort((one, other) => one.meters - other.meters)
    .map(({ card }) => card);
}

const leastMetersUntilAskedAgain = 500;

/**
 * Whether a list that was asked for around one place has to be asked for anew at another. It has all cards up to its farthest,
 * so at half of that distance it is still right about those around: until then walking asks for nothing.
 */
export function needsAsking(askedAt: Place, here: Place, cards: CardPlace[], isWhole: boolean): boolean {
  if (isWhole) return false;
  const reach = Math.max(0, ...cards.map((card) => metersBetween(askedAt, card)));
  return metersBetween(askedAt, here) > Math.max(leastMetersUntilAskedAgain, reach / 2);
}

/** As the server is asked: to about 100 m. It need not know where a member stands, since the page reckons the distances. */
export function askedPlace({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 1_000) / 1_000, longitude: Math.round(longitude * 1_000) / 1_000 };
}
