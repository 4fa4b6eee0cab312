/** Which towns the map without tiles names, and where it reads them. */
import { describe, expect, test } from 'vitest';
import { squareOf, squaresIn } from '#schema/finding/town-squares.ts';
import type { Box } from '#web/features/finding/map/boxes.ts';
import { placeNames } from '#web/features/finding/map/towns/name-places.ts';

const size = { x: 400, y: 300 };
const town = (x: number, y: number) => ({ point: { x, y }, width: 60, height: 15 });
const listSides = (towns: ReturnType<typeof town>[], obstacles: Box[] = []) => placeNames(towns, size, obstacles).map(([, side]) => side);

describe('names of towns', () => {
  test('are on a side where they are inside the map and cover no pin', () => {
    expect(listSides([town(200, 150)])).toEqual(['right']);
    expect(listSides([town(380, 150)])).toEqual(['left']);
    const pin: Box = { left: 196, top: 150, right: 300, bottom: 190 };
    expect(listSides([town(200, 150)], [pin])).toEqual(['left']);
    expect(listSides([town(200, 150)], [pin, { left: 100, top: 150, right: 190, bottom: 190 }])).toEqual(['above']);
  });

  test('are left out where no side is free, and for smaller towns close to larger ones', () => {
    expect(listSides([town(200, 150)], [{ left: 0, top: 0, right: 400, bottom: 300 }])).toEqual([]);
    const [large, small] = [town(200, 150), town(204, 152)];
    expect(placeNames([large, small], size, []).map(([name]) => name)).toEqual([large]);
  });

  test('are few', () => {
    const towns = Array.from({ length: 40 }, (_, index) => town(10 + (index % 4) * 90, 20 + Math.floor(index / 4) * 28));
    expect(placeNames(towns, size, [])).toHaveLength(3);
  });
});

test('the squares in view include those at its edges and across the antimeridian', () => {
  expect(squaresIn({ west: -82.9, south: 35.2, east: -82.1, north: 35.9 })).toEqual([squareOf({ latitude: 35.5, longitude: -82.5 })]);
  expect(squaresIn({ west: -82, south: 34, east: -78, north: 36 })).toHaveLength(4);
  const places = [179, -179].map((longitude) => squareOf({ latitude: -17, longitude }));
  expect(squaresIn({ west: 179, south: -18, east: 181, north: -16 })).toEqual(places);
  expect(squaresIn({ west: -181, south: -18, east: -179, north: -16 })).toEqual(places);
});
