import '#web/features/finding/map/leaflet.css';
import '#web/features/finding/map/map.css';
import type * as L from 'leaflet';
import { useEffect, useId, useRef, useState } from 'react';
import { addBase } from '#web/features/finding/map/base-layer.ts';
import { createMap, moveTo, removeMap } from '#web/features/finding/map/leaflet-map.ts';
import type { MapContent, MapEvents, MapView } from '#web/features/finding/map/map-content.ts';
import { type MapDrawing, mapDrawing } from '#web/features/finding/map/map-drawing.ts';

export interface LeafletMapProps extends MapContent, MapEvents {
  label: string;
  view: MapView;
  /** Tile URL; null draws only the land. */
  tiles: string | null;
}

/** Everything on the map is also available without it. */
export function LeafletMap({ label, view, tiles, ...rest }: LeafletMapProps) {
  const { markers, counts, area, me, selectedId, onMove, onTap, onSelect } = rest;
  const element = useRef<HTMLDivElement>(null);
  const events = useRef<MapEvents>({});
  events.current = { onMove, onTap, onSelect };
  const first = useRef(view);
  const [drawn, setDrawn] = useState<{ map: L.Map; drawing: MapDrawing }>();
  const end = useRef<HTMLParagraphElement>(null);
  const hintId = useId();
  const endId = useId();
  // Each is a tab stop, and there may be hundreds.
  const hasStops = Boolean(counts?.length || (onSelect && markers?.length));

  useEffect(() => {
    if (!element.current) return;
    const map = createMap(element.current, first.current, () => events.current);
    const removeBase = addBase(map, tiles);
    setDrawn({ map, drawing: mapDrawing(map) });
    map.fire('moveend');
    // A map drawn in a hidden tab has no size yet.
    const sizes = 'ResizeObserver' in window ? new ResizeObserver(() => map.invalidateSize({ animate: false })) : undefined;
    sizes?.observe(element.current);
    return () => {
      sizes?.disconnect();
      removeBase();
      removeMap(map);
      setDrawn(undefined);
    };
  }, [tiles]);

  useEffect(() => {
    if (!drawn || first.current === view) return;
    first.current = view;
    moveTo(drawn.map, view);
  }, [drawn, view]);

  const isPressed = onSelect !== undefined;
  useEffect(() => {
    const select = (ids: string[]) => events.current.onSelect?.(ids);
    drawn?.drawing.draw({ markers, counts, area, me, selectedId }, { onSelect: isPressed ? select : undefined });
  }, [drawn, markers, counts, area, me, selectedId, isPressed]);

  return (
    <div className="map-frame">
      {hasStops && (
        <a
          className="skip-link"
          href={`#${endId}`}
          onClick={(event) => {
            // Keeps the link out of the history.
            event.preventDefault();
            end.current?.focus();
          }}
        >
          Skip the map
        </a>
      )}
      <div
        ref={element}
        className="map"
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        data-picks={onTap !== undefined || undefined}
      />
      <p id={hintId} className="visually-hidden">
        Arrow keys move the map, plus and minus change how near it is.{onTap ? ' Enter chooses the middle.' : ''}
      </p>
      <p ref={end} id={endId} tabIndex={-1} className="visually-hidden">
        End of the map
      </p>
    </div>
  );
}
