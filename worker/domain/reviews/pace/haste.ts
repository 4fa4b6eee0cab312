import { metersBetween } from '#schema/finding/geo.ts';
import { hastyFindsSignal, impossibleJumpsSignal, secondsPerHour } from '#schema/rules.ts';
import { getPlacement, type PlacedFind, type ReviewCase } from '#worker/domain/reviews/case.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type Haste =
  | { kind: 'crowded'; finds: number; seconds: number }
  | { kind: 'jumps'; jumps: number; longest: { km: number; seconds: number } };

/**
 * A finder with an impossible pace. `isCertain` is false if the finds may have been made earlier while offline, and only uploaded at this
 * pace.
 */
export interface HastyFinder {
  haste: Haste;
  isCertain: boolean;
}

/** A find with a time: either its arrival, or the time reported by the finder's device. */
export interface TimedFind extends PlacedFind {
  at: Seconds;
}

/** A trip between two consecutive finds with known locations. */
export interface Leg {
  from: TimedFind;
  to: TimedFind;
  km: number;
  /** Minimum travel time in seconds. */
  neededSeconds: number;
}

/** If the pace of the finds is impossible, returns the pace and the cards found at it; otherwise null. `finds` are sorted by time. */
export function findHaste(finds: readonly TimedFind[], cards: ReviewCase['cards']): { haste: Haste; cardIds: Set<number> } | null {
  const crowds = listCrowds(finds);
  const jumps = listLegs(finds, cards).filter(isImpossible);
  const areJumps = jumps.length >= impossibleJumpsSignal.jumps;
  const [largest] = crowds.toSorted((one, other) => other.length - one.length);
  const [longest] = jumps.toSorted((one, other) => other.km - one.km);
  const hastyFinds = [...crowds.flat(), ...(areJumps ? jumps.flatMap(({ from, to }) => [from, to]) : [])];
  const cardIds = new Set(hastyFinds.map(({ cardId }) => cardId));
  if (largest) return { haste: { kind: 'crowded', finds: largest.length, seconds: getSpan(largest) }, cardIds };
  if (!longest || !areJumps) return null;
  const { km, from, to } = longest;
  return { haste: { kind: 'jumps', jumps: jumps.length, longest: { km: Math.round(km), seconds: to.at - from.at } }, cardIds };
}

/** Returns every sequence of finds that reaches the per-minute limit. */
export function listCrowds(finds: readonly TimedFind[]): TimedFind[][] {
  let first = 0;
  return finds.flatMap(({ at }, last) => {
    while (at - (finds[first]?.at ?? at) > hastyFindsSignal.withinSeconds) first += 1;
    return last - first + 1 >= hastyFindsSignal.finds ? [finds.slice(first, last + 1)] : [];
  });
}

function getSpan(finds: readonly TimedFind[]): Seconds {
  return (finds.at(-1)?.at ?? 0) - (finds[0]?.at ?? 0);
}

/** Returns the trips between consecutive finds, skipping finds of cards without a location. */
export function listLegs(finds: readonly TimedFind[], cards: ReviewCase['cards']): Leg[] {
  const placedFinds = finds.flatMap((find) => {
    const place = getPlacement(find, cards)?.place;
    return place ? [{ find, place }] : [];
  });
  return placedFinds.slice(1).flatMap(({ find: to, place }, index) => {
    const before = placedFinds[index];
    if (!before) return [];
    const km = metersBetween(before.place, place) / 1_000;
    return [{ from: before.find, to, km, neededSeconds: getNeededSeconds(km) }];
  });
}

/** Returns the minimum travel time. Ignores the first kilometer because trains are fast and card locations are imprecise. */
function getNeededSeconds(km: number): number {
  const { flightFromKm, flightKmPerHour, groundKmPerHour } = impossibleJumpsSignal;
  return (Math.max(km - 1, 0) / (km < flightFromKm ? groundKmPerHour : flightKmPerHour)) * secondsPerHour;
}

export function isImpossible({ from, to, neededSeconds }: Leg): boolean {
  return neededSeconds > to.at - from.at;
}

export function describeHaste({ haste, isCertain }: HastyFinder): string {
  const pace =
    haste.kind === 'crowded'
      ? `sent ${haste.finds} finds within ${haste.seconds} seconds`
      : `sent ${haste.jumps} finds impossibly far from the one before, the farthest ${haste.longest.km} km in ${describeDuration(haste.longest.seconds)}`;
  return isCertain ? pace : `${pace} (a walk without network would explain that)`;
}

function describeDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 2 * secondsPerHour ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / secondsPerHour)} hours`;
}
