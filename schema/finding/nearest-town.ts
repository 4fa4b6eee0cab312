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
export function findNearestTown({ regions, towns }: TownFile, place: Place): NearTown | undefined {
  let nearest: TownRow | undefined;
  let nearestKm = maxTownKm;
  for (const town of towns) {
    // Rules out most towns without trigonometry because there may be thousands of locations and towns.
    if (Math.abs(town[2] - place.latitude) > maxTownDegrees) continue;
    const km = distanceKm(place, { latitude: town[2], longitude: town[3] });
    if (km < nearestKm) [nearest, nearestKm] = [town, km];
  }
  if (!nearest) return undefined;
  const [state = '', countryCode = ''] = (regions[nearest[1]] ?? '').split('|');
  return { name: nearest[0], region: `${state}|${countryCode}`, countryCode };
}
