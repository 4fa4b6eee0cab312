/** OpenStreetMap vector tiles, drawn on the device in our colours. */
import { namedFlavor } from '@protomaps/basemaps';
import type * as L from 'leaflet';
import { labelRules, leafletLayer, paintRules } from 'protomaps-leaflet';

export const tilesAttribution =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a>, <a href="https://protomaps.com" rel="noopener">Protomaps</a>';

/** Maximum zoom of Protomaps' tiles; beyond it, tiles are scaled up. */
const maxTileZoom = 15;

/** `address` contains {z}, {x} and {y}. The layer is recreated when the colour scheme changes. */
export function tileLayer(address: string, isDark: boolean): L.Layer {
  const flavor = houseFlavor(isDark);
  return leafletLayer({
    url: source(address) as never,
    maxDataZoom: maxTileZoom,
    paintRules: paintRules(flavor),
    labelRules: labelRules(flavor, 'en'),
    backgroundColor: flavor.background,
    attribution: '',
  }) as unknown as L.Layer;
}

/** Tiles that cannot be loaded (offline) are empty, so that the pins still show. */
function source(address: string) {
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

/** Protomaps' flavor with colours from our design tokens. */
function houseFlavor(isDark: boolean) {
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
