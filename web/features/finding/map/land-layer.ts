/// <reference path="./virtual-modules.d.ts" />
/** Draws a world map without tiles: land, a grid and the names of large towns. Coastlines are accurate to a few kilometers. */

import landRings from 'virtual:land';
import * as L from 'leaflet';
import { TownNames } from '#web/features/finding/map/towns/town-names.ts';

/** Number of coordinate units per degree in the land data. Must match scripts/map-data/land.ts. */
const stepsPerDegree = 20;
const GridSquares = L.GridLayer.extend({
  createTile: () => L.DomUtil.create('div', 'map-square'),
});

/** Leaflet pane for land, below the grid and everything else. */
const landPane = 'land';
/** How far land is drawn beyond each edge of the view, as a fraction of the view's size, so that dragging shows no gaps. */
const visibleMargin = 0.5;

export function landLayer(map: L.Map): L.LayerGroup {
  if (!map.getPane(landPane)) map.createPane(landPane);
  return L.layerGroup([
    new WorldCopies(),
    new (GridSquares as unknown as new (options: L.GridLayerOptions) => L.GridLayer)({ tileSize: 128 }),
    new TownNames(),
  ]);
}

/** Offsets in degrees at which the world map is repeated to the east and west. */
const worldOffsets = [-360, 0, 360];
/** Bounds of one copy of the world map, in degrees. Siberia extends beyond the antimeridian. */
const [westEnd, eastEnd, maxLatitude] = [-180, 191, 90];

/** Draws shallow water: a wide outline of the coasts, below all land. An SVG `<use>` copy saves Leaflet from projecting the coasts twice. */
function drawShoals(land: Element | undefined): void {
  if (!land) return;
  land.id = `map-land-${L.Util.stamp(land)}`;
  const shoals = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  shoals.setAttribute('class', 'map-shoal');
  shoals.setAttribute('href', `#${land.id}`);
  land.parentElement?.prepend(shoals);
}

/**
 * Adds each copy of the world map when it first comes into view. Leaflet projects all points of the added copies at each zoom level, which is
 * slow on a phone.
 */
class WorldCopies extends L.LayerGroup {
  readonly #missingOffsets = new Set(worldOffsets);
  readonly #options = { pane: landPane, renderer: L.svg({ pane: landPane, padding: visibleMargin }), interactive: false };

  override onAdd(map: L.Map): this {
    super.onAdd(map);
    this.#addVisible(map);
    return this;
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return { moveend: ({ target }) => this.#addVisible(target) };
  }

  #addVisible(map: L.Map): void {
    const view = map.getBounds().pad(visibleMargin);
    for (const offset of this.#missingOffsets) {
      const world = L.latLngBounds([-maxLatitude, offset + westEnd], [maxLatitude, offset + eastEnd]);
      if (!view.intersects(world)) continue;
      this.#missingOffsets.delete(offset);
      const land = L.polygon(
        landRings.map((deltas) => [decodeCoast(deltas, offset)]),
        { ...this.#options, className: 'map-land' },
      );
      this.addLayer(land);
      drawShoals(land.getElement());
    }
  }
}

export const landAttribution = 'Natural Earth, GeoNames (CC BY 4.0)';

function decodeCoast(deltas: number[], shift: number): L.LatLng[] {
  const coast: L.LatLng[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < deltas.length; index += 2) {
    x += deltas[index] ?? 0;
    y += deltas[index + 1] ?? 0;
    coast.push(L.latLng(y / stepsPerDegree, x / stepsPerDegree + shift));
  }
  return coast;
}
