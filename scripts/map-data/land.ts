/** Land outlines for the map without tiles: Natural Earth at 1:110 million from `world-atlas`, too coarse for navigation. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

/** Precision of the coordinates, in steps per degree. */
export const landStepsPerDegree = 20;

/**
 * Returns the rings of the outlines. Each ring lists the longitude and latitude of its first point, then the offset to each next point, in
 * steps.
 */
export function landRings(): number[][] {
  const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8')) as Topology<{ land: GeometryCollection }>;
  return feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().map(pathSteps) : [],
  );
}

/**
 * Converts a ring to steps. If a ring crosses the antimeridian, its longitudes continue beyond 180°, on the side with the smaller part. The
 * ring around the South Pole is closed along its lower edge.
 */
function pathSteps(ring: number[][]): number[] {
  const steps = (degrees: number) => Math.round(degrees * landStepsPerDegree);
  const points: [x: number, y: number][] = [];
  for (const [longitude = 0, latitude = 0] of ring) {
    const [before = steps(longitude)] = points.at(-1) ?? [];
    const fullTurns = steps(360) * Math.round((before - steps(longitude)) / steps(360));
    points.push([steps(longitude) + fullTurns, steps(latitude)]);
  }
  const [[start], [end]] = [points[0] ?? [0], points.at(-1) ?? [0]];
  if (start !== end) points.push([end, steps(-90)], [start, steps(-90)]);
  const longitudes = points.map(([x]) => x);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const shift = -steps(360) * Math.round(middle / steps(360));
  return points.flatMap(([x, y], index) => {
    const [lastX, lastY] = points[index - 1] ?? [-shift, 0];
    return index > 0 && x === lastX && y === lastY ? [] : [x - lastX, y - lastY];
  });
}
