/** Tiles of OpenStreetMap's data, drawn on the device in the house's colours. */
import { namedFlavor } from '@protomaps/basemaps';
import type * as L from 'leaflet';
import { labelRules, leafletLayer, paintRules } from 'protomaps-leaflet';

export const tilesAttribution =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a>, <a href="https://protomaps.com" rel="noopener">Protomaps</a>';

/** As deep as Protomaps' maps are cut; nearer, the same tiles are drawn larger. */
const deepestTiles = 15;

/** `address` has {z}, {x} and {y} in it. Drawn anew where day turns to night. */
export function tileLayer(address: string, isDark: boolean): L.Layer {
  const flavor = houseFlavor(isDark);
  return leafletLayer({
    url: source(address) as never,
    maxDataZoom: deepestTiles,
    paintRules: paintRules(flavor),
    labelRules: labelRules(flavor, 'en'),
    backgroundColor: flavor.background,
    attribution: '',
  }) as unknown as L.Layer;
}

/** Without network a tile that was never seen is an empty one: the pins stand all the same. */
function source(address: string) {
  return {
    async getZxy(zoom: number, x: number, y: number, signal: AbortSignal) {
      const filled = address.replace('{z}', `${zoom}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      const response = await fetch(filled, { signal }).catch((error) => {
        if (signal.aborted) throw error;
        return undefined;
      });
      return response?.status === 200 ? { data: await response.arrayBuffer() } : undefined;
    },
  };
}

/** The colours of the page, read where it is shown; the rest is Protomaps' own. */
function houseFlavor(isDark: boolean) {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  const [land, water, ink, soft] = [of('--map-land'), of('--map-water'), of('--ink'), of('--ink-soft')];
  const [wood, road, rim] = [of('--map-wood'), of('--map-road'), of('--map-rim')];
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
