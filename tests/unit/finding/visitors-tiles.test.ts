/** The public map's counts reveal nothing about an area narrower than about 50 km. Product rules: Finding cards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metersBetween } from '#schema/finding/geo.ts';
import { cellSpan, mapKey, tileSides } from '#schema/finding/map-key.ts';
import {
  type CountedTile,
  chooseLevel,
  type MapWindows,
  mergeVisitorTiles,
  selectTiles,
  splitWindows,
  widenForVisitors,
} from '#worker/domain/finding/card-tiles.ts';
import { listTileRanges } from '#worker/domain/finding/key-ranges.ts';

const card = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const zoom = fc.integer({ min: 0, max: 18 });
const bbox = fc
  .record({ around: card, wide: fc.constantFrom(0.001, 0.3, 4, 60), zoom })
  .map(({ around: { latitude, longitude }, wide, ...rest }) => ({
    ...rest,
    bbox: {
      south: Math.max(-90, latitude - wide / 2),
      north: Math.min(90, latitude + wide / 2),
      west: ((longitude - wide + 540) % 360) - 180,
      east: ((longitude + wide + 540) % 360) - 180,
    },
  }));

/** Computes the card counts that the database should return for the given cards. */
function countsIn(cards: readonly { latitude: number; longitude: number }[], windows: MapWindows, level: number): CountedTile[] {
  const counts = new Map<number, number>();
  for (const { latitude, longitude } of cards) {
    const key = mapKey(Math.round(latitude * 1e6), Math.round(longitude * 1e6));
    const tile = Math.floor(key / cellSpan(tileSides[level] ?? 0));
    counts.set(tile, (counts.get(tile) ?? 0) + 1);
  }
  const all = [...counts].map(([tile, count]) => ({ tile, cards: count }));
  const ranges = listTileRanges(windows, level, 40);
  return selectTiles(
    all.filter(({ tile }) => ranges.some(({ first, last }) => first <= tile && tile <= last)),
    level,
    windows,
  );
}

test('visitors’ tiles are at least 50 km wide everywhere, aligned, and nested across zoom levels', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(card, { minLength: 1, maxLength: 30 }), bbox, (cards, asked) => {
      const windows = splitWindows(asked.bbox);
      const level = chooseLevel(windows, asked.zoom, { isVisitor: true });
      const areas = mergeVisitorTiles(countsIn(cards, widenForVisitors(windows, level), level), level, windows);
      for (const { south, north, west, east, cards: counted } of areas) {
        const edge = Math.max(Math.abs(south), Math.abs(north)) / 1e6;
        const isWholeRow = east - west === 360_000_000;
        if (!isWholeRow) {
          const half = { latitude: edge, longitude: (east - west) / 2e6 };
          expect(metersBetween({ latitude: edge, longitude: 0 }, half) * 2).toBeGreaterThan(49_000);
        }
        const inside = cards.filter(({ latitude, longitude }) => {
          const [lat, lng] = [Math.min(Math.round(latitude * 1e6), 89_999_999), Math.min(Math.round(longitude * 1e6), 179_999_999)];
          return lat >= south && lat < north && lng >= west && lng < east;
        });
        expect(counted).toBe(inside.length);
        // At each zoom level, all areas in the same row of the map have the same width and start at multiples of that width. Therefore,
        // areas from different requests never partially overlap.
        const key = `${level}/${south}`;
        expect(seen.get(key) ?? east - west).toBe(east - west);
        seen.set(key, east - west);
        expect((west + 180_000_000) % (east - west)).toBe(0);
        expect((east - west) % (tileSides[level] ?? 1)).toBe(0);
      }
    }),
    { seed: 3, numRuns: 2_000 },
  );
});
