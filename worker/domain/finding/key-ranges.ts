/** Computes the ranges of map keys in a visible map area (schema/finding/map-key.ts). */
import {
  type CellSide,
  cellSides,
  cellSpan,
  columnsWithin,
  gridPosition,
  smallestSide,
  tileSides,
  worldHeight,
} from '#schema/finding/map-key.ts';
import type { MapWindows, Window } from './card-tiles.ts';

/** A range of map keys; both ends are inclusive. */
export interface KeyRange {
  first: number;
  last: number;
}

/** Approximate number of cells per side of a map area. Smaller cells do not improve the ranges. */
const cellsPerSide = 32;

/** Returns up to `atMost` ranges that cover every map key in the area and as few others as possible. */
export function listViewportRanges(windows: MapWindows, atMost: number): KeyRange[] {
  const all = windows.flatMap((window) => window ?? []);
  const height = Math.max(...all.map(({ south, north }) => north - south));
  const width = all.reduce((sum, { west, east }) => sum + east - west, 0);
  const smallest = cellSides.find((side) => side * cellsPerSide <= Math.max(height, width)) ?? smallestSide;
  return mergeRanges(listKeyRanges(all, smallest), atMost);
}

/** Returns up to `atMost` ranges of tile numbers that contain every tile touching the area, and possibly others; see `selectTiles`. */
export function listTileRanges(windows: MapWindows, level: number, atMost: number): KeyRange[] {
  const side = tileSides[level] ?? tileSides[0];
  const span = cellSpan(side);
  return mergeRanges(
    listKeyRanges(
      windows.flatMap((window) => window ?? []),
      side,
    ),
    atMost,
  ).map(({ first, last }) => ({
    first: first / span,
    last: (last + 1) / span - 1,
  }));
}

/** Returns the key ranges of all cells with the given side length that touch the area, in ascending order. */
function listKeyRanges(windows: readonly Window[], smallest: CellSide): KeyRange[] {
  const areas = windows.map(({ south, west, north, east }) => ({ from: gridPosition(south, west), to: gridPosition(north, east) }));
  const ranges: KeyRange[] = [];
  const visit = (index: number, parent: { y: number; x: number; key: number }, parentHeight: number): void => {
    const side = cellSides[index] ?? smallest;
    const [columns, span] = [columnsWithin[index] ?? 1, cellSpan(side)];
    for (let digit = 0; digit < columns * Math.min(columns, parentHeight / side); digit += 1) {
      const cell = {
        y: parent.y + Math.floor(digit / columns) * side,
        x: parent.x + (digit % columns) * side,
        key: parent.key + digit * span,
      };
      const overlappingAreas = areas.filter(
        ({ from, to }) => from.y < cell.y + side && to.y >= cell.y && from.x < cell.x + side && to.x >= cell.x,
      );
      if (overlappingAreas.length === 0) continue;
      const isInside = overlappingAreas.some(
        ({ from, to }) => from.y <= cell.y && to.y >= cell.y + side - 1 && from.x <= cell.x && to.x >= cell.x + side - 1,
      );
      if (!isInside && side !== smallest) visit(index + 1, cell, side);
      else addRange(ranges, { first: cell.key, last: cell.key + span - 1 });
    }
  };
  visit(0, { y: 0, x: 0, key: 0 }, worldHeight);
  return ranges;
}

function addRange(ranges: KeyRange[], range: KeyRange): void {
  const previousRange = ranges.at(-1);
  if (previousRange && previousRange.last + 1 === range.first) previousRange.last = range.last;
  else ranges.push(range);
}

/** Merges ranges across the smallest gaps until at most `atMost` remain. */
function mergeRanges(ranges: readonly KeyRange[], atMost: number): KeyRange[] {
  const gaps = ranges.slice(1).map(({ first }, index) => first - (ranges[index]?.last ?? 0));
  const widestGaps = new Set(
    gaps
      .map((gap, index) => ({ gap, index }))
      .sort((one, other) => other.gap - one.gap)
      .slice(0, atMost - 1)
      .map(({ index }) => index),
  );
  const mergedRanges: KeyRange[] = [];
  for (const [index, range] of ranges.entries()) {
    const previousRange = mergedRanges.at(-1);
    if (previousRange && !widestGaps.has(index - 1)) previousRange.last = range.last;
    else mergedRanges.push({ ...range });
  }
  return mergedRanges;
}
