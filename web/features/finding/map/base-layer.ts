import type * as L from 'leaflet';
import { importWithRetry } from '#web/lib/react/page.tsx';

/** Adds the base layer and returns a function that removes it. If the layer fails to load, the pins appear on plain water. */
export function addBaseLayer(map: L.Map, tiles: string | null): () => void {
  let layer: L.Layer | undefined;
  let isRemoved = false;
  const showLayer = (newLayer: L.Layer) => {
    if (isRemoved) return;
    layer?.remove();
    layer = newLayer.addTo(map);
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
