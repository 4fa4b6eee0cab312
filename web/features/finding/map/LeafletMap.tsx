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
  /** URL template of the map tiles; null draws only land and water. */
  tiles: string | null;
}

/** Interactive map. All of its content is also available in lists. */
export function LeafletMap({ label, view, tiles, ...rest }: LeafletMapProps) {
  const { markers, counts, area, userPosition, selectedId, onMove, onTap, onSelect } = rest;
  const element = useRef<HTMLDivElement>(null);
  const events = useRef<MapEvents>({});
  events.current = { onMove, onTap, onSelect };
  const first = useRef(view);
  const [drawnMap, setDrawnMap] = useState<{ map: L.Map; drawing: MapDrawing }>();
  const end = useRef<HTMLParagraphElement>(null);
  const hintId = useId();
  const endId = useId();
  // Pins and clusters are tab stops, and there may be hundreds of them, so a link skips the map.
  const hasTabStops = Boolean(counts?.length || (onSelect && markers?.length));

  useEffect(() => {
    if (!element.current) return;
    const map = createMap(element.current, first.current, () => events.current);
    const removeBase = addBase(map, tiles);
    setDrawnMap({ map, drawing: mapDrawing(map) });
    map.fire('moveend');
    // A map created in a hidden tab gets its size only when the tab is shown.
    const sizes = 'ResizeObserver' in window ? new ResizeObserver(() => map.invalidateSize({ animate: false })) : undefined;
    sizes?.observe(element.current);
    return () => {
      sizes?.disconnect();
      removeBase();
      removeMap(map);
      setDrawnMap(undefined);
    };
  }, [tiles]);

  useEffect(() => {
    if (!drawnMap || first.current === view) return;
    first.current = view;
    moveTo(drawnMap.map, view);
  }, [drawnMap, view]);

  const isPressed = onSelect !== undefined;
  useEffect(() => {
    const select = (ids: string[]) => events.current.onSelect?.(ids);
    drawnMap?.drawing.draw({ markers, counts, area, userPosition, selectedId }, { onSelect: isPressed ? select : undefined });
  }, [drawnMap, markers, counts, area, userPosition, selectedId, isPressed]);

  return (
    <div className="map-frame">
      {hasTabStops && (
        <a
          className="skip-link"
          href={`#${endId}`}
          onClick={(event) => {
            // Follows the link without adding a history entry.
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
        Arrow keys move the map, plus and minus zoom.{onTap ? ' Enter chooses the center.' : ''}
      </p>
      <p ref={end} id={endId} tabIndex={-1} className="visually-hidden">
        End of the map
      </p>
    </div>
  );
}
