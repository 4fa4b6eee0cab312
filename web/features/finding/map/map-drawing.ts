/** Draws pins and clusters. Redrawing keeps the focus. */
import * as L from 'leaflet';
import type { Area } from '#schema/finding/shown-place.ts';
import { toLatLngBounds, nearCentre } from '#web/features/finding/map/leaflet-map.ts';
import type { MapContent, MapCount, MapEvents, MapMarker } from '#web/features/finding/map/map-content.ts';
import { pinPicture, pinShapes } from '#web/features/finding/map/pins.ts';
import { number } from '#web/lib/format.ts';

export interface MapDrawing {
  draw: (content: MapContent, events: MapEvents) => void;
}

/** Zoom levels added by a press on a cluster. */
const zoomsNearer = 2;

export function mapDrawing(map: L.Map): MapDrawing {
  const layers = L.layerGroup().addTo(map);
  return {
    draw(content, events) {
      const focused = document.activeElement;
      const focusedId = map.getContainer().contains(focused) ? focused?.getAttribute('data-pin') : null;
      layers.clearLayers();
      for (const layer of createLayers(map, content, events)) layers.addLayer(layer);
      const pins = [...map.getContainer().querySelectorAll<HTMLElement>('[data-pin]')];
      if (focusedId) pins.find((pin) => pin.dataset.pin === focusedId)?.focus({ preventScroll: true });
    },
  };
}

function createLayers(map: L.Map, { markers = [], counts = [], area, me, selectedId }: MapContent, { onSelect }: MapEvents): L.Layer[] {
  const groups = Map.groupBy(markers, ({ latitude, longitude }) => `${latitude},${longitude}`);
  return [
    ...(area ? [L.rectangle(toLatLngBounds(nearestCopy(map, area)), { className: 'map-area', interactive: false })] : []),
    ...(me ? ownPlace(map, me) : []),
    ...counts.map((count) => countMarker(map, count)),
    ...[...groups.values()].map((group) => pinMarker(map, group, selectedId ?? null, onSelect)),
  ];
}

/** The copy of the area closest to the view, as for pins. */
function nearestCopy(map: L.Map, area: Area): Area {
  const turns = nearCentre(map, area.west) - area.west;
  return { ...area, west: area.west + turns, east: area.east + turns };
}

function pinMarker(map: L.Map, group: MapMarker[], selectedId: string | null, onSelect: MapEvents['onSelect']): L.Marker {
  const first = group.find(({ id }) => id === selectedId) ?? group.find(({ kind }) => kind === 'unfound') ?? (group[0] as MapMarker);
  const isSelected = group.some(({ id }) => id === selectedId);
  const label = group.length === 1 ? first.label : `${group.length} cards here: ${group.map((one) => one.label).join('; ')}`;
  const { visibility = 'exact' } = first;
  const { size, anchor } = pinShapes[visibility];
  const html = pinPicture(first.kind, visibility) + (group.length > 1 ? `<span class="map-pin-count">${group.length}</span>` : '');
  const className = `map-pin map-pin-${first.kind} map-pin-${visibility}${isSelected ? ' is-selected' : ''}`;
  const icon = L.divIcon({ className, html, iconSize: size, iconAnchor: anchor });
  const choose = onSelect && (() => onSelect(group.map(({ id }) => id)));
  return markerAt(map, first, icon, { label, pin: first.id, isOnTop: isSelected, isCurrent: isSelected, press: choose });
}

function countMarker(map: L.Map, { count, ...place }: MapCount): L.Marker {
  const size = Math.round(36 + 6 * Math.log10(count));
  const shown = count < 1_000 ? `${count}` : `${Math.round(count / 100) / 10}k`;
  const icon = L.divIcon({ className: 'map-count', html: `<span>${shown}</span>`, iconSize: [size, size] });
  const nearer = () => map.setView([place.latitude, nearCentre(map, place.longitude)], map.getZoom() + zoomsNearer);
  const label = `${number(count)} ${count === 1 ? 'card' : 'cards'}, zoom in`;
  return markerAt(map, place, icon, { label, pin: `count-${place.latitude},${place.longitude}`, press: nearer });
}

function ownPlace(map: L.Map, me: NonNullable<MapContent['me']>): L.Layer[] {
  const icon = L.divIcon({ className: 'map-me', iconSize: [18, 18] });
  const label = `You are here, accurate to about ${Math.max(1, Math.round(me.accuracy))} m`;
  return [
    L.circle([me.latitude, nearCentre(map, me.longitude)], { radius: me.accuracy, className: 'map-me-ring', interactive: false }),
    markerAt(map, me, icon, { label, pin: 'me' }),
  ];
}

interface MarkerWords {
  label: string;
  /** Finds the focused marker again after redrawing. */
  pin: string;
  isOnTop?: boolean;
  isCurrent?: boolean;
  press?: (() => void) | undefined;
}

/** A button if it can be pressed, else an image. Both have an accessible name. */
function markerAt(
  map: L.Map,
  { latitude, longitude }: { latitude: number; longitude: number },
  icon: L.DivIcon,
  words: MarkerWords,
): L.Marker {
  const { label, pin, isOnTop = false, isCurrent = false, press } = words;
  const marker = L.marker([latitude, nearCentre(map, longitude)], {
    icon,
    interactive: press !== undefined,
    keyboard: press !== undefined,
    zIndexOffset: isOnTop ? 1_000 : 0,
    riseOnHover: true,
  });
  if (press) marker.on('click', press);
  marker.on('add', () => {
    const element = marker.getElement();
    element?.setAttribute('aria-label', label);
    element?.setAttribute('data-pin', pin);
    if (!press) element?.setAttribute('role', 'img');
    if (isCurrent) element?.setAttribute('aria-current', 'true');
    element?.addEventListener('keydown', (event) => {
      if (!press || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      press();
    });
  });
  return marker;
}
