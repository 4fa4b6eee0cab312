/** Draws circles at round distances around the point from which distances are measured, for maps that show neither streets nor paths. */
import * as L from 'leaflet';
import { metersPerDegree, type Place } from '#schema/finding/geo.ts';
import { isCovering, isInside } from '#web/features/finding/map/boxes.ts';
import { wrapNearCenter } from '#web/features/finding/map/leaflet-map.ts';
import { formatRoundDistance, metersPerFoot, metersPerMile } from '#web/lib/distance/distance-format.ts';
import { type DistanceUnit, getDistanceUnit } from '#web/lib/distance/distance-unit.ts';

/** Lowest zoom level with circles, at which a phone shows about 60 km. Farther out, the projection would distort them visibly. */
const minZoom = 10;
const ringCount = 3;
/** Minimum distance between two circles, in pixels. */
const minGap = 90;
/** Leaflet pane for the distances, above land, grid and rings, below pins. */
const pane = 'rings';

/** Round distances between two circles, in meters, shortest first. */
const steps: Record<DistanceUnit, number[]> = {
  metric: [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000],
  imperial: [...[50, 100, 200, 300].map((feet) => feet * metersPerFoot), ...[0.2, 0.5, 1, 2, 5, 10].map((miles) => miles * metersPerMile)],
};

/** Returns the radii in meters. Returns none if even the longest step is too short at this scale. */
export function getRingRadii(metersPerPixel: number, unit: DistanceUnit): number[] {
  const step = steps[unit].find((meters) => meters / metersPerPixel >= minGap);
  return step === undefined ? [] : Array.from({ length: ringCount }, (_, index) => step * (index + 1));
}

export function createDistanceRings(map: L.Map, { latitude, longitude }: Place): L.Layer[] {
  if (map.getZoom() < minZoom) return [];
  if (!map.getPane(pane)) map.createPane(pane).setAttribute('aria-hidden', 'true');
  const center = L.latLng(latitude, wrapNearCenter(map, longitude));
  const pixelsPerDegree = map.project(center).y - map.project(L.latLng(latitude + 1, center.lng)).y;
  const unit = getDistanceUnit();
  return getRingRadii(metersPerDegree / pixelsPerDegree, unit).flatMap((radius) => {
    const html = `<span>${formatRoundDistance(radius, unit)}</span>`;
    const icon = L.divIcon({ className: 'map-ring-distance', html, iconSize: [0, 0] });
    return [
      L.circle(center, { radius, className: 'map-ring', interactive: false }),
      ...[radius, -radius].map((meters) =>
        L.marker([latitude + meters / metersPerDegree, center.lng], { icon, pane, interactive: false, keyboard: false }),
      ),
    ];
  });
}

/** Shows the distance of each circle at its northern or southern point, unless pins cover both. */
export function placeRingDistances(container: HTMLElement): void {
  const distances = [...container.querySelectorAll<HTMLElement>('.map-ring-distance > span')];
  if (distances.length === 0) return;
  const map = container.getBoundingClientRect();
  const obstacles = Array.from(container.querySelectorAll('[data-pin], .leaflet-control'), (element) => element.getBoundingClientRect());
  const isFree = distances.map((distance) => {
    const box = distance.getBoundingClientRect();
    return isInside(box, map) && !obstacles.some((obstacle) => isCovering(box, obstacle));
  });
  // Each circle has two distances, the northern one first.
  for (const [index, distance] of distances.entries())
    distance.style.visibility = isFree[index] && (index % 2 === 0 || !isFree[index - 1]) ? '' : 'hidden';
}
