import { t } from '@lingui/core/macro';
import '#web/features/finding/map/leaflet.css';
import '#web/features/finding/map/map.css';
import '#web/features/finding/map/pins.css';
import type * as L from 'leaflet';
import { useEffect, useId, useRef, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { createMap, getMinZoom, moveTo, removeMap, zoomInAround } from '#web/features/finding/map/leaflet-map.ts';
import type { MapContent, MapEvents, MapView } from '#web/features/finding/map/map-content.ts';
import { createMapDrawing, type MapDrawing } from '#web/features/finding/map/map-drawing.ts';
import { createSelectionView, type SelectionView } from '#web/features/finding/map/selection-view.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';

export interface LeafletMapProps extends MapContent, MapEvents {
  label: string;
  view: MapView;
  /** URL template of the map tiles; null draws only land and water. */
  tiles: string | null;
}

/** Interactive map. All of its content is also available in lists. */
export function LeafletMap({ label, view, tiles, ...rest }: LeafletMapProps) {
  const { markers, counts, area, userPosition, origin, selectedId, labeledId, namedIds, zoomFocus, onMove, onTap, onSelect } = rest;
  const element = useRef<HTMLDivElement>(null);
  const events = useRef<MapEvents>({});
  events.current = { onMove, onTap, onSelect };
  const focus = useRef<readonly Place[]>([]);
  focus.current = zoomFocus ?? [];
  const selected = useRef({ id: selectedId, area });
  selected.current = { id: selectedId, area };
  const currentView = useRef(view);
  const [drawnMap, setDrawnMap] = useState<{ map: L.Map; selectionView: SelectionView; drawing: MapDrawing }>();
  const mapEnd = useRef<HTMLParagraphElement>(null);
  const hintId = useId();
  const endId = useId();
  // Pins and clusters are tab stops, and there may be hundreds of them, so a link lets users skip the map.
  const hasTabStops = Boolean(counts?.length || (onSelect && markers?.length));

  useEffect(() => {
    if (!element.current) return;
    const map = createMap(element.current, currentView.current, () => events.current);
    zoomInAround(map, () => focus.current);
    const removeBaseLayer = addBaseLayer(map, tiles);
    const selectionView = createSelectionView(map);
    setDrawnMap({ map, selectionView, drawing: createMapDrawing(map, { hasDistanceRings: tiles === null }) });
    map.fire('moveend');
    // A map created in a hidden tab gets its size only when the tab is shown.
    const resizeObserver =
      'ResizeObserver' in window
        ? new ResizeObserver(() => {
            const resize = () => {
              map.invalidateSize({ animate: false });
              map.setMinZoom(getMinZoom(map.getContainer()));
            };
            if (selected.current.id) selectionView.show(focus.current, selected.current.area, resize);
            else resize();
          })
        : undefined;
    resizeObserver?.observe(element.current);
    return () => {
      resizeObserver?.disconnect();
      removeBaseLayer();
      removeMap(map);
      setDrawnMap(undefined);
    };
  }, [tiles]);

  useEffect(() => {
    if (!drawnMap || currentView.current === view) return;
    currentView.current = view;
    drawnMap.selectionView.forget();
    moveTo(drawnMap.map, view);
  }, [drawnMap, view]);

  useEffect(() => {
    if (selectedId) drawnMap?.selectionView.show(focus.current, selected.current.area);
    else drawnMap?.selectionView.restore();
  }, [drawnMap, selectedId]);

  const isSelectable = onSelect !== undefined;
  useEffect(() => {
    const select = (ids: string[]) => events.current.onSelect?.(ids);
    drawnMap?.drawing.draw(
      { markers, counts, area, userPosition, origin, selectedId, labeledId, namedIds },
      { onSelect: isSelectable ? select : undefined },
    );
  }, [drawnMap, markers, counts, area, userPosition, origin, selectedId, labeledId, namedIds, isSelectable]);

  return (
    <div className="map-frame">
      {hasTabStops && (
        <a
          className="skip-link"
          href={`#${endId}`}
          onClick={(event) => {
            // Focuses the link's target without adding a history entry.
            event.preventDefault();
            mapEnd.current?.focus();
          }}
        >
          {t`Skip the map`}
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
        {onTap
          ? t`Arrow keys move the map, plus and minus zoom. Enter chooses the center.`
          : t`Arrow keys move the map, plus and minus zoom.`}
      </p>
      <p ref={mapEnd} id={endId} tabIndex={-1} className="visually-hidden">
        {t`End of the map`}
      </p>
    </div>
  );
}

/** Adds the base layer and returns a function that removes it. If the layer fails to load, the pins appear on plain land. */
function addBaseLayer(map: L.Map, tiles: string | null): () => void {
  let layer: L.Layer | undefined;
  let isRemoved = false;
  const showLayer = (newLayer: L.Layer) => {
    if (isRemoved) return;
    layer?.remove();
    layer = newLayer.addTo(map);
    map.getContainer().dataset.hasLand = '';
  };
  const darkSchemeQuery = matchMedia('(prefers-color-scheme: dark)');
  const loadLayer = async () => {
    if (tiles === null) {
      const { landAttribution, landLayer } = await importWithRetry(() => import('#web/features/finding/map/land-layer.ts'));
      showLayer(landLayer(map));
      map.attributionControl?.addAttribution(landAttribution);
      return;
    }
    const { tileLayer, tilesAttribution } = await importWithRetry(() => import('#web/features/finding/map/tile-layer.ts'));
    showLayer(tileLayer(tiles, darkSchemeQuery.matches));
    map.attributionControl?.addAttribution(tilesAttribution);
  };
  const redraw = () => void loadLayer().catch(() => undefined);
  redraw();
  if (tiles !== null) darkSchemeQuery.addEventListener('change', redraw);
  return () => {
    isRemoved = true;
    darkSchemeQuery.removeEventListener('change', redraw);
    layer?.remove();
  };
}
