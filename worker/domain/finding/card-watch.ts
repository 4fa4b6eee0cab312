/** See "Finds and notes to owners" in docs/product-rules.md. */
import { metersBetween, type Place, wrapLongitude } from '#schema/finding/geo.ts';
import { maxCardsPerMail } from '#schema/rules.ts';

/** Rounds to hundredths of a degree, about 1 km, the precision at which we store a member's home location. */
export function roundedPlace({ latitude, longitude }: Place): Place {
  const roundDegrees = (degrees: number) => Math.round(degrees * 100) / 100 || 0;
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(wrapLongitude(longitude)) };
}

export interface Arrival extends Place {
  id: number;
  cardRowId: number;
  name: string;
  ownerId: number;
}

export interface Watch extends Place {
  userId: number;
  radiusKm: number;
  afterArrivalId: number;
}

export interface NearbyArrival {
  arrival: Arrival;
  meters: number;
}

export function findNearbyArrivals(watch: Watch, arrivals: readonly Arrival[]): NearbyArrival[] {
  return arrivals
    .filter(({ id, ownerId }) => id > watch.afterArrivalId && ownerId !== watch.userId)
    .map((arrival) => ({ arrival, meters: metersBetween(watch, arrival) }))
    .filter(({ meters }) => meters <= watch.radiusKm * 1_000)
    .sort((one, other) => one.meters - other.meters || one.arrival.id - other.arrival.id);
}

/**
 * Builds the payload of the email about new cards; null if there are no new cards. Distances are rounded up, because they are measured from
 * a rounded location.
 */
export function newCardsPayload(
  firstName: string | null,
  radiusKm: number,
  sightings: readonly NearbyArrival[],
): Record<string, string | null> | null {
  if (sightings.length === 0) return null;
  const listedCards = sightings.slice(0, maxCardsPerMail).map(({ arrival, meters }) => ({
    name: arrival.name,
    km: Math.max(1, Math.ceil(meters / 1_000)),
  }));
  return {
    firstName,
    radiusKm: String(radiusKm),
    count: String(sightings.length),
    cards: JSON.stringify(listedCards),
    more: String(sightings.length - listedCards.length),
  };
}
