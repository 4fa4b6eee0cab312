import { isCovering, isInside } from '#web/features/finding/map/boxes.ts';

/** Sides of its pin where a name is shown, best first. The positions are in map.css. */
const sides = ['below', 'right', 'left', 'above'];

/** Pixels between a pin's name and the map's edges. */
const edge = 4;

/**
 * Shows the names of pins, the most important one first, each on a side where it covers nothing, or hides them. The labeled pin's name is
 * shown even if it covers other pins, on the side where it covers the fewest.
 */
export function placePinNames(container: HTMLElement): void {
  const names = [...container.querySelectorAll<HTMLElement>('.map-pin-name')].sort((a, b) => getRank(a) - getRank(b));
  if (names.length === 0) return;
  const map = container.getBoundingClientRect();
  const obstacles = [...container.querySelectorAll('[data-pin], .map-ring-distance > span, .leaflet-control')].map((element) => ({
    element,
    box: element.getBoundingClientRect(),
  }));
  const placed: DOMRect[] = [];
  for (const name of names) {
    const others = [...obstacles.filter(({ element }) => !element.contains(name)).map(({ box }) => box), ...placed];
    const countCovered = (side: string) => {
      name.dataset.side = side;
      const box = name.getBoundingClientRect();
      return isInside(box, map, edge) ? others.filter((other) => isCovering(box, other)).length : Number.POSITIVE_INFINITY;
    };
    const covered = sides.map(countCovered);
    const fewest = Math.min(...covered);
    const isShown = fewest === 0 || (getRank(name) === 0 && fewest < Number.POSITIVE_INFINITY);
    name.dataset.side = isShown ? sides[covered.indexOf(fewest)] : 'none';
    if (isShown) placed.push(name.getBoundingClientRect());
  }
}

const getRank = (name: HTMLElement) => Number(name.dataset.rank);
