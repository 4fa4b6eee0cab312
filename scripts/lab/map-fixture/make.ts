/**
 * Generates the map fixture: a small tile file of the invented landscape, in the schema of Protomaps' basemap. The output is deterministic.
 */
import { zxyToTileId } from 'pmtiles';
import { clipLine, clipRing } from '#scripts/lab/map-fixture/clip.ts';
import { center, drawLandscape, type Feature, reach } from '#scripts/lab/map-fixture/landscape.ts';
import { writeTileFile } from '#scripts/lab/map-fixture/pmtiles-file.ts';
import { encodeTile, extent, type Point, type TileFeature } from '#scripts/lab/map-fixture/vector-tile.ts';

/** Protomaps' maximum zoom level. */
const maxZoom = 15;
/**
 * Width of the buffer around each tile, in tile units. It keeps lines and outlines from ending at the tile's edge. Protomaps uses the same
 * width.
 */
const buffer = extent / 32;
const metersPerDegree = 111_320;

interface PlacedFeature extends Feature {
  /** Corners of the feature's bounding box, in world coordinates (see `toWorld`). */
  box: [northWest: Point, southEast: Point];
}

export async function makeMapFixture(): Promise<Uint8Array> {
  const features = drawLandscape().map(placeOnWorld);
  const addresses: [zoom: number, x: number, y: number][] = [];
  for (let zoom = 0; zoom <= maxZoom; zoom += 1) {
    const [left, top] = toWorld([-reach, reach]).map((share) => Math.floor(share * 2 ** zoom)) as Point;
    const [right, bottom] = toWorld([reach, -reach]).map((share) => Math.floor(share * 2 ** zoom)) as Point;
    for (let x = left; x <= right; x += 1) for (let y = top; y <= bottom; y += 1) addresses.push([zoom, x, y]);
  }
  const tiles = await Promise.all(
    addresses.map(async ([zoom, x, y]): Promise<[number, Uint8Array]> => {
      const tile = encodeTile(cutTile(features, zoom, [x, y]));
      return [zxyToTileId(zoom, x, y), await gzip(tile)];
    }),
  );
  tiles.sort(([one], [other]) => one - other);
  const [west, south] = toDegrees([-reach, -reach]);
  const [east, north] = toDegrees([reach, reach]);
  const metadata = { name: 'Map fixture', description: 'Invented landscape around Asheville', version: '4', type: 'baselayer' };
  return writeTileFile({ tiles, maxZoom, compression: 'gzip', bounds: [west, south, east, north], metadata });
}

function placeOnWorld(feature: Feature): PlacedFeature {
  const parts = feature.parts.map((part) => part.map(toWorld));
  const [xs, ys] = [0, 1].map((axis) => parts.flat().map((point) => point[axis] as number)) as [number[], number[]];
  const box: PlacedFeature['box'] = [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ];
  return { ...feature, parts, box };
}

function cutTile(features: PlacedFeature[], zoom: number, [column, row]: Point): Map<string, TileFeature[]> {
  const layers = new Map<string, TileFeature[]>();
  const square = { min: -buffer, max: extent + buffer };
  const toTile = ([x, y]: Point): Point => [(x * 2 ** zoom - column) * extent, (y * 2 ** zoom - row) * extent];
  for (const { layer, type, parts, properties, minZoom, box } of features) {
    const [northWest, southEast] = [toTile(box[0]), toTile(box[1])];
    const isNear = northWest.every((number) => number <= square.max) && southEast.every((number) => number >= square.min);
    if (zoom < minZoom || !isNear) continue;
    const cutParts = parts
      .map((part) => part.map(toTile))
      .flatMap((part) => {
        if (type === 'line') return clipLine(part, square);
        const ring = type === 'polygon' ? clipRing(part, square) : cutPoints(part);
        return ring ? [ring] : [];
      });
    if (cutParts.length === 0) continue;
    const tileFeatures = layers.get(layer) ?? [];
    tileFeatures.push({ type, parts: cutParts, properties });
    layers.set(layer, tileFeatures);
  }
  return layers;
}

/** Returns the points inside the tile, or undefined if there are none. Excludes the buffer so that each label appears in only one tile. */
function cutPoints(points: Point[]): Point[] | undefined {
  const inside = points.filter((point) => point.every((number) => number >= 0 && number < extent));
  return inside.length > 0 ? inside.map(([x, y]): Point => [Math.round(x), Math.round(y)]) : undefined;
}

function toDegrees([x, y]: Point): Point {
  return [center.longitude + x / (metersPerDegree * Math.cos((center.latitude * Math.PI) / 180)), center.latitude + y / metersPerDegree];
}

/** Converts a point to world coordinates (Web Mercator): 0 to 1 from west to east and from north to south. */
function toWorld(point: Point): Point {
  const [longitude, latitude] = toDegrees(point);
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
