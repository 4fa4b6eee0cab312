import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';

/** A point with zoom, or an area to fit. Pass a new object to move the map. */
export type MapView = (Place & { zoom: number }) | { area: Area };

/** `place` marks a place that is being chosen. */
export type MarkerKind = 'unfound' | 'found' | 'own' | 'place';

export interface MapMarker extends Place {
  id: string;
  label: string;
  kind: MarkerKind;
  visibility?: ShownVisibility | undefined;
}

/** A cluster, used where there are too many cards for pins. */
export interface MapCount extends Place {
  count: number;
}

export interface MapContent {
  markers?: readonly MapMarker[] | undefined;
  counts?: readonly MapCount[] | undefined;
  area?: Area | null | undefined;
  userPosition?: (Place & { accuracy: number }) | null | undefined;
  selectedId?: string | null | undefined;
}

export interface MapEvents {
  /** Called initially and after each move. Across the date line `west` exceeds `east`; `zoom` is an integer. */
  onMove?: ((area: Area, zoom: number) => void) | undefined;
  /** A tap outside pins, or Enter for the center of the map. */
  onTap?: ((place: Place) => void) | undefined;
  /** Gets all pins at one point, since cards of one cell share it. */
  onSelect?: ((ids: string[]) => void) | undefined;
}
