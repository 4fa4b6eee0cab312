import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';

/** A point with zoom, or an area to fit. A new object moves the map. */
export type MapView = (Place & { zoom: number }) | { area: Area };

/** `place` is a place being chosen. */
export type MarkerKind = 'unfound' | 'found' | 'own' | 'place';

export interface MapMarker extends Place {
  id: string;
  label: string;
  kind: MarkerKind;
  visibility?: ShownVisibility | undefined;
}

/** A cluster, where there are too many cards for pins. */
export interface MapCount extends Place {
  count: number;
}

export interface MapContent {
  markers?: readonly MapMarker[] | undefined;
  counts?: readonly MapCount[] | undefined;
  area?: Area | null | undefined;
  me?: (Place & { accuracy: number }) | null | undefined;
  selectedId?: string | null | undefined;
}

export interface MapEvents {
  /**
   * The visible area, initially and after each move; `west` exceeds `east` across the date line. `zoom` is an
   * integer.
   */
  onMove?: ((seen: Area, zoom: number) => void) | undefined;
  /** A tap outside pins, or Enter, which picks the centre. */
  onTap?: ((place: Place) => void) | undefined;
  /** All pins at one point: cards of one cell share it. */
  onSelect?: ((ids: string[]) => void) | undefined;
}
