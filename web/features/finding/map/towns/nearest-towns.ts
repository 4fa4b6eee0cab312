/// <reference path="../virtual-modules.d.ts" />
/** Finds the town nearest to each location without an API call, using static files built from GeoNames (CC BY 4.0). */
import index from 'virtual:town-squares';
import type { Place } from '#schema/finding/geo.ts';
import { readTownFile } from '#web/features/finding/map/towns/read-town-file.ts';
import type { TownFile, TownRow } from '#web/features/finding/map/towns/town-file.ts';
import { distanceKm, maxTownDegrees, maxTownKm, squareOf } from '#web/features/finding/map/towns/town-squares.ts';
import { groupBy } from '#web/lib/group-by.ts';

export interface NearTown {
  name: string;
  /** Region and country code, such as `North Carolina|US`. Distinguishes towns with the same name. */
  region: string;
  countryCode: string;
}

/** Number of files that load at the same time. */
const parallelFiles = 6;

/**
 * Returns the nearest town to each location, keyed by the location's id. Omits locations that are far from any town. Rejects if a file
 * cannot be loaded.
 */
export async function findNearestTowns<Id>(places: readonly (Place & { id: Id })[]): Promise<Map<Id, NearTown>> {
  const existingSquares = new Set(index.squares);
  const bySquare = [...groupBy(places, squareOf)].filter(([square]) => existingSquares.has(square));
  const towns = new Map<Id, NearTown>();
  for (let start = 0; start < bySquare.length; start += parallelFiles) {
    const group = bySquare.slice(start, start + parallelFiles);
    const files = await Promise.all(group.map(([square]) => readTownFile(`${index.addressStart}${square}.json`)));
    for (const [groupIndex, [, squarePlaces]] of group.entries()) {
      const file = files[groupIndex];
      for (const place of squarePlaces) {
        const town = file && findNearest(file, place);
        if (town) towns.set(place.id, town);
      }
    }
  }
  return towns;
}

function findNearest({ regions, towns }: TownFile, place: Place): NearTown | undefined {
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
