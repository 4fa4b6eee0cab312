import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';

/**
 * A point with a zoom level, or an area to fit, at a zoom level within the limits. Pass a new object to move the map. `isAutomatic`: the user
 * did not ask for the move, so it is not animated.
 */
export type MapView = ((Place & { zoom: number }) | { area: Area; minZoom?: number; maxZoom?: number }) & { isAutomatic?: boolean };

/** The kind `place` marks a location that is being chosen. */
export type MarkerKind = 'unfound' | 'found' | 'own' | 'place';

export interface MapMarker extends Place {
  id: string;
  label: string;
  /** Name next to the pin. A named marker shows it only where it covers nothing; the labeled one also over marks that cannot be pressed. */
  name?: string | undefined;
  kind: MarkerKind;
  visibility?: ShownVisibility | undefined;
}

/** A cluster, shown where there are too many cards for individual pins. */
export interface MapCount extends Place {
  count: number;
}

export interface MapContent {
  markers?: readonly MapMarker[] | undefined;
  counts?: readonly MapCount[] | undefined;
  area?: Area | null | undefined;
  userPosition?: (Place & { accuracy: number }) | null | undefined;
  /** Point from which distances are measured, with a name to show if there is space. Not drawn while `userPosition` is known. */
  origin?: (Place & { label: string; name?: string | undefined }) | null | undefined;
  selectedId?: string | null | undefined;
  /** The marker that is larger than the others and shows its name. */
  labeledId?: string | null | undefined;
  /** Other markers that show their names where there is space, the most important one first. */
  namedIds?: readonly string[] | undefined;
  /** Points that stay in view while zooming in, the most important one first. The map's center otherwise. */
  zoomFocus?: readonly Place[] | undefined;
}

export interface MapEvents {
  /** Called on mount and after each move. `zoom` is an integer. If the area crosses the antimeridian, `west` is greater than `east`. */
  onMove?: ((area: Area, zoom: number) => void) | undefined;
  /** Called with the location of a tap that is not on a pin, or with the map's center when Enter is pressed. */
  onTap?: ((place: Place) => void) | undefined;
  /** Called with the ids of all pins at the selected point. Several cards in one cell are shown at the same point. */
  onSelect?: ((ids: string[]) => void) | undefined;
}
