/** The smallest possible tile file (PMTiles, version 3): a 127-byte header, one directory, and the tiles. */

const headerBytes = 127;
const noCompression = 1;
const vectorTiles = 1;

/** Builds a file with tiles for zoom levels 0 and 1. Tile ids follow the Hilbert curve: 0 is the world, 1 to 4 are its quarters. */
export function tinyTiles(tiles: [id: number, content: Uint8Array][], maxZoom = 1): Uint8Array {
  const ids = tiles.map(([id], index) => id - (tiles[index - 1]?.[0] ?? 0));
  const lengths = tiles.map(([, content]) => content.length);
  // PMTiles stores each tile's offset plus one; a stored 0 means that the tile directly follows the previous one.
  const directory = Uint8Array.from([
    tiles.length,
    ...ids,
    ...tiles.map(() => 1),
    ...lengths,
    ...tiles.map((_, index) => (index === 0 ? 1 : 0)),
  ]);
  const contents = tiles.flatMap(([, content]) => [...content]);
  const header = new DataView(new ArrayBuffer(headerBytes));
  new Uint8Array(header.buffer).set([...new TextEncoder().encode('PMTiles'), 3]);
  const behind = headerBytes + directory.length;
  [headerBytes, directory.length, behind, 0, behind, 0, behind, contents.length].forEach((number, index) => {
    header.setBigUint64(8 + index * 8, BigInt(number), true);
  });
  [72, 80, 88].forEach((place) => {
    header.setBigUint64(place, BigInt(tiles.length), true);
  });
  new Uint8Array(header.buffer).set([1, noCompression, noCompression, vectorTiles, 0, maxZoom], 96);
  return Uint8Array.from([...new Uint8Array(header.buffer), ...directory, ...contents]);
}
