import { plural, t } from '@lingui/core/macro';
/** Draws pins and clusters. Redrawing preserves the focus. */

import * as L from 'leaflet';
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import type { Box } from '#web/features/finding/map/boxes.ts';
import { createDistanceRings, placeRingDistances } from '#web/features/finding/map/distance-rings.ts';
import { fitBounds, toLatLngBounds, wrapNearCenter } from '#web/features/finding/map/leaflet-map.ts';
import type { MapContent, MapCount, MapEvents, MapMarker } from '#web/features/finding/map/map-content.ts';
import { getCountRadius, groupPins, isAtOnePoint, mergeCounts } from '#web/features/finding/map/pin-groups.ts';
import { placePinNames } from '#web/features/finding/map/pin-names.ts';
import { pinShapes, renderPin } from '#web/features/finding/map/pins.ts';
import { describeAccuracy } from '#web/lib/distance/distance-format.ts';
import { getDistanceUnit } from '#web/lib/distance/distance-unit.ts';
import { number } from '#web/lib/format.ts';
import { joinClauses } from '#web/lib/words/join-texts.ts';

export interface MapDrawing {
  draw: (content: MapContent, events: MapEvents) => void;
}

/** Number of zoom levels to zoom in when a cluster is pressed. */
const zoomStep = 2;
/** Smallest size in pixels of the visible part of a pin or cluster that can be tapped (WCAG 2.5.8). */
const minTargetSize = 24;
/** Width in pixels that an area must exceed to be drawn. Of a smaller one, only the corners would be seen behind the selected pin's ring. */
const minAreaPixels = 70;
/** Smallest part of a pin's width or height that must be visible at the map's edges. A small part is hard to recognize. */
const minVisiblePart = 0.75;

/** `hasDistanceRings`: whether to draw circles at round distances around the user's position or, if unknown, the origin. */
export function createMapDrawing(map: L.Map, { hasDistanceRings }: { hasDistanceRings: boolean }): MapDrawing {
  const layers = L.layerGroup().addTo(map);
  let redraw = () => {};
  // Pins that overlap depend on the zoom level.
  map.on('zoomend', () => redraw());
  map.on('moveend', () => {
    hideCoveredPins(map.getContainer());
    placePinNames(map.getContainer());
    placeRingDistances(map.getContainer());
  });
  return {
    draw(content, events) {
      redraw = () => {
        const focusedElement = document.activeElement;
        const focusedId = map.getContainer().contains(focusedElement) ? focusedElement?.getAttribute('data-pin') : null;
        layers.clearLayers();
        const center = content.userPosition ?? content.origin;
        const rings = hasDistanceRings && center ? createDistanceRings(map, center) : [];
        for (const layer of [...rings, ...createLayers(map, content, events)]) layers.addLayer(layer);
        const pins = [...map.getContainer().querySelectorAll<HTMLElement>('[data-pin]')];
        if (focusedId) pins.find((pin) => pin.dataset.pin === focusedId)?.focus({ preventScroll: true });
        hideCoveredPins(map.getContainer());
        placePinNames(map.getContainer());
        placeRingDistances(map.getContainer());
        map.fire('pinsdrawn');
      };
      redraw();
    },
  };
}

/** Hides the pins that touch a control, or are mostly beyond the map's edges or under the sheet that covers the lower edge of Find's map. */
function hideCoveredPins(container: HTMLElement): void {
  const pins = [...container.querySelectorAll<HTMLElement>('[data-pin]:not([role="img"])')];
  if (pins.length === 0) return;
  const getBoxes = (elements: Iterable<Element>): Box[] => Array.from(elements, (element) => element.getBoundingClientRect());
  const controls = getBoxes([
    ...container.querySelectorAll('.leaflet-control'),
    ...(container.closest('.find-map')?.querySelectorAll('.map-locate') ?? []),
  ]);
  const shownControls = controls.filter(({ left, right }) => right > left);
  const edges: Box[] = [];
  const [map, corner, attribution] = getBoxes([
    container,
    ...container.querySelectorAll('.leaflet-bottom.leaflet-left'),
    ...container.querySelectorAll('.leaflet-control-attribution'),
  ]);
  if (map && map.right > map.left) edges.push(...boxesAround(map));
  // The attribution, which may not be shown yet, is above the sheet, and pins could be under both.
  if (map && corner && corner.bottom < map.bottom) {
    const isShown = attribution !== undefined && attribution.bottom > attribution.top;
    edges.push({ left: map.left, top: isShown ? attribution.top : corner.bottom, right: map.right, bottom: map.bottom });
  }
  const isHidden = getBoxes(pins).map(
    (box) => shownControls.some((cover) => isUnder(box, cover, 1)) || edges.some((cover) => isUnder(box, cover, minVisiblePart)),
  );
  for (const [index, pin] of pins.entries()) {
    // A hidden pin would lose the focus.
    pin.style.visibility = isHidden[index] && pin !== document.activeElement ? 'hidden' : '';
  }
}

