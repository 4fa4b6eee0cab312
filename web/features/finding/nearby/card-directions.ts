import type { CardPlace } from '#schema/finding/finding.ts';
import { bearingDegrees, metersBetween, type Place } from '#schema/finding/geo.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import type { Fix } from '#web/lib/fix.ts';

export type FoundFilter = 'all' | 'unfound' | 'found';

export interface CardDirection {
  meters: number;
  /** Direction from the member to the card, in degrees clockwise from north. */
  bearing: number;
  /** True if the member is in the same map cell as the card. Distance and bearing are then meaningless, and only the hint helps. */
  isInCardArea: boolean;
}

/** Returns the direction from the member's position, a `Fix`, or from a place that they chose. */
export function getDirection(origin: Place | Fix, card: CardPlace): CardDirection {
  // Two positions are in the same cell if they are shown at the same point.
  const ownCell = 'accuracy' in origin && card.visibility !== 'exact' ? getShownPlace(origin, card.visibility) : null;
  const isInCardArea = ownCell !== null && ownCell.latitude === card.latitude && ownCell.longitude === card.longitude;
  return { meters: metersBetween(origin, card), bearing: bearingDegrees(origin, card), isInCardArea };
}

export function filterByFound<Card extends CardPlace>(cards: Card[], filter: FoundFilter): Card[] {
  return cards.filter(({ found }) => filter === 'all' || found === (filter === 'found' ? 'yes' : 'no'));
}

/** Returns the cards that match the filter, nearest first. */
export function filterByDistance<Card extends CardPlace>(cards: Card[], origin: Place, filter: FoundFilter): Card[] {
  return filterByFound(cards, filter)
    .map((card) => ({ card, meters: metersBetween(origin, card) }))
    .sort((a, b) => a.meters - b.meters)
    .map(({ card }) => card);
}

/** Distance in meters below which scanning is the main action instead of directions. */
const arrivalMeters = 100;

/** Whether the member, whose device's position is known, has arrived at the card. */
export function hasArrived(origin: Place | Fix, { isInCardArea, meters }: CardDirection): boolean {
  return 'accuracy' in origin && (isInCardArea || meters < arrivalMeters);
}

/** Maximum distance in meters at which a card counts as nearby. */
export const nearbyMeters = 50_000;

/** Returns the nearest card that the member has not found; undefined if none is nearby. */
export function findNextCard<Card extends CardPlace>(cards: Card[], origin: Place): Card | undefined {
  const [next] = filterByDistance(cards, origin, 'unfound');
  return next && metersBetween(origin, next) <= nearbyMeters ? next : undefined;
}

/**
 * Returns the nearest cards, those at most twice as far away as the nearest, if none is nearby. Cards that the member has not found come
 * before all others.
 */
export function listDistantCards<Card extends CardPlace>(cards: Card[], origin: Place): Card[] {
  const unfound = filterByDistance(cards, origin, 'unfound');
  const sorted = unfound.length > 0 ? unfound : filterByDistance(cards, origin, 'all');
  const nearestMeters = sorted[0] ? metersBetween(origin, sorted[0]) : 0;
  return nearestMeters <= nearbyMeters ? [] : sorted.filter((card) => metersBetween(origin, card) <= 2 * nearestMeters);
}

const minReloadMeters = 500;

/**
 * Returns whether a list loaded at `loadedAt` must be reloaded at `position`. The list contains every card up to its farthest one, so its
 * nearer half stays complete until the member has moved half that distance.
 */
export function needsReload(loadedAt: Place, position: Place, cards: CardPlace[], isComplete: boolean): boolean {
  if (isComplete) return false;
  const farthestMeters = Math.max(0, ...cards.map((card) => metersBetween(loadedAt, card)));
  return metersBetween(loadedAt, position) > Math.max(minReloadMeters, farthestMeters / 2);
}

/** Rounds a position to about 100 m so that the server never learns the exact position. The page computes the distances itself. */
export function roundPlace({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 1_000) / 1_000, longitude: Math.round(longitude * 1_000) / 1_000 };
}

const compassPoints = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
export type CompassPoint = (typeof compassPoints)[number];

/** Returns the compass point for a bearing in degrees clockwise from north. */
export function getCompassPoint(bearing: number): CompassPoint {
  return compassPoints[Math.round(bearing / 45) % compassPoints.length] ?? 'north';
}
