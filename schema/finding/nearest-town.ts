import type { Place } from '#schema/finding/geo.ts';
import type { TownFile, TownRow } from '#schema/finding/town-file.ts';
import { distanceKm, maxTownDegrees, maxTownKm } from '#schema/finding/town-squares.ts';

export interface NearTown {
  name: string;
  /** Region and country code, such as `North Carolina|US`. Distinguishes towns with the same name. */
  region: string;
  countryCode: string;
}

/** Returns the nearest town to a place in the file's square; undefined if no town is near. */
export function findNearestTown(file: TownFile, place: Place): NearTown | undefined {
  return findBestTown(file, place, (_, km) => -km);
}

/** Returns the largest town near a place in the file's square; undefined if no town is near. */
export function findLargestTown(file: TownFile, place: Place): NearTown | undefined {
  return findBestTown(file, place, ([, , , , thousands]) => thousands);
}

function findBestTown({ regions, towns }: TownFile, place: Place, rate: (town: TownRow, km: number) => number): NearTown | undefined {
  let best: TownRow | undefined;
  let bestRating = Number.NEGATIVE_INFINITY;
  for (const town of towns) {
    // Rules out most towns without trigonometry because there may be thousands of locations and towns.
    if (Math.abs(town[2] - place.latitude) > maxTownDegrees) continue;
    const km = distanceKm(place, { latitude: town[2], longitude: town[3] });
    const rating = rate(town, km);
    if (km < maxTownKm && rating > bestRating) [best, bestRating] = [town, rating];
  }
  if (!best) return undefined;
  const [state = '', countryCode = ''] = (regions[best[1]] ?? '').split('|');
  return { name: best[0], region: `${state}|${countryCode}`, countryCode };
}
