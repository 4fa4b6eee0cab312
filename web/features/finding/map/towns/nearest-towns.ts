/// <reference path="../virtual-modules.d.ts" />
/** Finds a town near each location without an API call, using static files built from GeoNames (CC BY 4.0). */
import index from 'virtual:town-squares';
import type { Place } from '#schema/finding/geo.ts';
import { findNearestTown, type NearTown } from '#schema/finding/nearest-town.ts';
import { squareOf } from '#schema/finding/town-squares.ts';
import { readTownFile } from '#web/features/finding/map/towns/read-town-file.ts';
import { groupBy } from '#web/lib/group-by.ts';

/** Number of files that load at the same time. */
const parallelFiles = 6;

/**
 * Returns the nearest town to each location, or another one that `find` picks, keyed by the location's id. Omits locations that are far from
 * any town. Rejects if a file cannot be loaded.
 */
export async function findNearestTowns<Id>(places: readonly (Place & { id: Id })[], find = findNearestTown): Promise<Map<Id, NearTown>> {
  const existingSquares = new Set(index.squares);
  const bySquare = [...groupBy(places, squareOf)].filter(([square]) => existingSquares.has(square));
  const towns = new Map<Id, NearTown>();
  for (let start = 0; start < bySquare.length; start += parallelFiles) {
    const group = bySquare.slice(start, start + parallelFiles);
    const files = await Promise.all(group.map(([square]) => readTownFile(`${index.addressStart}${square}.json`)));
    for (const [groupIndex, [, squarePlaces]] of group.entries()) {
      const file = files[groupIndex];
      for (const place of squarePlaces) {
        const town = file && find(file, place);
        if (town) towns.set(place.id, town);
      }
    }
  }
  return towns;
}
