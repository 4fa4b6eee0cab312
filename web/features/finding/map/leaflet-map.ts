/**
 * Creates and controls Leaflet maps without Leaflet's image files, with accessible names, and without animations if the user prefers
 * reduced motion.
 */
import { t } from '@lingui/core/macro';
import * as L from 'leaflet';
import { type Place, roundDegrees, wrapLongitude } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import type { MapEvents, MapView } from '#web/features/finding/map/map-content.ts';
import { getDistanceUnit } from '#web/lib/distance/distance-unit.ts';

/** Latitude limit of the Web Mercator projection, in degrees. */
const maxLatitude = 85;
/** Maximum zoom level when fitting the map to an area. */
const maxFitZoom = 16;

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function createMap(element: HTMLElement, view: MapView, events: () => MapEvents): L.Map {
  const isAnimated = !isMotionReduced();
  // Read before the map changes the page, because afterward the browser would have to compute the styles again.
  const scaleWidth = getScaleWidth();
  const map = L.map(element, {
    minZoom: getMinZoom(element),
    maxZoom: 18,
    // Longer zooms would leave the thick grid lines of the old level on the map for a while.
    zoomAnimationThreshold: 2,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    maxBounds: [
      [-maxLatitude, -720],
      [maxLatitude, 720],
    ],
    maxBoundsViscosity: 1,
    // The mouse wheel must be able to scroll the page past the map, so it zooms only while the map has the focus.
    scrollWheelZoom: false,
    zoomAnimation: isAnimated,
    fadeAnimation: isAnimated,
    markerZoomAnimation: isAnimated,
    inertia: isAnimated,
    // Disables double-tap zoom on maps for choosing a location because every tap selects a location.
    doubleClickZoom: events().onTap === undefined,
  });
  L.control.zoom({ position: 'topright', zoomInTitle: t`Zoom in`, zoomOutTitle: t`Zoom out` }).addTo(map);
  const unit = getDistanceUnit();
  L.control.scale({ position: 'bottomleft', maxWidth: scaleWidth, metric: unit === 'metric', imperial: unit === 'imperial' }).addTo(map);
  L.control.attribution({ position: 'bottomright', prefix: false }).addTo(map);
  moveTo(map, view);
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  map.on('click', ({ latlng }: L.LeafletMouseEvent) => events().onTap?.(toPlace(latlng)));
  map.on('moveend', () => events().onMove?.(toArea(map), Math.round(map.getZoom())));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== element || !events().onTap) return;
    event.preventDefault();
    events().onTap?.(toPlace(map.getCenter()));
  });
  return map;
}

const worldWidthAtZoom0 = 256;

/** Returns the lowest zoom level at which the map shows no part of the world twice. */
export function getMinZoom(element: HTMLElement): number {
  return Math.max(1, Math.ceil(Math.log2(element.clientWidth / worldWidthAtZoom0)));
}

/**
 * Makes the zoom buttons and keys keep the visible ones of the points in view when zooming in, clear of the controls. If they no longer
 * fit together, the first one moves to the middle.
 */
export function zoomInAround(map: L.Map, getFocus: () => readonly Place[]): void {
  const zoomAroundCenter = map.setZoom.bind(map);
  map.setZoom = (zoom, options) => {
    const newZoom = Math.min(zoom, map.getMaxZoom());
    const boxes = getFocus()
      .map(({ latitude, longitude }) => L.latLng(latitude, wrapNearCenter(map, longitude)))
      .filter((place) => map.getBounds().contains(place))
      .map((place) => getBox(map, { place }, newZoom));
    if (boxes.length === 0 || newZoom <= map.getZoom()) return zoomAroundCenter(zoom, options);
    return map.setView(map.unproject(getCenterAround(map, boxes, newZoom), newZoom), newZoom, options);
  };
}

/** Returns the center that keeps the boxes as near to where they are on the screen as possible. All are in pixels at the zoom level. */
export function getCenterAround(map: L.Map, boxes: readonly L.Bounds[], zoom: number): L.Point {
  const half = map.getSize().divideBy(2);
  const all = joinBoxes(boxes);
  const [from, to] = [all.getBottomRight().subtract(half), all.getTopLeft().add(half)];
  if (from.x > to.x || from.y > to.y) return joinBoxes(boxes.slice(0, 1)).getCenter();
  const middle = all.getCenter();
  const center = middle.subtract(map.latLngToContainerPoint(map.unproject(middle, zoom))).add(half);
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  return L.point(clamp(center.x, from.x, to.x), clamp(center.y, from.y, to.y));
}

export const joinBoxes = (boxes: readonly L.Bounds[]) => boxes.reduce((all, box) => all.extend(box), L.bounds([]));

