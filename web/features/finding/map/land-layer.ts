/// <reference path="./virtual-modules.d.ts" />
/** The world without tiles: its land in the house's hand, and a chart's squares over all. Coasts are right to some kilometers. */

import landRings from 'virtual:land';
import * as L from 'leaflet';

/** Of scripts/map-data/land.ts. */
const stepsPerDegree = 20;
/** The world again to the left and to the right, for who looks across the date line. */
const copies = [-360, 0, 360];

const Squares = L.GridLayer.extend({
  createTile: () => L.DomUtil.create('div', 'map-square'),
});

/** Under the squares, and these under all that is drawn on the map. */
const landPane = 'land';

export function landLayer(map: L.Map): L.LayerGroup {
  if (!map.getPane(landPane)) map.createPane(landPane);
  const renderer = L.svg({ pane: landPane, padding: 0.5 });
  const drawn = { pane: landPane, renderer, interactive: false };
  const coasts = copies.flatMap((shift) => landRings.map((ways) => [coastOf(ways, shift)]));
  return L.layerGroup([
    L.polygon(coasts, { ...drawn, className: 'map-shoal' }),
    L.polygon(coasts, { ...drawn, className: 'map-land' }),
    new (Squares as unknown as new (options: L.GridLayerOptions) => L.GridLayer)({ tileSize: 128 }),
  ]);
}

export const landAttribution = 'Land: Natural Earth';

function coastOf(ways: number[], shift: number): L.LatLngTuple[] {
  const coast: L.LatLngTuple[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < ways.length; index += 2) {
    x += ways[index] ?? 0;
    y += ways[index + 1] ?? 0;
    coast.push([y / stepsPerDegree, x / stepsPerDegree + shift]);
  }
  return coast;
}
