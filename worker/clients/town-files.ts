/** Finds the nearest town to a place in the site's static town files (scripts/map-data/towns.ts). */
import type { Place } from '#schema/finding/geo.ts';
import { findNearestTown } from '#schema/finding/nearest-town.ts';
import { type TownFile, type TownSquareIndex, townSquareIndexPath } from '#schema/finding/town-file.ts';
import { squareOf } from '#schema/finding/town-squares.ts';

type SiteFiles = Pick<Fetcher, 'fetch'>;

/** Returns the nearest town as `name|region|country code`, or null if no town is near. Rejects if a file cannot be read. */
export type FindTown = (place: Place) => Promise<string | null>;

/** Reads each file at most once. */
export function townFinder(site: SiteFiles | undefined): FindTown {
  const cache = new Map<string, Promise<unknown>>();
  const read = (path: string) => {
    const file = cache.get(path) ?? readJson(site, path);
    cache.set(path, file);
    return file;
  };
  return async (place) => {
    const { addressStart, squares } = (await read(townSquareIndexPath)) as TownSquareIndex;
    const square = squareOf(place);
    if (!squares.includes(square)) return null;
    const town = findNearestTown((await read(`${addressStart}${square}.json`)) as TownFile, place);
    return town ? `${town.name}|${town.region}` : null;
  };
}

async function readJson(site: SiteFiles | undefined, path: string): Promise<unknown> {
  const response = await site?.fetch(`https://assets.local${path}`);
  if (!response?.ok) throw new Error(`The site’s file ${path} could not be read: status ${response?.status}`);
  return JSON.parse(await response.text());
}
