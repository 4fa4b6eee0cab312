/** Radii of the distance rings on the map without tiles. */
import { expect, test } from 'vitest';
import { getRingRadii } from '#web/features/finding/map/distance-rings.ts';
import { formatRoundDistance } from '#web/lib/distance/distance-format.ts';

test.each([
  { metersPerPixel: 0.3, unit: 'metric', distances: ['50 m', '100 m', '150 m'] },
  { metersPerPixel: 8, unit: 'metric', distances: ['1 km', '2 km', '3 km'] },
  { metersPerPixel: 0.3, unit: 'imperial', distances: ['100 ft', '200 ft', '300 ft'] },
  { metersPerPixel: 3.5, unit: 'imperial', distances: ['0.2 mi', '0.4 mi', '0.6 mi'] },
  { metersPerPixel: 15, unit: 'imperial', distances: ['1 mi', '2 mi', '3 mi'] },
  { metersPerPixel: 1_000, unit: 'metric', distances: [] },
] as const)('at $metersPerPixel meters per pixel, rings are at $distances ($unit)', (example) => {
  const radii = getRingRadii(example.metersPerPixel, example.unit);
  expect(radii.map((radius) => formatRoundDistance(radius, example.unit))).toEqual(example.distances);
});
