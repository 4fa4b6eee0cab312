/** Radii of the distance rings on the map without tiles. */
import { expect, test } from 'vitest';
import { getRingRadii, placeRingDistances } from '#web/features/finding/map/distance-rings.ts';
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

test('the distance is at the northern point of its ring, else at the southern one, unless pins cover both', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 }) as DOMRect;
  const visible = (pins: [left: number, top: number][]) => {
    document.body.innerHTML = `<div id="map">${'<i class="map-ring-distance"><span></span></i>'.repeat(2)}${'<i data-pin></i>'.repeat(pins.length)}</div>`;
    const map = document.getElementById('map') as HTMLElement;
    map.getBoundingClientRect = () => ({ left: 0, top: 0, right: 400, bottom: 300 }) as DOMRect;
    const distances = [...map.querySelectorAll('span')];
    const boxes = [box(180, 20), box(180, 260)];
    for (const [index, distance] of distances.entries()) distance.getBoundingClientRect = () => boxes[index] as DOMRect;
    for (const [index, pin] of [...map.querySelectorAll('[data-pin]')].entries())
      pin.getBoundingClientRect = () => box(...(pins[index] as [number, number]));
    placeRingDistances(map);
    return distances.map(({ style }) => style.visibility !== 'hidden');
  };
  expect(visible([])).toEqual([true, false]);
  expect(visible([[190, 30]])).toEqual([false, true]);
  expect(
    visible([
      [190, 30],
      [190, 250],
    ]),
  ).toEqual([false, false]);
});