function boxesAround({ left, top, right, bottom }: Box): Box[] {
  const all = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  return [
    { ...all, right: left },
    { ...all, bottom: top },
    { ...all, left: right },
    { ...all, top: bottom },
  ];
}

/** Returns whether less than the given part of the pin, above, below, or on one side of the cover, is visible. */
function isUnder(pin: Box, cover: Box, minPart: number): boolean {
  const width = Math.max(minTargetSize, minPart * (pin.right - pin.left));
  const height = Math.max(minTargetSize, minPart * (pin.bottom - pin.top));
  const isVisible =
    cover.left - pin.left >= width ||
    pin.right - cover.right >= width ||
    cover.top - pin.top >= height ||
    pin.bottom - cover.bottom >= height;
  return !isVisible;
}

function createLayers(
  map: L.Map,
  { markers = [], counts = [], area, userPosition, origin, selectedId = null, labeledId = null, namedIds = [] }: MapContent,
  { onSelect }: MapEvents,
): L.Layer[] {
  const project = ({ latitude, longitude }: Place) => map.project([latitude, longitude]);
  const groups = groupPins(markers, [selectedId, labeledId], project);
  return [
    ...(area && getPixelWidth(area, project) > minAreaPixels
      ? [L.rectangle(toLatLngBounds(shiftToNearestCopy(map, area)), { className: 'map-area', interactive: false })]
      : []),
    ...(userPosition ? createUserMarker(map, userPosition) : origin ? [createOriginMarker(map, origin)] : []),
    ...mergeCounts(counts, project).map((count) => createClusterMarker(map, count)),
    ...groups.map((group) => createPinMarker(map, group, { selectedId, labeledId, namedIds }, onSelect)),
  ];
}

const getPixelWidth = ({ west, east, north }: Area, project: (place: Place) => L.Point) =>
  project({ latitude: north, longitude: east }).x - project({ latitude: north, longitude: west }).x;

/** Shifts the area to the copy of the world map that is closest to the view. */
function shiftToNearestCopy(map: L.Map, area: Area): Area {
  const longitudeShift = wrapNearCenter(map, area.west) - area.west;
  return { ...area, west: area.west + longitudeShift, east: area.east + longitudeShift };
}

interface Highlights {
  selectedId: string | null;
  labeledId: string | null;
  namedIds: readonly string[];
}

function createPinMarker(
  map: L.Map,
  group: [MapMarker, ...MapMarker[]],
  { selectedId, labeledId, namedIds }: Highlights,
  onSelect: MapEvents['onSelect'],
): L.Marker {
  const [mainMarker] = group;
  const isSelected = group.some(({ id }) => id === selectedId);
  const isLabeled = mainMarker.id === labeledId;
  const rank = isLabeled ? 0 : namedIds.indexOf(mainMarker.id) + 1;
  const name = isLabeled || rank > 0 ? mainMarker.name : undefined;
  const canZoom = !isAtOnePoint(group) && map.getZoom() < map.getMaxZoom();
  const { visibility = 'exact', kind } = mainMarker;
  const { size, anchor } = pinShapes[visibility];
  const html = renderPin(kind, visibility) + (group.length > 1 ? `<span class="map-pin-count">${group.length}</span>` : '');
  const className = `map-pin map-pin-${kind} map-pin-${visibility}${isSelected ? ' is-selected' : ''}${isLabeled ? ' is-labeled' : ''}`;
  const icon = L.divIcon({ className, html, iconSize: size, iconAnchor: anchor });
  const select = () => (canZoom ? zoomTo(map, group) : onSelect?.(group.map(({ id }) => id)));
  const marker = createMarker(map, mainMarker, icon, {
    label: name !== undefined && group.length > 1 ? `${name}: ${labelGroup(group, canZoom)}` : labelGroup(group, canZoom),
    pinId: mainMarker.id,
    rise: isSelected || isLabeled ? 2_000 : kind === 'unfound' ? 1_000 : 0,
    isCurrent: isSelected,
    onPress: onSelect && select,
  });
  if (name !== undefined) addName(marker, name, rank);
  return marker;
}

