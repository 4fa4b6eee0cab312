import type { CardPlace } from '#schema/finding/finding.ts';
import { bearingDegrees, metersBetween, type Place } from '#schema/finding/geo.ts';
import { shownPlace } from '#schema/finding/shown-place.ts';

export type FoundFilter = 'all' | 'unfound' | 'found';
export type CardOrder = 'nearest' | 'name';

/** Way from a position to a card's shown place. */
export interface Way {
  meters: number;
  /** Degrees clockwise from north. */
  bearing: number;
  /** The position is in the card's cell, so only the hint helps from here. */
  isInItsArea: boolean;
}

export function wayTo(from: Place, card: CardPlace): Way {
  // Two places are in the same cell if they have the same shown place.
  const same = card.visibility === 'exact' ? null : shownPlace(from, card.visibility);
  const isInItsArea = same !== null && same.latitude === card.latitude && same.longitude === card.longitude;
  return { meters: metersBetween(from, card), bearing: bearingDegrees(from, card), isInItsArea };
}

/** Filters and sorts; `nearest` is by distance from `from`. */
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
 * Whether the list loaded at `askedAt` must be reloaded at `here`. It contains every card up to its farthest one, so its near half stays
 * complete while the member moves up to half that distance.
 */
export function needsAsking(askedAt: Place, here: Place, cards: CardPlace[], isWhole: boolean): boolean {
  if (isWhole) return false;
  const reach = Math.max(0, ...cards.map((card) => metersBetween(askedAt, card)));
  return metersBetween(askedAt, here) > Math.max(leastMetersUntilAskedAgain, reach / 2);
}

/** Rounded to about 100 m, so that the server never learns the exact position. The page computes the distances. */
export function askedPlace({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 1_000) / 1_000, longitude: Math.round(longitude * 1_000) / 1_000 };
}
