/** Chooses which towns a map names, and on which side of the town's dot each name is. */

import { type Box, isCovering, isInside, type Point } from '#web/features/finding/map/boxes.ts';

export interface TownName {
  point: Point;
  width: number;
  height: number;
}

/** Sides of the dot, best first. The styles are in map.css. */
const sides = ['right', 'left', 'above', 'below'] as const;
type Side = (typeof sides)[number];

/** Pixels between a town's point and its name. Must match map.css. */
const gap = 6;
/** Pixels between two names, so that names do not read as one. */
const distance = 14;
/** Square pixels of map for each name. */
const areaPerName = 36_000;

/** Returns the names to show, in their order, which is the order of importance. No name covers an obstacle, another name or the map's edge. */
export function placeNames<Name extends TownName>(names: readonly Name[], size: Point, obstacles: readonly Box[]): [Name, Side][] {
  const placed: [Name, Side][] = [];
  const taken: Box[] = [...obstacles];
  const maxNames = Math.max(1, Math.round((size.x * size.y) / areaPerName));
  for (const name of names) {
    if (placed.length === maxNames) break;
    const isFree = (box: Box) =>
      isInside(box, { left: 0, top: 0, right: size.x, bottom: size.y }) && !taken.some((other) => isCovering(box, other));
    const free = sides.map((side) => ({ side, box: getBox(name, side) })).find(({ box }) => isFree(box));
    if (!free) continue;
    const { left, top, right, bottom } = free.box;
    placed.push([name, free.side]);
    taken.push({ left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance });
  }
  return placed;
}

function getBox({ point: { x, y }, width, height }: TownName, side: Side): Box {
  const left = side === 'right' ? x + gap : side === 'left' ? x - gap - width : x - width / 2;
  const top = side === 'below' ? y + gap : side === 'above' ? y - gap - height : y - height / 2;
  return { left, top, right: left + width, bottom: top + height };
}
