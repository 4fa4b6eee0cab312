/** Where the map shows the names of pins. */
import { expect, test } from 'vitest';
import { placePinNames } from '#web/features/finding/map/pin-names.ts';

type Box = [left: number, top: number, right: number, bottom: number];

const toRect = ([left, top, right, bottom]: Box) => ({ left, top, right, bottom }) as DOMRect;

/** Returns where the name of a pin at 200, 150 is shown on a map of 400 by 300 pixels with these other pins, or marks. */
function findPosition(others: Box[], { rank = 0, role = 'button', origin }: { rank?: number; role?: string; origin?: Box } = {}): string {
  document.body.innerHTML = `<div id="map"><div data-pin="1"><span class="map-pin-name" data-rank="${rank}"></span></div>
    ${others.map(() => `<div data-pin="2" role="${role}" class="other"></div>`).join('')}
    ${origin ? '<div data-pin="origin" role="img" class="map-origin"></div>' : ''}</div>`;
  const map = document.getElementById('map') as HTMLElement;
  map.getBoundingClientRect = () => toRect([0, 0, 400, 300]);
  const name = map.querySelector('.map-pin-name') as HTMLElement;
  const boxes: Record<string, Box> = {
    below: [150, 180, 250, 200],
    right: [230, 140, 330, 160],
    left: [70, 140, 170, 160],
    above: [150, 90, 250, 110],
    'below-right': [180, 180, 280, 200],
    'above-left': [120, 90, 220, 110],
    'left in two lines': [110, 130, 170, 170],
  };
  const getPosition = () => `${name.dataset.side}${name.dataset.lines === '2' ? ' in two lines' : ''}`;
  name.getBoundingClientRect = () => toRect(boxes[getPosition()] ?? [390, 0, 490, 20]);
  for (const [index, element] of [...map.querySelectorAll('.other')].entries())
    element.getBoundingClientRect = () => toRect(others[index] ?? [0, 0, 0, 0]);
  const originElement = map.querySelector('.map-origin');
  if (originElement && origin) originElement.getBoundingClientRect = () => toRect(origin);
  placePinNames(map);
  return getPosition();
}

test('is shown where it covers no other pin, and of the next card also where it covers the fewest marks', () => {
  const below: Box = [155, 180, 175, 220];
  const belowRight: Box = [250, 175, 290, 215];
  const right: Box = [300, 140, 340, 180];
  const left: Box = [60, 140, 90, 180];
  const above: Box = [225, 80, 240, 100];
  const aboveLeft: Box = [125, 80, 140, 100];
  const nearLeft: Box = [120, 150, 140, 190];
  expect(findPosition([])).toBe('below');
  expect(findPosition([[180, 195, 220, 235]])).toBe('below');
  expect(findPosition([below])).toBe('right');
  expect(findPosition([below, right])).toBe('left');
  expect(findPosition([below, right, left])).toBe('above');
  expect(findPosition([below, right, left, above])).toBe('below-right');
  expect(findPosition([below, right, left, above, belowRight])).toBe('above-left');
  const all = [below, right, left, above, belowRight, aboveLeft];
  expect(findPosition(all)).toBe('left in two lines');
  expect(findPosition(all, { rank: 1 })).toBe('none');
  expect(findPosition([...all, nearLeft])).toBe('none');
  const twice = [below, left, above, belowRight, aboveLeft, nearLeft].flatMap((box) => [box, box]);
  expect(findPosition([...twice, right], { role: 'img' })).toBe('right');
  expect(findPosition([...twice, right], { role: 'img', rank: 1 })).toBe('none');
});

test('is not shown over the point that distances start from, and next to it only if every other side covers something', () => {
  const below: Box = [155, 180, 175, 220];
  const allButRight: Box[] = [
    below,
    [60, 140, 90, 180],
    [225, 80, 240, 100],
    [250, 175, 290, 215],
    [125, 80, 140, 100],
    [120, 150, 140, 190],
  ];
  const over: Box = [300, 140, 320, 160];
  const nextTo: Box = [335, 140, 355, 160];
  expect(findPosition([below], { origin: nextTo })).toBe('left');
  expect(findPosition(allButRight, { origin: nextTo })).toBe('right');
  expect(findPosition(allButRight, { origin: over })).toBe('none');
});