/** Returns the pixels at the zoom level that the place takes, with its margins and the controls to the right and below. */
export function getBox(map: L.Map, { place, margins = pinMargins }: { place: L.LatLng; margins?: Margins }, zoom: number): L.Bounds {
  const { topLeft, bottomRight } = getClearance(map, margins);
  const point = map.project(place, zoom);
  return L.bounds(point.subtract(topLeft), point.add(bottomRight));
}

/** Shows all points of the bounds with their pins, next to the controls. */
export function fitBounds(
  map: L.Map,
  bounds: L.LatLngBounds,
  { minZoom = map.getMinZoom(), maxZoom = maxFitZoom, isAutomatic = false } = {},
): void {
  const { topLeft, bottomRight } = getClearance(map, pinMargins);
  const zoom = Math.max(minZoom, Math.min(maxZoom, map.getBoundsZoom(bounds, false, topLeft.add(bottomRight))));
  const corners = [bounds.getSouthWest(), bounds.getNorthEast()].map((corner) => map.project(corner, zoom)) as [L.Point, L.Point];
  const center = corners[0].add(corners[1]).add(bottomRight).subtract(topLeft).divideBy(2);
  map.setView(map.unproject(center, zoom), zoom, { animate: !isAutomatic && !isMotionReduced() });
}

/** Height in pixels of an attribution of one line. */
const minAttributionHeight = 20;

/** Pixels around a point. */
export interface Margins {
  x: number;
  top: number;
  bottom: number;
}

/** Half the width of the labeled pin with its ring, or of a pin with its count, and the height of a pin. */
const pinMargins: Margins = { x: 40, top: 60, bottom: 40 };

/** Returns how many pixels a point must be away from the map's edges, so that no edge or control covers its margins. */
function getClearance(map: L.Map, { x, top, bottom }: Margins): { topLeft: L.Point; bottomRight: L.Point } {
  const controls = map.getContainer().querySelector<HTMLElement>('.leaflet-top.leaflet-right');
  const corner = map.getContainer().querySelector<HTMLElement>('.leaflet-bottom.leaflet-right');
  // The attribution may not be shown yet.
  const attributionHeight = Math.max(minAttributionHeight, corner?.offsetHeight ?? 0);
  const size = map.getSize();
  const covered = corner ? size.y - corner.offsetTop - corner.offsetHeight + attributionHeight : 0;
  // On a small map, the pins get a third of it at least.
  const limit = size.divideBy(3);
  const atMost = (right: number, down: number) => L.point(Math.min(right, limit.x), Math.min(down, limit.y));
  return { topLeft: atMost(x, top), bottomRight: atMost(x + (controls?.offsetWidth ?? 0), bottom + covered) };
}

/** Removes the map. Works around Leaflet's timers, which fire 250 ms after a zoom or resize and throw if the map no longer exists. */
export function removeMap(map: L.Map): void {
  (map as L.Map & { _animatingZoom?: boolean })._animatingZoom = false;
  map.off('moveend');
  map.remove();
}

/** Returns the width of the map scale in pixels. It fits the label at any text size without covering the map on a phone. */
function getScaleWidth(): number {
  return Math.min(160, 8 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16));
}

export function moveTo(map: L.Map, view: MapView): void {
  if ('area' in view) fitBounds(map, toLatLngBounds(view.area), view);
  else map.setView([view.latitude, wrapNearCenter(map, view.longitude)], view.zoom, { animate: !view.isAutomatic && !isMotionReduced() });
}

/** Shifts the longitude to the copy of the world map that is closest to the center of the view. */
export function wrapNearCenter(map: L.Map, longitude: number): number {
  // Checks an internal flag because `getCenter` throws if the map has no view yet.
  const center = (map as L.Map & { _loaded?: boolean })._loaded ? map.getCenter().lng : longitude;
  return longitude + 360 * Math.round((center - longitude) / 360);
}

export function toLatLngBounds({ west, south, east, north }: Area): L.LatLngBounds {
  return L.latLngBounds([south, west], [north, east < west ? east + 360 : east]);
}

function toArea(map: L.Map): Area {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const isWholeWorld = east - west >= 360;
  return {
    west: isWholeWorld ? -180 : wrapLongitude(west),
    south: Math.max(-90, bounds.getSouth()),
    east: isWholeWorld ? 180 : wrapLongitude(east),
    north: Math.min(90, bounds.getNorth()),
  };
}

function toPlace({ lat, lng }: L.LatLng): Place {
  return { latitude: roundDegrees(Math.max(-maxLatitude, Math.min(maxLatitude, lat))), longitude: roundDegrees(wrapLongitude(lng)) };
}
