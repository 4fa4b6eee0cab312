import { useEffect, useState } from 'react';
import type { NearTown } from '#schema/finding/nearest-town.ts';
import type { FoundPoint } from '#schema/scans/find-history.ts';
import { findNearestTowns } from '#web/features/finding/map/towns/nearest-towns.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';

/** The nearest town to each find on the map, keyed by the find's id. */
export type FoundTowns = ReadonlyMap<number, NearTown>;

const noTowns: FoundTowns = new Map();

/** Looks up the nearest town to each find. Returns undefined while loading, and an empty map if the town files cannot be loaded. */
export function useFoundTowns(points: readonly FoundPoint[] | undefined): FoundTowns | undefined {
  const [loaded, setLoaded] = useState<{ points: readonly FoundPoint[]; towns: FoundTowns }>();
  useEffect(() => {
    if (!points) return;
    let isCurrent = true;
    const places = points.map(([id, , latitude, longitude]) => ({ id, latitude, longitude }));
    findNearestTowns(places)
      .catch(() => noTowns)
      .then((towns) => isCurrent && setLoaded({ points, towns }));
    return () => {
      isCurrent = false;
    };
  }, [points]);
  return loaded && loaded.points === points ? loaded.towns : undefined;
}

export function countTowns(towns: FoundTowns): { towns: number; countries: number } {
  const all = [...towns.values()];
  return {
    towns: new Set(all.map(({ name, region }) => `${name}|${region}`)).size,
    countries: new Set(all.map(({ countryCode }) => countryCode)).size,
  };
}

/** Returns the ids of the finds near a town whose name contains the text, in the order of `towns`. */
export function findIdsNearTown(towns: FoundTowns | undefined, text: string): number[] {
  const key = townKey(text);
  if (!towns || key === '') return [];
  return [...towns].filter(([, { name }]) => townKey(name).includes(key)).map(([id]) => id);
}
