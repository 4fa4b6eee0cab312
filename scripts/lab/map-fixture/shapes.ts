/** Shapes of the map fixture's landscape. Coordinates are meters east and north of its center. All shapes are deterministic. */
import type { Point } from '#scripts/lab/map-fixture/vector-tile.ts';

/** Returns a smooth curve through the points (Catmull-Rom). */
export function curve(...points: Point[]): Point[] {
  const steps = 10;
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] as Point;
  const smooth = points.slice(1).flatMap((_, index) =>
    Array.from({ length: steps }, (_, step) => {
      const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
      const t = step / steps;
      const blend = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
      return [blend(0), blend(1)] as Point;
    }),
  );
  return [...smooth, at(points.length - 1)];
}

/** Returns the line offset to its right by `meters`; a negative value offsets it to its left. */
export function shift(line: Point[], meters: number): Point[] {
  return line.map(([x, y], index) => {
    const [fromX, fromY] = line[Math.max(index - 1, 0)] as Point;
    const [toX, toY] = line[Math.min(index + 1, line.length - 1)] as Point;
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    return [x + ((toY - fromY) / length) * meters, y - ((toX - fromX) / length) * meters];
  });
}

/** Returns the outline of a strip along a line, such as a river. Its width varies by up to 20%. */
export function band(line: Point[], width: number): Point[] {
  const bank = (side: 1 | -1) => line.map((_, index) => shift(line, side * (width / 2) * (1 + 0.2 * Math.sin(index / 3)))[index] as Point);
  return [...bank(1), ...bank(-1).reverse()];
}

/** Returns an irregular oval outline, such as that of a forest or lake. */
export function blob([x, y]: Point, radiusX: number, radiusY: number, points = 90): Point[] {
  return Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const wobble = 1 + 0.13 * Math.sin(3 * angle + x) + 0.08 * Math.sin(5 * angle + y) + 0.04 * Math.sin(11 * angle + x + y);
    return [x + radiusX * wobble * Math.cos(angle), y + radiusY * wobble * Math.sin(angle)];
  });
}

/** Returns a closed loop around a point, such as a hiking trail. */
export function loop(center: Point, radiusX: number, radiusY: number): Point[] {
  const ring = blob(center, radiusX, radiusY, 48);
  return [...ring, ring[0] as Point];
}

export interface Quarter {
  center: Point;
  /** Angle of the streets in radians, counterclockwise from east. */
  angle: number;
  /** Number of blocks in each direction (`columns`, `rows`), and the size of a block in meters (`block`). */
  columns: number;
  rows: number;
  block: Point;
  /** Size of a building in meters. */
  building: Point;
}

/** Returns the streets of a round neighborhood, in both directions, and the outlines of the buildings along them. */
export function layOut({ center, angle, columns, rows, block, building }: Quarter): { streets: Point[][]; buildings: Point[][] } {
  const random = createRandom(center[0] * 31 + center[1]);
  const place = ([column, row]: Point): Point => {
    const [x, y] = [(column - columns / 2) * block[0], (row - rows / 2) * block[1]];
    const [bentX, bentY] = [x + 22 * Math.sin(y / 170 + center[0]), y + 26 * Math.sin(x / 240 + center[1])];
    return [center[0] + bentX * Math.cos(angle) - bentY * Math.sin(angle), center[1] + bentX * Math.sin(angle) + bentY * Math.cos(angle)];
  };
  const isBuilt = (column: number, row: number) => ((2 * column + 1) / columns - 1) ** 2 + ((2 * row + 1) / rows - 1) ** 2 < 1;
  const blocks = range(columns).flatMap((column) => range(rows).flatMap((row): Point[] => (isBuilt(column, row) ? [[column, row]] : [])));
  const along = range(rows + 1).map((row) =>
    spanOf(blocks.filter((item) => row - item[1] === 0 || row - item[1] === 1).map(([column]) => column)),
  );
  const across = range(columns + 1).map((column) =>
    spanOf(blocks.filter((item) => column - item[0] === 0 || column - item[0] === 1).map(([, row]) => row)),
  );
  const streets = [
    ...along.map((steps, row) => steps.map((column) => place([column, row]))),
    ...across.map((steps, column) => steps.map((row) => place([column, row]))),
  ];
  const lots = Math.floor(block[0] / (building[0] * 1.8));
  const buildings = blocks.flatMap(([column, row]) =>
    range(lots * 2).flatMap((lot) => {
      const isEmpty = random() < 0.25;
      const size: Point = [building[0] * (0.7 + 0.5 * random()), building[1] * (0.7 + 0.5 * random())];
      const position: Point = [column + ((lot % lots) + 0.8) / (lots + 0.6), row + (lot < lots ? 0.28 : 0.72)];
      return isEmpty ? [] : [rectangle(place(position), size, angle)];
    }),
  );
  return { streets, buildings };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Returns positions every half block, from the start of the first block to the end of the last. */
function spanOf(blocks: number[]): number[] {
  const first = Math.min(...blocks);
  return blocks.length === 0 ? [] : range((Math.max(...blocks) + 1 - first) * 2 + 1).map((half) => first + half / 2);
}

export function rectangle([x, y]: Point, [width, depth]: Point, angle: number): Point[] {
  const corners: Point[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return corners.map(([sideX, sideY]) => {
    const [dx, dy] = [(sideX * width) / 2, (sideY * depth) / 2];
    return [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)];
  });
}

/** Returns a generator of pseudorandom numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
