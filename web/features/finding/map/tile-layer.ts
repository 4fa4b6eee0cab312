/** OpenStreetMap vector tiles, rendered in the browser with our colors. */
import type * as L from 'leaflet';
import { leafletLayer } from 'protomaps-leaflet';
import { labelRules, paintRules, readMapColors } from '#web/features/finding/map/tile-style.ts';

export const tilesAttribution =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a>, <a href="https://protomaps.com" rel="noopener">Protomaps</a>';

/** Maximum zoom level of Protomaps' tiles. Higher levels scale these tiles up. */
const maxTileZoom = 15;

/** `address` is a URL template with {z}, {x} and {y}. Create a new layer when the color scheme changes. */
export function tileLayer(address: string, isDark: boolean): L.Layer {
  const colors = readMapColors();
  return leafletLayer({
    url: createTileSource(address) as never,
    maxDataZoom: maxTileZoom,
    paintRules: paintRules(colors),
    labelRules: labelRules(colors, isDark),
    // The background has the color of land because there are no tiles outside a country's extract.
    backgroundColor: colors.land,
    attribution: '',
  }) as unknown as L.Layer;
}

/** Loads tiles. If loading fails, for example offline, returns empty tiles so that the pins still appear. */
function createTileSource(address: string) {
  return {
    async getZxy(zoom: number, x: number, y: number, signal: AbortSignal) {
      const url = address.replace('{z}', `${zoom}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      const response = await fetch(url, { signal }).catch((error) => {
        if (signal.aborted) throw error;
        return undefined;
      });
      return response?.status === 200 ? { data: await response.arrayBuffer() } : undefined;
    },
  };
}
