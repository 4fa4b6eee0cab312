/** Map keys and the key ranges that cover a map window. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellCorner, cellSides, gridPosition, mapKey, tileSides } from '#schema/finding/map-key.ts';
import { findOverlappingTiles, splitWindows, type Window } from '#worker/domain/finding/card-tiles.ts';
import { listTileRanges, listViewportRanges } from '#worker/domain/finding/key-ranges.ts';

const latitude = fc.integer({ min: -90_000_000, max: 90_000_000 });
const longitude = fc.integer({ min: -180_000_000, max: 180_000_000 });

test('each cell side divides the next larger one, and each tile is a cell', () => {
  for (const [index, side] of cellSides.entries()) expect((cellSides[index - 1] ?? 360_000_000) % side).toBe(0);
  expect(cellSides).toEqual(expect.arrayContaining([...tileSides]));
});

test('cellCorner returns the corner of the smallest cell containing the place', () => {
  fc.assert(
    fc.property(latitude, longitude, (south, west) => {
      const { y, x } = gridPosition(south, west);
      const side = cellSides.at(-1) ?? 0;
      expect(cellCorner(mapKey(south, west))).toEqual({ y: y - (y % side), x: x - (x % side) });
    }),
  );
});

/** Random map windows of all sizes, some of which cross the date line. */
const windows = fc
  .tuple(latitude, longitude, fc.constantFrom(0, 2_000, 300_000, 20_000_000, 150_000_000), fc.constantFrom(0.5, 1, 2))
  .map(([south, west, high, aspect]) => {
    const east = west / 1e6 + Math.min(359, (high / 1e6) * aspect);
    return splitWindows({
      south: south / 1e6,
      west: west / 1e6,
      north: Math.min(90, (south + high) / 1e6),
      east: east > 180 ? east - 360 : east,
    });
  });
const all = (both: readonly (Window | undefined)[]) => both.flatMap((window) => window ?? []);

describe('the key ranges of a window', () => {
  test('are at most 16, sorted, and contain every location in the window', () => {
    fc.assert(
      fc.property(windows, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (both, up, along) => {
        const ranges = listViewportRanges(both, 16);
        expect(ranges.length).toBeLessThanOrEqual(16);
        for (const [index, { first, last }] of ranges.entries()) {
          expect(first).toBeLessThanOrEqual(last);
          expect(first).toBeGreaterThan(ranges[index - 1]?.last ?? -1);
        }
        for (const { south, north, west, east } of all(both)) {
          const key = mapKey(Math.round(south + (north - south) * up), Math.round(west + (east - west) * along));
          expect(ranges.some(({ first, last }) => first <= key && key <= last)).toBe(true);
        }
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });

  test('cover on average less than 1.5 times the area of a screen-sized window', () => {
    const shares = fc
      .sample(fc.tuple(fc.integer({ min: -60_000_000, max: 60_000_000 }), fc.integer({ min: -170_000_000, max: 140_000_000 })), {
        numRuns: 300,
        seed: 3,
      })
      .map(([south, west], index) => {
        const side = 100_000 * (1 + index);
        const ranges = listViewportRanges([{ south, west, north: south + side - 1, east: west + side - 1 }], 16);
        return (ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0) * 1_250 ** 2) / side ** 2;
      });
    expect(shares.reduce((sum, share) => sum + share) / shares.length).toBeLessThan(1.5);
  });

  test('for tiles include every tile that the window touches', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 0, max: 3 }), (both, level) => {
        const ranges = listTileRanges(both, level, 40);
        expect(ranges.length).toBeLessThanOrEqual(40);
        for (const window of all(both)) {
          const { south, west } = findOverlappingTiles(window, level);
          const side = tileSides[level] ?? 0;
          const corner = mapKey(south * side - 90_000_000, west * side - 180_000_000);
          const tile = Math.floor(corner / (side / 1_250) ** 2);
          expect(ranges.some(({ first, last }) => first <= tile && tile <= last)).toBe(true);
        }
      }),
      { seed: 8 },
    );
  });
});
