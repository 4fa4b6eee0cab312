/// <reference path="./virtual-modules.d.ts" />
/** Draws a world map without tiles: land, a grid and the names of large towns. Coastlines are accurate to a few kilometers. */

import landRings from 'virtual:land';
import * as L from 'leaflet';
import { TownNames } from '#web/features/finding/map/towns/town-names.ts';

/** Number of coordinate units per degree in the land data. Must match scripts/map-data/land.ts. */
const stepsPerDegree = 20;
/** Offsets in degrees at which the world map is repeated to the east and west. */
const worldOffsets = [-360, 0, 360];

const GridSquares = L.GridLayer.extend({
  createTile: () => L.DomUtil.create('div', 'map-square'),
});

/** Leaflet pane for land, below the grid and everything else. */
const landPane = 'land';

export function landLayer(map: L.Map): L.LayerGroup {
  if (!map.getPane(landPane)) map.createPane(landPane);
  const renderer = L.svg({ pane: landPane, padding: 0.5 });
  const polygonOptions = { pane: landPane, renderer, interactive: false };
  const coasts = worldOffsets.flatMap((shift) => landRings.map((deltas) => [decodeCoast(deltas, shift)]));
  return L.layerGroup([
    L.polygon(coasts, { ...polygonOptions, className: 'map-shoal' }),
    L.polygon(coasts, { ...polygonOptions, className: 'map-land' }),
    new (GridSquares as unknown as new (options: L.GridLayerOptions) => L.GridLayer)({ tileSize: 128 }),
    new TownNames(),
  ]);
}

export const landAttribution = 'Natural Earth, GeoNames (CC BY 4.0)';

function decodeCoast(deltas: number[], shift: number): L.LatLngTuple[] {
  const coast: L.LatLngTuple[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < deltas.length; index += 2) {
    x += deltas[index] ?? 0;
    y += deltas[index + 1] ?? 0;
    coast.push([y / stepsPerDegree, x / stepsPerDegree + shift]);
  }
  return coast;
}
