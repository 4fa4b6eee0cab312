import { isCovering, isInside } from '#web/features/finding/map/boxes.ts';

/** Sides of its pin where a name is shown, best first. The positions are in map.css. */
const sides = ['below', 'right', 'left', 'above'];

/** Pins and controls, which can be pressed. */
const targets = '[data-pin]:not([role="img"]), .leaflet-control, .map-locate';
/** Pixels between a pin's name and the map's edges. */
const edge = 4;

/**
 * Shows the names of pins, the most important one first, each on a side where it covers nothing, or hides them. The labeled pin's name is
 * shown even if it covers marks that cannot be pressed.
 */
export function placePinNames(container: HTMLElement): void {
  const names = [...container.querySelectorAll<HTMLElement>('.map-pin-name')].sort((a, b) => getRank(a) - getRank(b));
  if (names.length === 0) return;
  const map = container.getBoundingClientRect();
  const frame = container.closest('.find-map') ?? container;
  const obstacles = [...frame.querySelectorAll(`[data-pin], .map-ring-distance > span, ${targets}`)].map((element) => ({
    element,
    box: element.getBoundingClientRect(),
    weight: element.matches(targets) ? Number.POSITIVE_INFINITY : 1,
  }));
  const placed: DOMRect[] = [];
  for (const name of names) {
    const others = [
      ...obstacles.filter(({ element }) => !element.contains(name)),
      ...placed.map((box) => ({ box, weight: Number.POSITIVE_INFINITY })),
    ];
    const countCovered = (side: string) => {
      name.dataset.side = side;
      const box = name.getBoundingClientRect();
      return isInside(box, map, edge) ? sum(others.filter((other) => isCovering(box, other.box))) : Number.POSITIVE_INFINITY;
    };
    const covered = sides.map(countCovered);
    const fewest = Math.min(...covered);
    const isShown = fewest === 0 || (getRank(name) === 0 && fewest < Number.POSITIVE_INFINITY);
    name.dataset.side = isShown ? sides[covered.indexOf(fewest)] : 'none';
    if (isShown) placed.push(name.getBoundingClientRect());
  }
}

const sum = (covered: { weight: number }[]) => covered.reduce((total, { weight }) => total + weight, 0);
const getRank = (name: HTMLElement) => Number(name.dataset.rank);
