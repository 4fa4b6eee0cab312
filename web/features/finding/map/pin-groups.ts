import type { Place } from '#schema/finding/geo.ts';
import type { Box, Point } from '#web/features/finding/map/boxes.ts';
import type { MapCount, MapMarker } from '#web/features/finding/map/map-content.ts';
import { pinShapes } from '#web/features/finding/map/pins.ts';

/** Pixels by which the boxes of two pins may overlap in either direction. The boxes include the empty space around the pins' shapes. */
const maxOverlap = { x: 4, y: 9 };
/** Radius in pixels of the ring around a leading pin. The styles are in pins.css. */
const ringRadius = 31;

type PinGroup = [MapMarker, ...MapMarker[]];

/**
 * Groups the markers whose pins would cover each other. The first marker of a group is drawn: one from `leadingIds`, or else a card still to
 * find.
 */
export function groupPins(
  markers: readonly MapMarker[],
  leadingIds: readonly (string | null)[],
  project: (marker: MapMarker) => Point,
): PinGroup[] {
  const rank = ({ id, kind }: MapMarker) => (leadingIds.includes(id) ? leadingIds.indexOf(id) : kind === 'unfound' ? 2 : 3);
  const groups: { markers: PinGroup; box: Box }[] = [];
  for (const marker of markers.toSorted((a, b) => rank(a) - rank(b))) {
    const point = project(marker);
    const box = leadingIds.includes(marker.id) ? getRingBox(marker, point) : getPinBox(marker, point);
    const group = groups.find((other) => isCovered(other.box, box));
    if (group) group.markers.push(marker);
    else groups.push({ markers: [marker], box });
  }
  return groups.map((group) => group.markers);
}

export function isAtOnePoint([first, ...others]: PinGroup): boolean {
  return others.every(({ latitude, longitude }) => latitude === first.latitude && longitude === first.longitude);
}

function getPinBox({ visibility = 'exact' }: MapMarker, { x, y }: Point): Box {
  const { size, anchor } = pinShapes[visibility];
  const [left, top] = [x - anchor[0], y - anchor[1]];
  return { left, top, right: left + size[0], bottom: top + size[1] };
}

function getRingBox({ visibility = 'exact' }: MapMarker, { x, y }: Point): Box {
  const centerY = visibility === 'exact' ? y - ringRadius : y;
  return { left: x - ringRadius, top: centerY - ringRadius, right: x + ringRadius, bottom: centerY + ringRadius };
}

function isCovered(a: Box, b: Box): boolean {
  const overlapX = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const overlapY = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return overlapX > maxOverlap.x && overlapY > maxOverlap.y;
}

/** Radius in pixels of a cluster's circle, which grows with its count. */
export const getCountRadius = (count: number): number => Math.round(18 + 3 * Math.log10(count));

/** Merges clusters whose circles would overlap. The merged one is at their average position. */
export function mergeCounts(counts: readonly MapCount[], project: (place: Place) => Point): MapCount[] {
  const merged: MapCount[] = [];
  for (let count of counts.toSorted((a, b) => b.count - a.count)) {
    for (;;) {
      const index = merged.findIndex((other) => isOverlapping(other, count, project));
      const [other] = index < 0 ? [] : merged.splice(index, 1);
      if (!other) break;
      count = addCounts(other, count);
    }
    merged.push(count);
  }
  return merged;
}

function isOverlapping(a: MapCount, b: MapCount, project: (place: Place) => Point): boolean {
  const [from, to] = [project(a), project(b)];
  return Math.hypot(to.x - from.x, to.y - from.y) < getCountRadius(a.count) + getCountRadius(b.count);
}

function addCounts(a: MapCount, b: MapCount): MapCount {
  const count = a.count + b.count;
  const average = (one: number, other: number) => (one * a.count + other * b.count) / count;
  return { count, latitude: average(a.latitude, b.latitude), longitude: average(a.longitude, b.longitude) };
}
