import { beforeEach, describe, expect, test, vi } from 'vitest';
import { squareOf, squaresNear } from '#schema/finding/town-squares.ts';
import type { FoundCard } from '#schema/scans/find.ts';
import type { FoundPoint } from '#schema/scans/find-history.ts';
import { findNearestTowns } from '#web/features/finding/map/towns/nearest-towns.ts';
import { clusterPoints } from '#web/features/scans/found/cluster-points.ts';
import { listMonths } from '#web/features/scans/found/list-months.ts';

const asheville = { latitude: 35.6, longitude: -82.55 };
vi.mock('virtual:town-squares', () => ({ default: { addressStart: '/assets/towns-at-1-', squares: [1819] } }));

const world = { south: -85, north: 85, west: -180, east: 180 };
const points = (count: number, step: number): FoundPoint[] =>
  Array.from({ length: count }, (_, index) => [index + 1, index + 1, asheville.latitude + index * step, asheville.longitude, 'exact']);

describe('the map of finds', () => {
  test('shows few finds as pins and many as circles, which together count every find once', () => {
    expect(clusterPoints(points(12, 0.001), { area: world, zoom: 1 })).toMatchObject({ counts: [], markers: { length: 12 } });
    const { counts, markers } = clusterPoints(points(5_000, 0.01), { area: world, zoom: 3 });
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, { count }) => sum + count, markers.length)).toBe(4_941);
    expect(clusterPoints(points(300, 0), { area: world, zoom: 1 })).toMatchObject({ counts: [], markers: { length: 300 } });
  });

  test('shows only finds in the window, also across the date line', () => {
    const fiji: FoundPoint = [1, 1, -17, 179.5, 'near'];
    const samoa: FoundPoint = [2, null, -14, -172, 'near'];
    const area = { south: -30, north: 0, west: 170, east: -170 };
    expect(clusterPoints([fiji, samoa, ...points(20, 0)], { area, zoom: 5 }).markers.map(({ label }) => label)).toEqual([
      'Find 1, accurate to about 330 ft',
      'Your find, accurate to about 330 ft',
    ]);
  });
});

describe('the months of the list', () => {
  const find = (id: number, month: string): FoundCard => ({
    ...{ id, cardId: `TC-${id}`, name: null, foundAt: `${month}-05T00:00:00.000Z`, tokens: 1, place: null, log: null, takesLog: false },
  });
  const months = [
    { month: '2026-11', finds: 2, newestId: 9, number: 1_001 },
    { month: '2026-10', finds: 999, newestId: 5, number: 999 },
  ];

  test('have the numbers of their finds, counted down from the month’s newest', () => {
    const listed = listMonths([find(9, '2026-11'), find(7, '2026-11'), find(5, '2026-10')], { months });
    expect(listed.map(({ month, total, entries }) => [month, total, ...entries.map(({ findNumber }) => findNumber)])).toEqual([
      ['2026-11', 2, 1_001, 1_000],
      ['2026-10', 999, 999],
    ]);
  });

  test('leave finds that are newer than the summary without a number', () => {
    const [month] = listMonths([find(10, '2026-11'), find(9, '2026-11')], { months });
    expect(month?.entries.map(({ findNumber }) => findNumber)).toEqual([null, 1_001]);
  });
});

describe('the nearest town', () => {
  const file = {
    regions: ['North Carolina|US|NC'],
    towns: [
      ['Asheville', 0, 35.601, -82.554, 94],
      ['Black Mountain', 0, 35.618, -82.321, 8],
    ],
  };
  beforeEach(() => {
    vi.stubGlobal('fetch', async (address: string) => {
      expect(address).toBe('/assets/towns-at-1-1819.json');
      return Response.json(file);
    });
    return () => vi.unstubAllGlobals();
  });

  test('is found within 30 km, from one file per square', async () => {
    expect(squareOf(asheville)).toBe(1819);
    const towns = await findNearestTowns([
      { id: 1, ...asheville },
      { id: 2, latitude: 35.7, longitude: -82.38 },
      { id: 3, latitude: 36.5, longitude: -82.5 },
      { id: 4, latitude: 0, longitude: 0 },
    ]);
    expect([...towns]).toEqual([
      [1, { name: 'Asheville', region: 'North Carolina|US', countryCode: 'US' }],
      [2, { name: 'Black Mountain', region: 'North Carolina|US', countryCode: 'US' }],
    ]);
  });

  test('is in each square near it, across the date line and at the poles', () => {
    expect(squaresNear(asheville)).toEqual([1819]);
    expect(squaresNear({ latitude: -17, longitude: 179.9 })).toContain(squareOf({ latitude: -17, longitude: -179.9 }));
    expect(squareOf({ latitude: 90, longitude: 180 })).toBe(squareOf({ latitude: 89, longitude: -180 }));
  });
});
