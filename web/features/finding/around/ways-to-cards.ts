import type { CardPlace } from '#schema/finding/finding.ts';
import { bearingDegrees, metersBetween, type Place } from '#schema/finding/geo.ts';
import { shownPlace } from '#schema/finding/shown-place.ts';

export type FoundFilter = 'all' | 'unfound' | 'found';
export type CardOrder = 'nearest' | 'name';

/** From a position to a card's shown place. */
export interface Way {
  meters: number;
  /** Degrees clockwise from north. */
  bearing: number;
  /** The position is in the card's cell: from here only the hint helps. */
  isInItsArea: boolean;
}

export function wayTo(from: Place, card: CardPlace): Way {
  // Somebody in the same cell would be shown at the same point.
  const same = card.visibility === 'exact' ? null : shownPlace(from, card.visibility);
  const isInItsArea = same !== null && same.latitude === card.latitude && same.longitude === card.longitude;
  return { meters: metersBetween(from, card), bearing: bearingDegrees(from, card), isInItsArea };
}

/** Filtered and sorted; nearest to `from` first, whatever the input order. */
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
 * Whether a list for one place must be reloaded at another. It has every card up to its farthest, so it stays right
 * within half of that distance.
 */
export function needsAsking(askedAt: Place, here: Place, cards: CardPlace[], isWhole: boolean): boolean {
  if (isWhole) return false;
  const reach = Math.max(0, ...cards.map((card) => metersBetween(askedAt, card)));
  return metersBetween(askedAt, here) > Math.max(leastMetersUntilAskedAgain, reach / 2);
}

/** Rounded to about 100 m: the server need not know the member's exact position, since the page computes distances. */
export function askedPlace({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 1_000) / 1_000, longitude: Math.round(longitude * 1_000) / 1_000 };
}
