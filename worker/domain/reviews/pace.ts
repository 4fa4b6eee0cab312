import { metersBetween } from '#schema/finding/geo.ts';
import { hastyFindsSignal, impossibleJumpsSignal, secondsPerHour } from '#schema/rules.ts';
import { getFinds, type ReviewCase } from './case.ts';
import type { FindFact } from './facts.ts';

export type Haste =
  | { kind: 'crowded'; finds: number; seconds: number }
  | { kind: 'jumps'; jumps: number; longest: { km: number; seconds: number } };

/** Returns null if the pace is possible. Ignores offline finds, which are dated by their arrival. */
export function findHaste(reviewCase: ReviewCase, userId: number): Haste | null {
  const finds = getFinds(reviewCase, userId).filter(({ source }) => source !== 'offline');
  return findCrowding(finds) ?? findJumps(finds, reviewCase);
}

/** Returns the most finds within a minute, and how many seconds they took. */
function findCrowding(finds: readonly FindFact[]): Haste | null {
  let fastest: { finds: number; seconds: number } | undefined;
  let first = 0;
  for (const [last, { at }] of finds.entries()) {
    while (at - (finds[first]?.at ?? at) > hastyFindsSignal.withinSeconds) first += 1;
    const count = last - first + 1;
    if (count > (fastest?.finds ?? 0)) fastest = { finds: count, seconds: at - (finds[first]?.at ?? at) };
  }
  return fastest && fastest.finds >= hastyFindsSignal.finds ? { kind: 'crowded', ...fastest } : null;
}

function findJumps(finds: readonly FindFact[], { cards }: ReviewCase): Haste | null {
  const firstCardFinds = finds.flatMap(({ cardId, at }) => {
    const place = cards.get(cardId)?.place;
    return place ? [{ place, at }] : [];
  });
  const jumps = firstCardFinds.slice(1).flatMap(({ place, at }, index) => {
    const before = firstCardFinds[index];
    if (!before) return [];
    const [km, seconds] = [metersBetween(before.place, place) / 1_000, at - before.at];
    return isImpossible(km, seconds) ? [{ km: Math.round(km), seconds }] : [];
  });
  const [longest] = jumps.toSorted((a, b) => b.km - a.km);
  return longest && jumps.length >= impossibleJumpsSignal.jumps ? { kind: 'jumps', jumps: jumps.length, longest } : null;
}

/** Ignores the first kilometer, because trains are fast and card locations are imprecise. */
function isImpossible(km: number, seconds: number): boolean {
  const { flightFromKm, flightKmPerHour, groundKmPerHour } = impossibleJumpsSignal;
  const kmPerHour = km < flightFromKm ? groundKmPerHour : flightKmPerHour;
  return km > 1 && (km - 1) / kmPerHour > seconds / secondsPerHour;
}

export function describeHaste(haste: Haste): string {
  return haste.kind === 'crowded'
    ? `${haste.finds} finds within ${haste.seconds} seconds`
    : `${haste.jumps} finds impossibly far from the one before, the farthest ${haste.longest.km} km in ${describeDuration(haste.longest.seconds)}`;
}

function describeDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 2 * secondsPerHour ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / secondsPerHour)} hours`;
}
