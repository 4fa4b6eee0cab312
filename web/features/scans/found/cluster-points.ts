import { t } from '@lingui/core/macro';
/** Chooses how the visible part of the find map shows finds: as pins if there are few, or as numbered clusters. */
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import type { FoundPoint } from '#schema/scans/find-history.ts';
import { describeExactness } from '#web/features/finding/map/exactness.ts';
import type { MapCount, MapMarker } from '#web/features/finding/map/map-content.ts';
import { number } from '#web/lib/format.ts';
import { groupBy } from '#web/lib/group-by.ts';

/** Maximum number of finds that the map shows as pins. */
const maxPins = 12;
/** Minimum zoom level at which all finds are shown as pins. The screen then covers only a few locations. */
const minPinZoom = 15;
/** Side length in pixels of the grid squares into which finds are first grouped. */
const squarePixels = 32;
/** Minimum distance in pixels between two clusters. Prevents their circles from covering each other's numbers. */
const minCirclePixels = 60;
/** Width of the world in pixels at zoom 0. */
const worldPixels = 256;

interface Cluster extends Place {
  points: FoundPoint[];
  /** Position of the cluster's circle in world pixels at the current zoom level. */
  x: number;
  y: number;
}

export function clusterPoints(
  points: readonly FoundPoint[],
  { area, zoom }: { area: Area; zoom: number },
): { markers: MapMarker[]; counts: MapCount[] } {
  if (points.length <= maxPins) return { markers: points.map(toMarker), counts: [] };
  const visible = points.filter((point) => isInside(point, area));
  if (visible.length <= maxPins || zoom >= minPinZoom) return { markers: visible.map(toMarker), counts: [] };
  const clusters = mergeClose(countBySquare(visible, worldPixels * 2 ** zoom));
  const isSinglePlace = ({ points: [first, ...rest] }: Cluster) => rest.every((point) => point[2] === first?.[2] && point[3] === first[3]);
  return {
    markers: clusters.filter(isSinglePlace).flatMap((cluster) => cluster.points.map(toMarker)),
    counts: clusters.filter((cluster) => !isSinglePlace(cluster)).map(toCount),
  };
}

function isInside([, , latitude, longitude]: FoundPoint, { south, north, west, east }: Area): boolean {
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

function countBySquare(points: readonly FoundPoint[], mapPixels: number): Cluster[] {
  const projected = points.map((point) => ({ point, ...project(point, mapPixels) }));
  const squares = groupBy(projected, ({ x, y }) => `${Math.floor(x / squarePixels)},${Math.floor(y / squarePixels)}`);
  return [...squares.values()].map((square) => ({
    points: square.map(({ point }) => point),
    x: getAverage(square.map(({ x }) => x)),
    y: getAverage(square.map(({ y }) => y)),
    latitude: getAverage(square.map(({ point }) => point[2])),
    longitude: getAverage(square.map(({ point }) => point[3])),
  }));
}

/** Merges each cluster into a nearby larger one, if there is one. */
function mergeClose(clusters: readonly Cluster[]): Cluster[] {
  const merged: Cluster[] = [];
  for (const cluster of [...clusters].sort((one, other) => other.points.length - one.points.length)) {
    const larger = merged.find(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < minCirclePixels);
    if (larger) larger.points.push(...cluster.points);
    else merged.push({ ...cluster });
  }
  return merged;
}

/** Projects a find to world pixels, using the Web Mercator projection. */
function project([, , latitude, longitude]: FoundPoint, mapPixels: number): { x: number; y: number } {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return { x: ((longitude + 180) / 360) * mapPixels, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * mapPixels };
}

function toCount({ points, latitude, longitude }: Cluster): MapCount {
  return { count: points.length, latitude, longitude };
}

function toMarker([id, findNumber, latitude, longitude, visibility]: FoundPoint): MapMarker {
  const name = findNumber === null ? t`Your find` : t`Find ${number(findNumber)}`;
  return { id: String(id), label: `${name}, ${describeExactness(visibility)}`, latitude, longitude, visibility, kind: 'found' };
}

const getAverage = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
