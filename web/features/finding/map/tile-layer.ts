/** OpenStreetMap vector tiles, rendered in the browser with our colors. */
import { namedFlavor } from '@protomaps/basemaps';
import type * as L from 'leaflet';
import { labelRules, leafletLayer, paintRules } from 'protomaps-leaflet';

export const tilesAttribution =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a>, <a href="https://protomaps.com" rel="noopener">Protomaps</a>';

/** Maximum zoom level of Protomaps' tiles. Higher levels scale these tiles up. */
const maxTileZoom = 15;

/** `address` is a URL template with {z}, {x} and {y}. Create a new layer when the color scheme changes. */
export function tileLayer(address: string, isDark: boolean): L.Layer {
  const flavor = createFlavor(isDark);
  return leafletLayer({
    url: createTileSource(address) as never,
    maxDataZoom: maxTileZoom,
    paintRules: paintRules(flavor),
    labelRules: labelRules(flavor, 'en'),
    backgroundColor: flavor.background,
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

/** Returns a Protomaps color theme built from our design tokens. */
function createFlavor(isDark: boolean) {
  const style = getComputedStyle(document.documentElement);
  const readColor = (name: string) => style.getPropertyValue(name).trim();
  const [land, water, ink, soft] = [readColor('--map-land'), readColor('--map-water'), readColor('--ink'), readColor('--ink-soft')];
  const [wood, road, rim] = [readColor('--map-wood'), readColor('--map-road'), readColor('--map-rim')];
  return {
    ...namedFlavor(isDark ? 'dark' : 'light'),
    background: water,
    earth: land,
    water,
    park_a: wood,
    park_b: wood,
    wood_a: wood,
    wood_b: wood,
    scrub_a: wood,
    scrub_b: wood,
    buildings: rim,
    minor_a: road,
    minor_b: road,
    major: road,
    highway: road,
    link: road,
    other: road,
    minor_service: road,
    boundaries: soft,
    city_label: ink,
    city_label_halo: land,
    subplace_label: soft,
    subplace_label_halo: land,
    state_label: soft,
    state_label_halo: land,
    country_label: ink,
    roads_label_minor: soft,
    roads_label_minor_halo: land,
    roads_label_major: ink,
    roads_label_major_halo: land,
    ocean_label: soft,
  };
}
