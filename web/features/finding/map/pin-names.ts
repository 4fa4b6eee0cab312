import { type Box, getUncoveredBox, isCovering, isInside } from '#web/features/finding/map/boxes.ts';

/** Sides of its pin where a name is shown, best first, in one line or else in two, and close to it or else farther away. The positions are in map.css. */
const corners = ['below-right', 'below-left', 'above-right', 'above-left', 'right-below', 'left-below', 'right-above', 'left-above'];
const sides = ['below', 'right', 'left', 'above', ...corners];

interface Position {
  side: string;
  lines: number;
  gap: 'near' | 'far';
}

const positions = (['near', 'far'] as const).flatMap((gap) => [1, 2].flatMap((lines) => sides.map((side) => ({ side, lines, gap }))));

function putName(name: HTMLElement, { side, lines, gap }: Position): void {
  name.dataset.side = side;
  name.dataset.lines = String(lines);
  name.dataset.gap = gap;
}

/** Pins and controls, which can be pressed. */
const targets = '[data-pin]:not([role="img"]), .leaflet-control, .map-locate';
/** Pixels at a pin's edges that another pin's name may cover. */
const pinInset = 10;
/** Pixels around the point that distances start from, where a pin's name would look like that of the point. */
const originMargin = 12;
/** Pixels between a pin's name and the map's edges. */
const edge = 4;

/**
 * Shows the names of pins, the most important one first, each on a side where it covers nothing, or hides them. The labeled pin's name is
 * shown even if it covers marks that cannot be pressed, except the point that distances start from.
 */
export function placePinNames(container: HTMLElement): void {
  const names = [...container.querySelectorAll<HTMLElement>('.map-pin-name')].sort((a, b) => getRank(a) - getRank(b));
  if (names.length === 0) return;
  const map = getUncoveredBox(container);
  const frame = container.closest('.find-map') ?? container;
  const elements = [...frame.querySelectorAll(`[data-pin], ${targets}`)];
  const obstacles = elements.flatMap((element) => {
    const box = element.getBoundingClientRect();
    if (element.matches('.map-origin, .map-me')) {
      return [
        { element, box, weight: Number.POSITIVE_INFINITY },
        { element, box: inset(box, -originMargin), weight: 1 },
      ];
    }
    const isTarget = element.matches(targets);
    return [{ element, box: element.matches('[data-pin]') ? getPinCore(box) : box, weight: isTarget ? Number.POSITIVE_INFINITY : 1 }];
  });
  const placed: Box[] = [];
  for (const name of names) {
    const others = [
      ...obstacles.filter(({ element }) => !element.contains(name)),
      ...placed.map((box) => ({ box, weight: Number.POSITIVE_INFINITY })),
    ];
    const isLabel = getRank(name) === 0;
    const countCovered = (position: Position) => {
      putName(name, position);
      const box = name.getBoundingClientRect();
      return isInside(box, map, edge) ? sum(others.filter((other) => isCovering(box, other.box))) : Number.POSITIVE_INFINITY;
    };
    const tried = isLabel ? positions : positions.filter(({ lines, gap }) => lines === 1 && gap === 'near');
    const covered = tried.map(countCovered);
    const fewest = Math.min(...covered);
    const best = fewest === 0 || (isLabel && fewest < Number.POSITIVE_INFINITY) ? tried[covered.indexOf(fewest)] : undefined;
    putName(name, best ?? { side: 'none', lines: 1, gap: 'near' });
    if (best) placed.push(name.getBoundingClientRect());
  }
}

/** Returns a pin's box without its edges, which are mostly empty. */
function getPinCore(box: Box): Box {
  return inset(box, Math.min(pinInset, (box.right - box.left) / 4, (box.bottom - box.top) / 4));
}

function inset({ left, top, right, bottom }: Box, pixels: number): Box {
  return { left: left + pixels, top: top + pixels, right: right - pixels, bottom: bottom - pixels };
}

const sum = (covered: { weight: number }[]) => covered.reduce((total, { weight }) => total + weight, 0);
const getRank = (name: HTMLElement) => Number(name.dataset.rank);
