export interface Hill {
  x: number;
  y: number;
  step: number;
  lines: number;
  shape: number;
}

const points = 10;

/** Returns closed contour lines around a summit, which become rounder toward the top. */
export function contourLines({ x, y, step, lines, shape }: Hill): string {
  return Array.from({ length: lines }, (_, line) => contour(x, y, step * (line + 1), 0.05 + 0.025 * line, shape + line * 0.12)).join('');
}

function contour(x: number, y: number, radius: number, raggedness: number, shape: number): string {
  const ring = Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const variation = Math.sin(2 * angle + shape) + 0.6 * Math.sin(3 * angle + 2.3 * shape) + 0.3 * Math.sin(5 * angle - shape);
    const distance = radius * (1 + raggedness * variation);
    return [x + 1.25 * distance * Math.cos(angle), y + distance * Math.sin(angle)] as const;
  });
  const getPoint = (index: number) => ring[(index + points) % points] ?? ([x, y] as const);
  const tenth = (value: number) => value.toFixed(1);
  // Smooth curve through all points: the tangent at each point is parallel to the line between its neighbors.
  const curves = ring.map((from, index) => {
    const [before, to, after] = [getPoint(index - 1), getPoint(index + 1), getPoint(index + 2)];
    const control1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const control2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...control1, ...control2, ...to].map(tenth).join(' ')}`;
  });
  return `M${getPoint(0).map(tenth).join(' ')}${curves.join('')}Z`;
}
