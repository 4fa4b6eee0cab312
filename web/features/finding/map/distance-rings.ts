/** Draws circles at round distances around the point from which distances are measured, for maps that show neither streets nor paths. */
import * as L from 'leaflet';
import { metersPerDegree, type Place, toRadians } from '#schema/finding/geo.ts';
import { getUncoveredBox, isCovering, isInside } from '#web/features/finding/map/boxes.ts';
import { wrapNearCenter } from '#web/features/finding/map/leaflet-map.ts';
import { formatRoundDistance, metersPerFoot, metersPerMile } from '#web/lib/distance/distance-format.ts';
import { type DistanceUnit, getDistanceUnit } from '#web/lib/distance/distance-unit.ts';

/** Lowest zoom level with circles, at which a phone shows about 60 km. Farther out, the projection would distort them visibly. */
const minZoom = 10;
const ringCount = 3;
/** Minimum distance between two circles, in pixels. */
const minGap = 90;
/** Points of a circle where its distance can be shown, best first, in degrees clockwise from north. */
const bearings = [0, 180, 90, 270, 45, 315, 135, 225];
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
  const metersPerDegreeEast = metersPerDegree * Math.cos(toRadians(latitude));
  return getRingRadii(metersPerDegree / pixelsPerDegree, unit).flatMap((radius) => {
    const html = `<span data-radius="${radius}">${formatRoundDistance(radius, unit)}</span>`;
    const icon = L.divIcon({ className: 'map-ring-distance', html, iconSize: [0, 0] });
    return [
      L.circle(center, { radius, className: 'map-ring', interactive: false }),
      ...bearings.map(toRadians).map((bearing) => {
        const north = (radius * Math.cos(bearing)) / metersPerDegree;
        const east = (radius * Math.sin(bearing)) / metersPerDegreeEast;
        return L.marker([latitude + north, center.lng + east], { icon, pane, interactive: false, keyboard: false });
      }),
    ];
  });
}

/** Minimum gap between a distance label and the map's edge, in pixels. */
const minEdgeGap = 8;
/** What a distance must not cover. */
const marks = '[data-pin], .map-me, .map-pin-name:not([data-side="none"]), .leaflet-control, .map-locate';

/** Shows the distance of each circle once, at the first of its points where it covers nothing, or not at all. */
export function placeRingDistances(container: HTMLElement): void {
  const distances = [...container.querySelectorAll<HTMLElement>('.map-ring-distance > span')];
  if (distances.length === 0) return;
  const map = getUncoveredBox(container);
  const frame = container.closest('.find-map') ?? container;
  const obstacles = Array.from(frame.querySelectorAll(marks), (element) => element.getBoundingClientRect());
  const boxes = distances.map((distance) => distance.getBoundingClientRect());
  const shownRadii = new Set<string | undefined>();
  for (const [index, distance] of distances.entries()) {
    const box = boxes[index];
    const { radius } = distance.dataset;
    const isShown =
      box !== undefined &&
      !shownRadii.has(radius) &&
      isInside(box, map, minEdgeGap) &&
      !obstacles.some((obstacle) => isCovering(box, obstacle));
    if (isShown) shownRadii.add(radius);
    distance.style.visibility = isShown ? '' : 'hidden';
  }
}
