/** New cards around the place that a member chose. Product rules: Finds and notes to owners. */
import { metersBetween, type Place, wrapLongitude } from '#schema/finding/geo.ts';
import { cardsNamedInMail } from '#schema/rules.ts';

/** To hundredths of degrees, about 1 km: more of a home is not kept. */
export function roundedPlace({ latitude, longitude }: Place): Place {
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100 || 0;
  return { latitude: rounded(latitude), longitude: rounded(wrapLongitude(longitude)) };
}

/** A card that came on the map, where others see it. */
export interface Arrival extends Place {
  /** In the order of arrival. */
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

export interface Sighting {
  arrival: Arrival;
  meters: number;
}

/** Of others' cards that arrived since the last look, those within the radius, the nearest first. */
export function arrivalsNear(watch: Watch, arrivals: readonly Arrival[]): Sighting[] {
  return arrivals
    .filter(({ id, ownerId }) => id > watch.afterArrivalId && ownerId !== watch.userId)
    .map((arrival) => ({ arrival, meters: metersBetween(watch, arrival) }))
    .filter(({ meters }) => meters <= watch.radiusKm * 1_000)
    .sort((one, other) => one.meters - other.meters || one.arrival.id - other.arrival.id);
}

/** What the mail is filled with; null where there is nothing new. Distances are rounded up: they are from a rounded place. */
export function newCardsPayload(
  firstName: string | null,
  radiusKm: number,
  sightings: readonly Sighting[],
): Record<string, string | null> | null {
  if (sightings.length === 0) return null;
  const listedCards = sightings.slice(0, cardsNamedInMail).map(({ arrival, meters }) => ({
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
