import { metersBetween } from '#schema/finding/geo.ts';
import type { AdminReviewCase, CaseCard } from '#schema/reviews/admin-review-case.ts';
import { number, plural } from '#web/lib/format.ts';

export const mapSize = { width: 480, height: 270, margin: 30 };
/** Minimum span in degrees (about a kilometer). Prevents the map from zooming in further on nearby cards. */
const smallestSpanDegrees = 0.01;

export interface MapPoint {
  id: number;
  label: string;
  x: number;
  y: number;
  radius: number;
  isInGroup: boolean;
}

export interface GridLine {
  at: number;
  label: string;
}

export interface CaseMap {
  points: MapPoint[];
  meridians: GridLine[];
  parallels: GridLine[];
}

type PlacedCard = CaseCard & { place: NonNullable<CaseCard['place']> };

function listPlacedCards({ cards }: AdminReviewCase): PlacedCard[] {
  const placedCards = cards.filter((card): card is PlacedCard => card.place !== null);
  const longitudes = placedCards.map(({ place }) => place.longitude);
  const eastwardLongitudes = longitudes.map(normalizeLongitude);
  if (getSpan(longitudes) <= getSpan(eastwardLongitudes)) return placedCards;
  return placedCards.map((card) => {
    const { latitude, longitude } = card.place;
    return { ...card, place: { latitude, longitude: normalizeLongitude(longitude) } };
  });
}

/** Lets longitudes continue past 180° if the cards are on both sides of the antimeridian. */
function normalizeLongitude(longitude: number): number {
  return longitude < 0 ? longitude + 360 : longitude;
}

function getSpan(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** Returns the map of the case, or null if no card has a location. */
export function caseMap(reviewCase: AdminReviewCase): CaseMap | null {
  const placedCards = listPlacedCards(reviewCase);
  if (placedCards.length === 0) return null;
  const finds = new Map<number, number>();
  for (const { cardId } of reviewCase.finds) finds.set(cardId, (finds.get(cardId) ?? 0) + 1);
  const group = new Set(reviewCase.accounts.filter(({ isInGroup }) => isInGroup).map(({ id }) => id));

  const latitudes = getRange(placedCards.map(({ place }) => place.latitude));
  const longitudes = getRange(placedCards.map(({ place }) => place.longitude));
  // A degree of longitude gets shorter with the cosine of the latitude, so scale longitudes to match.
  const longitudeScale = Math.max(0.1, Math.cos((latitudes.middle * Math.PI) / 180));
  const { width, height, margin } = mapSize;
  const [wide, high] = [width - 2 * margin, height - 2 * margin];
  const pixelsPerDegree = Math.min(
    high / Math.max(latitudes.span, smallestSpanDegrees),
    wide / (Math.max(longitudes.span, smallestSpanDegrees) * longitudeScale),
  );
  const x = (longitude: number) => round(width / 2 + (longitude - longitudes.middle) * longitudeScale * pixelsPerDegree);
  const y = (latitude: number) => round(height / 2 - (latitude - latitudes.middle) * pixelsPerDegree);
  return {
    points: placedCards.map(({ id, name, ownerId, place, hasMoved }) => ({
      ...{ id, x: x(place.longitude), y: y(place.latitude) },
      label: `${name}: ${degrees(place.latitude, 'N', 'S', 4)} ${degrees(place.longitude, 'E', 'W', 4)}, ${plural(finds.get(id) ?? 0, 'find')}${hasMoved ? ', moved since' : ''}`,
      radius: round(4 + Math.min(6, 1.5 * Math.sqrt(finds.get(id) ?? 0))),
      isInGroup: ownerId !== null && group.has(ownerId),
    })),
    meridians: gridLines(longitudes.middle, (width - 2 * margin) / (longitudeScale * pixelsPerDegree), 180).map((at) => ({
      at: x(at),
      label: degrees(at, 'E', 'W'),
    })),
    parallels: gridLines(latitudes.middle, (height - margin) / pixelsPerDegree, 90).map((at) => ({
      at: y(at),
      label: degrees(at, 'N', 'S'),
    })),
  };
}

/** Describes the cards' locations: `20 of 24 cards have a location, at most 3.2 km apart.` */
export function spreadLabel(reviewCase: AdminReviewCase): string {
  const placedCards = listPlacedCards(reviewCase);
  const all = reviewCase.cards.length;
  if (placedCards.length === 0) return all === 0 ? 'No cards contributed to this certificate.' : 'These cards have no location.';
  const knownCards =
    placedCards.length === all
      ? `${all === 1 ? 'The card has' : `All ${number(all)} cards have`} a location`
      : `${placedCards.length} of ${plural(all, 'card')} have a location`;
  if (placedCards.length === 1) return `${knownCards}.`;
  const maxDistanceKm = Math.max(
    ...placedCards.map((one) => Math.max(...placedCards.map((other) => metersBetween(one.place, other.place) / 1_000))),
  );
  if (maxDistanceKm < 0.05) return `${knownCards}, all at one spot.`;
  return `${knownCards}, at most ${maxDistanceKm < 10 ? maxDistanceKm.toFixed(1) : number(Math.round(maxDistanceKm))} km apart.`;
}

function getRange(values: readonly number[]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { span: high - low, middle: (low + high) / 2 };
}

const gridSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60];

/** Returns at most six grid lines, at round numbers of degrees. */
function gridLines(middle: number, span: number, limit: number): number[] {
  const step = gridSteps.find((one) => span / one <= 6) ?? 60;
  const lines: number[] = [];
  for (let index = Math.ceil((middle - span / 2) / step); index * step <= middle + span / 2; index += 1) lines.push(index * step);
  return lines.filter((at) => limit === 180 || Math.abs(at) <= limit);
}

function degrees(value: number, positive: string, negative: string, digits = 3): string {
  const normalized = value > 180 ? value - 360 : value;
  const figure = Math.abs(normalized).toFixed(digits);
  if (normalized === 0) return '0°';
  return `${digits === 3 ? figure.replace(/\.?0+$/, '') : figure}° ${normalized < 0 ? negative : positive}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
