/** Clips lines and rings to a square, and rounds them to whole units. */
import type { Point } from '#scripts/lab/map-fixture/vector-tile.ts';

interface Square {
  min: number;
  max: number;
}

/** The four sides of the square: the axis (0 is x, 1 is y), and whether it is the maximum or the minimum on that axis. */
const sides = [
  [0, false],
  [0, true],
  [1, false],
  [1, true],
] as const;

/** Clips a ring to the square (Sutherland-Hodgman algorithm). Returns undefined if the remaining area is less than one square unit. */
export function clipRing(ring: Point[], square: Square): Point[] | undefined {
  const clipped = sides.reduce((points, [axis, isMax]) => {
    const limit = isMax ? square.max : square.min;
    const isInside = (point: Point) => (isMax ? point[axis] <= limit : point[axis] >= limit);
    return points.flatMap((point, index) => {
      const previous = points.at(index - 1) as Point;
      const crossing = isInside(point) === isInside(previous) ? [] : [crossAt(previous, point, axis, limit)];
      return isInside(point) ? [...crossing, point] : crossing;
    });
  }, ring);
  const rounded = round(clipped);
  const area = getArea(rounded);
  if (Math.abs(area) < 1) return undefined;
  // Outer rings must be clockwise on the screen, where y points down.
  return area > 0 ? rounded : rounded.reverse();
}

/** Returns the parts of a line that are inside the square. */
export function clipLine(line: Point[], square: Square): Point[][] {
  const parts: Point[][] = [];
  for (const [index, end] of line.entries()) {
    const segment = index > 0 && clipSegment([line[index - 1] as Point, end], square);
    if (!segment) continue;
    const last = parts.at(-1);
    const lastPoint = last?.at(-1);
    if (last && lastPoint && lastPoint[0] === segment[0][0] && lastPoint[1] === segment[0][1]) last.push(segment[1]);
    else parts.push([...segment]);
  }
  return parts.map(round).filter(({ length }) => length > 1);
}

function clipSegment(segment: [Point, Point], square: Square): [Point, Point] | undefined {
  let [from, to] = segment;
  for (const [axis, isMax] of sides) {
    const limit = isMax ? square.max : square.min;
    const isOutside = (point: Point) => (isMax ? point[axis] > limit : point[axis] < limit);
    if (isOutside(from) && isOutside(to)) return undefined;
    if (isOutside(from)) from = crossAt(from, to, axis, limit);
    else if (isOutside(to)) to = crossAt(from, to, axis, limit);
  }
  return [from, to];
}

function crossAt(from: Point, to: Point, axis: 0 | 1, limit: number): Point {
  const share = (limit - from[axis]) / (to[axis] - from[axis]);
  const other = from[1 - axis] as number;
  const crossing = other + share * ((to[1 - axis] as number) - other);
  return axis === 0 ? [limit, crossing] : [crossing, limit];
}

/** Rounds the points and removes consecutive duplicates. */
function round(points: Point[]): Point[] {
  const rounded = points.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  return rounded.filter(([x, y], index) => {
    const previous = rounded[index - 1];
    return !previous || previous[0] !== x || previous[1] !== y;
  });
}

function getArea(ring: Point[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [previousX, previousY] = ring.at(index - 1) as Point;
    return sum + (previousX * y - x * previousY) / 2;
  }, 0);
}
