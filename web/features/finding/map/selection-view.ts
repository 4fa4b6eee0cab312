/** Moves the map to selected pins, and back afterward. Does not animate, because the map's size may change at the same time. */
import * as L from 'leaflet';
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import { getBox, getCenterAround, joinBoxes, type Margins, wrapNearCenter } from '#web/features/finding/map/leaflet-map.ts';

/** Number of zoom levels that the map may zoom out to keep the card's area and the origin of distances in view. */
const maxZoomOut = 2;
const originMargins: Margins = { x: 20, top: 20, bottom: 20 };
const areaMargins: Margins = { x: 8, top: 8, bottom: 8 };

export interface SelectionView {
  /**
   * Moves the map so that the first place is clear of the edges and controls, with its area if that fits. The second place, the origin, stays
   * in view if it was and fits. `resize` runs after the current view is read, before the map moves.
   */
  show: (places: readonly Place[], area: Area | null | undefined, resize?: () => void) => void;
  /** Moves the map back to where it was before the selection, unless the user has moved it since. */
  restore: () => void;
  /** Keeps the map where it is when the selection ends. */
  forget: () => void;
}

interface MapPosition {
  center: L.LatLng;
  zoom: number;
}

export function createSelectionView(map: L.Map): SelectionView {
  let before: MapPosition | undefined;
  let shown: MapPosition | undefined;
  const isAt = ({ center, zoom }: MapPosition) =>
    zoom === map.getZoom() && map.project(center, zoom).distanceTo(map.project(map.getCenter(), zoom)) <= 1;
  const moveTo = (position: MapPosition) => {
    if (!isAt(position)) map.setView(position.center, position.zoom, { animate: false });
  };
  const forget = () => {
    before = undefined;
    shown = undefined;
  };
  return {
    show(places, area, resize = () => {}) {
      if (!before || !shown || !isAt(shown)) before = { center: map.getCenter(), zoom: map.getZoom() };
      const [point, origin] = places.map(({ latitude, longitude }) => L.latLng(latitude, wrapNearCenter(map, longitude)));
      const visibleOrigin = origin && map.getBounds().contains(origin) ? origin : undefined;
      resize();
      if (!point) return;
      shown = getPosition(map, { point, origin: visibleOrigin, area, maxZoom: before.zoom });
      moveTo(shown);
    },
    restore() {
      if (before && shown && isAt(shown)) moveTo(before);
      forget();
    },
    forget,
  };
}

interface Selection {
  point: L.LatLng;
  origin: L.LatLng | undefined;
  area: Area | null | undefined;
  maxZoom: number;
}

/** Returns the position that shows the point with as much of the rest as fits. */
function getPosition(map: L.Map, { point, origin, area, maxZoom }: Selection): MapPosition {
  const pin = [{ place: point }];
  const originMark = origin ? [{ place: origin, margins: originMargins }] : [];
  const corners = area ? [L.latLng(area.south, area.west), L.latLng(area.north, area.east)] : [];
  const areaMarks = corners.map((place) => ({ place, margins: areaMargins }));
  const size = map.getSize();
  const minZoom = Math.max(map.getMinZoom(), maxZoom - maxZoomOut);
  for (const marks of [
    [...pin, ...areaMarks, ...originMark],
    [...pin, ...originMark],
    [...pin, ...areaMarks],
  ]) {
    for (let zoom = maxZoom; zoom >= minZoom; zoom--) {
      const boxes = marks.map((mark) => getBox(map, mark, zoom));
      if (size.contains(joinBoxes(boxes).getSize())) return { center: map.unproject(getCenterAround(map, boxes, zoom), zoom), zoom };
    }
  }
  return { center: map.unproject(getBox(map, { place: point }, maxZoom).getCenter(), maxZoom), zoom: maxZoom };
}