function labelGroup(group: [MapMarker, ...MapMarker[]], canZoom: boolean): string {
  if (group.length === 1) return group[0].label;
  if (canZoom) return t`${group.length} cards close together, zoom in`;
  return t`${group.length} cards here: ${joinClauses(group.map(({ label }) => label))}`;
}

/** Zooms in at least one level so that the pins separate. */
function zoomTo(map: L.Map, group: readonly MapMarker[]): void {
  const bounds = L.latLngBounds(group.map(({ latitude, longitude }) => [latitude, wrapNearCenter(map, longitude)]));
  fitBounds(map, bounds, { minZoom: map.getZoom() + 1, maxZoom: Math.min(map.getZoom() + 4, map.getMaxZoom()) });
}

function createClusterMarker(map: L.Map, { count, ...place }: MapCount): L.Marker {
  const size = 2 * getCountRadius(count);
  const countText = count < 10_000 ? number(count) : `${Math.round(count / 100) / 10}k`;
  const icon = L.divIcon({ className: 'map-count', html: `<span>${countText}</span>`, iconSize: [size, size] });
  const zoomIn = () => map.setView([place.latitude, wrapNearCenter(map, place.longitude)], map.getZoom() + zoomStep);
  const label = plural(count, { one: '# card, zoom in', other: '# cards, zoom in' });
  return createMarker(map, place, icon, { label, pinId: `count-${place.latitude},${place.longitude}`, onPress: zoomIn });
}

function createUserMarker(map: L.Map, userPosition: NonNullable<MapContent['userPosition']>): L.Layer[] {
  const icon = L.divIcon({ className: 'map-me', iconSize: [18, 18] });
  const label = t`You are here, ${describeAccuracy(userPosition.accuracy, getDistanceUnit())}`;
  return [
    L.circle([userPosition.latitude, wrapNearCenter(map, userPosition.longitude)], {
      radius: userPosition.accuracy,
      className: 'map-me-ring',
      interactive: false,
    }),
    createMarker(map, userPosition, icon, { label, pinId: 'me', rise: 10_000 }),
  ];
}

function createOriginMarker(map: L.Map, { label, name, ...place }: NonNullable<MapContent['origin']>): L.Marker {
  const icon = L.divIcon({ className: 'map-origin', iconSize: [20, 20] });
  const marker = createMarker(map, place, icon, { label, pinId: 'origin', rise: 2_500 });
  if (name !== undefined) addName(marker, name, Number.MAX_SAFE_INTEGER);
  return marker;
}

/** Adds a name with a rank for `placePinNames`. */
function addName(marker: L.Marker, name: string, rank: number): void {
  marker.on('add', () => {
    const text = document.createElement('span');
    text.className = 'map-pin-name';
    text.textContent = name;
    text.dataset.rank = String(rank);
    marker.getElement()?.append(text);
  });
}

interface MarkerOptions {
  label: string;
  /** Identifies the marker so that its focus can be restored after redrawing. */
  pinId: string;
  /** Added to the marker's z-index, which otherwise is its vertical position in pixels. */
  rise?: number;
  isCurrent?: boolean;
  onPress?: (() => void) | undefined;
}

/** Returns a button if the marker can be pressed, otherwise an image. Both have an accessible name. */
function createMarker(
  map: L.Map,
  { latitude, longitude }: { latitude: number; longitude: number },
  icon: L.DivIcon,
  options: MarkerOptions,
): L.Marker {
  const { label, pinId, rise = 0, isCurrent = false, onPress } = options;
  const marker = L.marker([latitude, wrapNearCenter(map, longitude)], {
    icon,
    interactive: onPress !== undefined,
    keyboard: onPress !== undefined,
    zIndexOffset: rise,
    riseOnHover: true,
  });
  if (onPress) marker.on('click', onPress);
  marker.on('add', () => {
    const element = marker.getElement();
    element?.setAttribute('aria-label', label);
    element?.setAttribute('data-pin', pinId);
    if (!onPress) element?.setAttribute('role', 'img');
    if (isCurrent) element?.setAttribute('aria-current', 'true');
    element?.addEventListener('keydown', (event) => {
      if (!onPress || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      onPress();
    });
  });
  return marker;
}
