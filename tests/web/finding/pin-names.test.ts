/** Where the map shows the names of pins. */
import { expect, test } from 'vitest';
import { placePinNames } from '#web/features/finding/map/pin-names.ts';

type Box = [left: number, top: number, right: number, bottom: number];

const toRect = ([left, top, right, bottom]: Box) => ({ left, top, right, bottom }) as DOMRect;

/** Returns the side on which the name of a pin at 200, 150 is shown, on a map of 400 by 300 pixels with these other pins, or marks. */
function findSide(others: Box[], { rank = 0, role = 'button' } = {}): string | undefined {
  document.body.innerHTML = `<div id="map"><div data-pin="1"><span class="map-pin-name" data-rank="${rank}"></span></div>
    ${others.map(() => `<div data-pin="2" role="${role}" class="other"></div>`).join('')}</div>`;
  const map = document.getElementById('map') as HTMLElement;
  map.getBoundingClientRect = () => toRect([0, 0, 400, 300]);
  const name = map.querySelector('.map-pin-name') as HTMLElement;
  const boxes: Record<string, Box> = {
    below: [150, 180, 250, 200],
    right: [230, 140, 330, 160],
    left: [70, 140, 170, 160],
    above: [150, 90, 250, 110],
  };
  name.getBoundingClientRect = () => toRect(boxes[name.dataset.side ?? ''] ?? [0, 0, 0, 0]);
  for (const [index, element] of [...map.querySelectorAll('.other')].entries())
    element.getBoundingClientRect = () => toRect(others[index] ?? [0, 0, 0, 0]);
  placePinNames(map);
  return name.dataset.side;
}

test('is shown where it covers no other pin, and of the next card also where it covers the fewest marks', () => {
  const below: Box = [190, 190, 210, 230];
  const right: Box = [300, 150, 340, 190];
  const left: Box = [60, 150, 90, 190];
  const above: Box = [190, 80, 210, 100];
  expect(findSide([])).toBe('below');
  expect(findSide([below])).toBe('right');
  expect(findSide([below, right])).toBe('left');
  expect(findSide([below, right, left])).toBe('above');
  expect(findSide([below, right, left, above])).toBe('none');
  expect(findSide([below, below, right, left, left, above, above], { role: 'img' })).toBe('right');
  expect(findSide([below, right, left, above], { role: 'img', rank: 1 })).toBe('none');
});
