/** Leaflet without its images, without animation under reduced motion, and with accessible names. */
import * as L from 'leaflet';
import { type Place, roundDegrees, wrapLongitude } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import type { MapEvents, MapView } from '#web/features/finding/map/map-content.ts';

/** Latitude limit of Web Mercator. */
const northernmost = 85;
/** Maximum zoom when fitting a single pin. */
const nearestFit = 16;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function createMap(element: HTMLElement, view: MapView, events: () => MapEvents): L.Map {
  const animates = !isStill();
  const map = L.map(element, {
    minZoom: 1,
    maxZoom: 18,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    maxBounds: [
      [-northernmost, -720],
      [northernmost, 720],
    ],
    maxBoundsViscosity: 1,
    // The page must scroll past a map: the wheel zooms only with focus.
    scrollWheelZoom: false,
    zoomAnimation: animates,
    fadeAnimation: animates,
    markerZoomAnimation: animates,
    inertia: animates,
    // Two taps are two places on maps that pick places.
    doubleClickZoom: events().onTap === undefined,
  });
  L.control.zoom({ position: 'topright', zoomInTitle: 'Zoom in', zoomOutTitle: 'Zoom out' }).addTo(map);
  L.control.scale({ position: 'topleft', maxWidth: scaleWidth() }).addTo(map);
  L.control.attribution({ position: 'bottomright', prefix: false }).addTo(map);
  moveTo(map, view);
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  map.on('click', ({ latlng }: L.LeafletMouseEvent) => events().onTap?.(placeOf(latlng)));
  map.on('moveend', () => events().onMove?.(areaOf(map), Math.round(map.getZoom())));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== element || !events().onTap) return;
    event.preventDefault();
    events().onTap?.(placeOf(map.getCenter()));
  });
  return map;
}

/** Leaflet runs timers 250 ms after a zoom or resize and throws if the map is gone. */
export function removeMap(map: L.Map): void {
  (map as L.Map & { _animatingZoom?: boolean })._animatingZoom = false;
  map.off('moveend');
  map.remove();
}

/** Fits its text at any text size without covering a phone's map. */
function scaleWidth(): number {
  return Math.min(160, 8 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16));
}

export function moveTo(map: L.Map, view: MapView): void {
  const animate = !isStill();
  if ('area' in view) map.fitBounds(boundsOf(view.area), { animate, maxZoom: nearestFit, padding: [24, 24] });
  else map.setView([view.latitude, nearCentre(map, view.longitude)], view.zoom, { animate });
}

/** Longitudes continue past the date line: uses the copy of the place closest to the view. */
export function nearCentre(map: L.Map, longitude: number): number {
  // A map without a view has no centre.
  const centre = (map as L.Map & { _loaded?: boolean })._loaded ? map.getCenter().lng : longitude;
  return longitude + 360 * Math.round((centre - longitude) / 360);
}

export function boundsOf({ west, south, east, north }: Area): L.LatLngBounds {
  return L.latLngBounds([south, west], [north, east < west ? east + 360 : east]);
}

function areaOf(map: L.Map): Area {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const isAround = east - west >= 360;
  return {
    west: isAround ? -180 : wrapLongitude(west),
    south: Math.max(-90, bounds.getSouth()),
    east: isAround ? 180 : wrapLongitude(east),
    north: Math.min(90, bounds.getNorth()),
  };
}

function placeOf({ lat, lng }: L.LatLng): Place {
  return { latitude: roundDegrees(Math.max(-northernmost, Math.min(northernmost, lat))), longitude: roundDegrees(wrapLongitude(lng)) };
}
