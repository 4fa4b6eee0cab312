/** The public map's counts reveal nothing about an area narrower than about 50 km. Product rules: Finding cards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metersBetween } from '#schema/finding/geo.ts';
import { averageCell, cellSpan, gridPosition, mapKey, tileSides } from '#schema/finding/map-key.ts';
import {
  type CountedTile,
  chooseLevel,
  type MapWindows,
  mergeVisitorTiles,
  selectTiles,
  splitWindows,
  toCardCount,
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
  const tiles = new Map<number, CountedTile & { rowSum: number; columnSum: number }>();
  for (const { latitude, longitude } of cards) {
    const key = mapKey(Math.round(latitude * 1e6), Math.round(longitude * 1e6));
    const tile = Math.floor(key / cellSpan(tileSides[level] ?? 0));
    const { y, x } = gridPosition(Math.round(latitude * 1e6), Math.round(longitude * 1e6));
    const { height, width } = averageCell(level);
    const { cards: count, rowSum, columnSum } = tiles.get(tile) ?? { cards: 0, rowSum: 0, columnSum: 0 };
    const sums = { rowSum: rowSum + Math.floor(y / height), columnSum: columnSum + Math.floor(x / width) };
    tiles.set(tile, { tile, cards: count + 1, ...sums });
  }
  const all = [...tiles.values()];
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

test('visitors’ counts are where the cards are, but move only if a card moves to another of the smallest tiles', () => {
  const world = { bbox: { south: -85, north: 85, west: -180, east: 180 }, zoom: 1 };
  const place = (cards: Parameters<typeof countsIn>[0], { bbox: box, zoom: at }: typeof world) => {
    const windows = splitWindows(box);
    const level = chooseLevel(windows, at, { isVisitor: true });
    const areas = mergeVisitorTiles(countsIn(cards, widenForVisitors(windows, level), level), level, windows);
    return areas.map((area) => toCardCount(area, windows));
  };
  const mexicoCity = { latitude: 19.43, longitude: -99.13 };
  expect(place([mexicoCity], world)).toEqual([{ latitude: 19.25, longitude: -99.5, count: 1 }]);
  /** Moves a card within its tile of the finest level that visitors see. */
  const nudge = ({ latitude, longitude }: { latitude: number; longitude: number }, share: number) => {
    const windows = splitWindows({ south: latitude, north: latitude, west: longitude, east: longitude });
    const [area] = mergeVisitorTiles(countsIn([{ latitude, longitude }], widenForVisitors(windows, 3), 3), 3, windows);
    if (!area) return { latitude, longitude };
    const inside = (from: number, to: number) => (from + Math.min(to - from - 1, Math.floor((to - from) * share))) / 1e6;
    return { latitude: inside(area.south, area.north), longitude: inside(area.west, area.east) };
  };
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(card, { minLength: 1, maxLength: 30 }), shares, fc.constantFrom(1, 3, 5), (cards, moves, zoomLevel) => {
      const asked = { ...world, zoom: zoomLevel };
      const moved = cards.map((one, index) => nudge(one, moves[index] ?? 0));
      const byPlace = (counts: ReturnType<typeof place>) => counts.map((count) => JSON.stringify(count)).sort();
      expect(byPlace(place(moved, asked))).toEqual(byPlace(place(cards, asked)));
    }),
    { seed: 5, numRuns: 300 },
  );
});
