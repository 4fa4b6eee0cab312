/** Encodes vector tiles (Mapbox Vector Tile, version 2). */
import Pbf from 'pbf';

export type Point = [x: number, y: number];

export const geometryTypes = { point: 1, line: 2, polygon: 3 } as const;

export interface TileFeature {
  type: keyof typeof geometryTypes;
  /** Points, lines or rings in integer tile units. Rings do not repeat their first point at the end. */
  parts: Point[][];
  properties: Record<string, string | number>;
}

/** Width and height of a tile, in tile units. */
export const extent = 4096;
const commands = { moveTo: 1, lineTo: 2, closePath: 7 };

export function encodeTile(layers: Map<string, TileFeature[]>): Uint8Array {
  const tile = new Pbf();
  for (const [name, features] of layers) tile.writeMessage(3, writeLayer, { name, features });
  return tile.finish();
}

function writeLayer({ name, features }: { name: string; features: TileFeature[] }, pbf: Pbf): void {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  pbf.writeVarintField(15, 2);
  pbf.writeStringField(1, name);
  for (const { type, parts, properties } of features) {
    const tags = Object.entries(properties).flatMap(([key, value]) => [indexOf(keys, key), indexOf(values, value)]);
    pbf.writeMessage(2, writeFeature, { type: geometryTypes[type], tags, geometry: encodeGeometry(type, parts) });
  }
  for (const key of keys) pbf.writeStringField(3, key);
  for (const value of values) pbf.writeMessage(4, writeValue, value);
  pbf.writeVarintField(5, extent);
}

function writeFeature({ type, tags, geometry }: { type: number; tags: number[]; geometry: number[] }, pbf: Pbf): void {
  pbf.writePackedVarint(2, tags);
  pbf.writeVarintField(3, type);
  pbf.writePackedVarint(4, geometry);
}

function writeValue(value: string | number, pbf: Pbf): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  else pbf.writeVarintField(5, value);
}

/** Returns the index of an item in a list. Appends the item if it is missing. */
function indexOf<Item>(list: Item[], item: Item): number {
  const index = list.indexOf(item);
  return index >= 0 ? index : list.push(item) - 1;
}

function encodeGeometry(type: TileFeature['type'], parts: Point[][]): number[] {
  const codes: number[] = [];
  let [lastX, lastY] = [0, 0];
  const addPoints = (command: number, points: Point[]) => {
    if (points.length === 0) return;
    codes.push((points.length << 3) | command);
    for (const [x, y] of points) {
      codes.push(zigzag(x - lastX), zigzag(y - lastY));
      [lastX, lastY] = [x, y];
    }
  };
  for (const part of parts) {
    addPoints(commands.moveTo, part.slice(0, 1));
    addPoints(commands.lineTo, part.slice(1));
    if (type === 'polygon') codes.push((1 << 3) | commands.closePath);
  }
  return codes;
}

function zigzag(number: number): number {
  return (number << 1) ^ (number >> 31);
}
