import type * as L from 'leaflet';
import { importWithRetry } from '#web/lib/react/page.tsx';

/** Adds the base layer and returns a function that removes it. If the layer fails to load, the pins appear on plain water. */
export function addBase(map: L.Map, tiles: string | null): () => void {
  let layer: L.Layer | undefined;
  let isRemoved = false;
  const show = (next: L.Layer) => {
    if (isRemoved) return;
    layer?.remove();
    layer = next.addTo(map);
  };
  const night = matchMedia('(prefers-color-scheme: dark)');
  const draw = async () => {
    if (tiles === null) {
      const { landAttribution, landLayer } = await importWithRetry(() => import('#web/features/finding/map/land-layer.ts'));
      show(landLayer(map));
      map.attributionControl?.addAttribution(landAttribution);
      return;
    }
    const { tileLayer, tilesAttribution } = await importWithRetry(() => import('#web/features/finding/map/tile-layer.ts'));
    show(tileLayer(tiles, night.matches));
    map.attributionControl?.addAttribution(tilesAttribution);
  };
  const redraw = () => void draw().catch(() => undefined);
  redraw();
  if (tiles !== null) night.addEventListener('change', redraw);
  return () => {
    isRemoved = true;
    night.removeEventListener('change', redraw);
    layer?.remove();
  };
}
