/** Writes small PMTiles files (version 3): a header, one directory, metadata and the tiles. */
import Pbf from 'pbf';

export interface TileFile {
  /** Tiles with their ids (`zxyToTileId` of the pmtiles package), sorted by id. */
  tiles: [id: number, content: Uint8Array][];
  maxZoom: number;
  compression?: 'none' | 'gzip';
  /** Bounding box of the tiles in degrees: west, south, east, north. */
  bounds?: [number, number, number, number];
  metadata?: object;
}

const headerBytes = 127;
/** PMTiles readers fetch this many bytes first. The root directory must fit into them. */
const firstReadBytes = 16_384;
/** Codes for compression and tile type in the PMTiles format. */
const compressions = { none: 1, gzip: 2 };
const vectorTiles = 1;

export function writeTileFile({
  tiles,
  maxZoom,
  compression = 'none',
  bounds = [-180, -85, 180, 85],
  metadata = {},
}: TileFile): Uint8Array {
  const directory = writeDirectory(tiles);
  if (headerBytes + directory.length > firstReadBytes) throw new Error('Too many tiles for one directory');
  const metadataBytes = new TextEncoder().encode(JSON.stringify(metadata));
  const metadataStart = headerBytes + directory.length;
  const tilesStart = metadataStart + metadataBytes.length;
  const tileBytes = tiles.reduce((sum, [, content]) => sum + content.length, 0);

  const header = new DataView(new ArrayBuffer(headerBytes));
  new Uint8Array(header.buffer).set([...new TextEncoder().encode('PMTiles'), 3]);
  // Header fields: offset and length of the root directory, the metadata, the leaf directories and the tile data, then three tile counts.
  const numbers = [headerBytes, directory.length, metadataStart, metadataBytes.length, tilesStart, 0, tilesStart, tileBytes];
  for (const [index, number] of [...numbers, tiles.length, tiles.length, tiles.length].entries())
    header.setBigUint64(8 + index * 8, BigInt(number), true);
  const isClustered = 1;
  new Uint8Array(header.buffer).set([isClustered, compressions.none, compressions[compression], vectorTiles, 0, maxZoom], 96);
  for (const [index, degrees] of bounds.entries()) header.setInt32(102 + index * 4, Math.round(degrees * 1e7), true);

  const file = new Uint8Array(tilesStart + tileBytes);
  file.set(new Uint8Array(header.buffer));
  file.set(directory, headerBytes);
  file.set(metadataBytes, metadataStart);
  let position = tilesStart;
  for (const [, content] of tiles) {
    file.set(content, position);
    position += content.length;
  }
  return file;
}

function writeDirectory(tiles: TileFile['tiles']): Uint8Array {
  const directory = new Pbf();
  directory.writeVarint(tiles.length);
  for (const [index, [id]] of tiles.entries()) directory.writeVarint(id - (tiles[index - 1]?.[0] ?? 0));
  // Run lengths. Each is 1 because every directory entry describes a single tile.
  for (const _ of tiles) directory.writeVarint(1);
  for (const [, content] of tiles) directory.writeVarint(content.length);
  // The format stores each tile's offset plus one; 0 means that the tile directly follows the previous one.
  for (const index of tiles.keys()) directory.writeVarint(index === 0 ? 1 : 0);
  return directory.finish();
}
