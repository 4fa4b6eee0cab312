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

test('each distance is once on its ring, at the first point where it covers nothing and is not under the sheet', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 }) as DOMRect;
  const visible = (pins: [left: number, top: number][], { sheetTop = 300 } = {}) => {
    const ring = (radius: number, points: number) =>
      `<i class="map-ring-distance"><span data-radius="${radius}"></span></i>`.repeat(points);
    document.body.innerHTML = `<div id="map"><div class="leaflet-bottom leaflet-left"></div>${ring(1, 3)}${ring(2, 1)}${'<i data-pin></i>'.repeat(pins.length)}</div>`;
    const map = document.getElementById('map') as HTMLElement;
    map.getBoundingClientRect = () => ({ left: 0, top: 0, right: 400, bottom: 300 }) as DOMRect;
    (map.firstElementChild as HTMLElement).getBoundingClientRect = () => ({ bottom: sheetTop }) as DOMRect;
    const distances = [...map.querySelectorAll('span')];
    const boxes = [box(180, 20), box(180, 260), box(300, 140), box(380, 140)];
    for (const [index, distance] of distances.entries()) distance.getBoundingClientRect = () => boxes[index] as DOMRect;
    for (const [index, pin] of [...map.querySelectorAll('[data-pin]')].entries())
      pin.getBoundingClientRect = () => box(...(pins[index] as [number, number]));
    placeRingDistances(map);
    return distances.flatMap(({ style }, index) => (style.visibility === 'hidden' ? [] : [index]));
  };
  expect(visible([])).toEqual([0]);
  expect(visible([[190, 30]])).toEqual([1]);
  expect(visible([[190, 30]], { sheetTop: 270 })).toEqual([2]);
  const pins: [number, number][] = [
    [190, 30],
    [190, 250],
    [310, 150],
  ];
  expect(visible(pins)).toEqual([]);
});
