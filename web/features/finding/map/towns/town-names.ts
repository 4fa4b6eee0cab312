/** Names the largest towns of the view on the map without tiles, so that members see where they are. */
import * as L from 'leaflet';
import type { Area } from '#schema/finding/shown-place.ts';
import type { TownRow } from '#schema/finding/town-file.ts';
import { squaresIn } from '#schema/finding/town-squares.ts';
import type { Box } from '#web/features/finding/map/boxes.ts';
import { wrapNearCenter } from '#web/features/finding/map/leaflet-map.ts';
import { placeNames, type TownName } from '#web/features/finding/map/towns/name-places.ts';
import { readTownFile } from '#web/features/finding/map/towns/read-town-file.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';

/** Lowest zoom level at which the towns are read from the files of the squares in view. Farther out, only the world's largest are named. */
const minSquareZoom = 7;
/** Number of towns in view that are considered. */
const maxCandidates = 60;

/** Leaflet pane for the names, above land and grid, below pins. */
const pane = 'towns';

interface DrawnName extends TownName {
  point: L.Point;
  element: HTMLElement;
}

export class TownNames extends L.Layer {
  #towns: TownRow[] = [];
  #map: L.Map | undefined;
  #isDrawingPlanned = false;

  override onAdd(map: L.Map): this {
    this.#map = map;
    const element = map.getPane(pane) ?? map.createPane(pane);
    element.classList.add('leaflet-zoom-hide');
    element.setAttribute('aria-hidden', 'true');
    element.translate = false;
    void this.#load();
    return this;
  }

  override onRemove(map: L.Map): this {
    map.getPane(pane)?.replaceChildren();
    this.#map = undefined;
    return this;
  }

  override getEvents(): Record<string, () => void> {
    return { moveend: () => void this.#load(), pinsdrawn: () => this.#redraw() };
  }

  async #load(): Promise<void> {
    if (!this.#map) return;
    // Names are missing while they load and if they cannot be loaded.
    this.#redraw();
    const area = this.#map.getBounds();
    const towns = await readTowns(area, this.#map.getZoom()).catch(() => undefined);
    if (!towns || !this.#map?.getBounds().equals(area)) return;
    this.#towns = towns;
    this.#redraw();
  }

  /** Draws once per frame, because several events can follow one another, and drawing measures the page's layout. */
  #redraw(): void {
    if (this.#isDrawingPlanned) return;
    this.#isDrawingPlanned = true;
    requestAnimationFrame(() => {
      this.#isDrawingPlanned = false;
      this.#draw();
    });
  }

  #draw(): void {
    const map = this.#map;
    const element = map?.getPane(pane);
    if (!map || !element) return;
    const size = map.getSize();
    const candidates: DrawnName[] = [];
    for (const [name, , latitude, longitude] of this.#towns) {
      const point = map.latLngToContainerPoint([latitude, wrapNearCenter(map, longitude)]);
      if (point.x < 0 || point.y < 0 || point.x > size.x || point.y > size.y) continue;
      candidates.push({ point, width: 0, height: 0, element: createName(name) });
      if (candidates.length === maxCandidates) break;
    }
    element.replaceChildren(...candidates.map((candidate) => candidate.element));
    if (candidates.length === 0) return;
    for (const candidate of candidates) {
      candidate.width = candidate.element.firstElementChild?.clientWidth ?? 0;
      candidate.height = candidate.element.firstElementChild?.clientHeight ?? 0;
    }
    const names = placeNames(candidates, size, getObstacles(map.getContainer()));
    for (const [{ element, point }, side] of names) {
      element.dataset.side = side;
      L.DomUtil.setPosition(element, map.containerPointToLayerPoint(point));
    }
    element.replaceChildren(...names.map(([name]) => name.element));
  }
}

/** Returns the towns in or near the area, largest first. */
async function readTowns(bounds: L.LatLngBounds, zoom: number): Promise<TownRow[]> {
  const addresses = zoom < minSquareZoom ? await listLargest() : await listSquares(bounds);
  const files = await Promise.all(addresses.map(readTownFile));
  // A town near the edge of a square is in the files of both squares.
  const towns = new Map(files.flatMap((file) => file.towns.map((town) => [`${town[2]},${town[3]}`, town])));
  return [...towns.values()].sort((one, other) => other[4] - one[4]);
}

async function listLargest(): Promise<string[]> {
  const { default: index } = await importWithRetry(() => import('virtual:towns'));
  return [index.largest];
}

async function listSquares(bounds: L.LatLngBounds): Promise<string[]> {
  const { default: index } = await importWithRetry(() => import('virtual:town-squares'));
  const area: Area = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  return squaresIn(area)
    .filter((square) => index.squares.includes(square))
    .map((square) => `${index.addressStart}${square}.json`);
}

function createName(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'map-town';
  element.append(document.createElement('span'));
  (element.firstElementChild as HTMLElement).textContent = name;
  return element;
}

/** Returns what the names must not cover or be covered by, in pixels from the map's top left corner. */
function getObstacles(container: HTMLElement): Box[] {
  const map = container.getBoundingClientRect();
  return [...container.querySelectorAll('.leaflet-marker-icon, .map-pin-name, .leaflet-control')].map((obstacle) => {
    const { left, top, right, bottom } = obstacle.getBoundingClientRect();
    return { left: left - map.left, top: top - map.top, right: right - map.left, bottom: bottom - map.top };
  });
}
