/** What a map is told, and tells. */
import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';

/** Where the map looks: a place and how near, or all of an area. A new object moves it there. */
export type MapView = (Place & { zoom: number }) | { area: Area };

/** `place` is one that is being chosen. */
export type MarkerKind = 'unfound' | 'found' | 'own' | 'place';

export interface MapMarker extends Place {
  id: string;
  /** Its name, for who cannot see the map. */
  label: string;
  kind: MarkerKind;
  /** How exact its place is; exact by itself. */
  visibility?: ShownVisibility | undefined;
}

/** So many stand about there: where there are too many for pins. */
export interface MapCount extends Place {
  count: number;
}

export interface MapContent {
  markers?: readonly MapMarker[] | undefined;
  counts?: readonly MapCount[] | undefined;
  /** One that is marked out, with its rim. */
  area?: Area | null | undefined;
  /** The device's own place. */
  me?: (Place & { accuracy: number }) | null | undefined;
  selectedId?: string | null | undefined;
}

export interface MapEvents {
  /** What is seen, at first and after each move; `west` is more than `east` across the date line. `zoom` is whole. */
  onMove?: ((seen: Area, zoom: number) => void) | undefined;
  /** A tap beside all pins, or Enter: then it is the middle. */
  onTap?: ((place: Place) => void) | undefined;
  /** The pins at one place, all of them: cards of one cell stand there together. */
  onSelect?: ((ids: string[]) => void) | undefined;
}
