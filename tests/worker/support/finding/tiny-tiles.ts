/** The smallest file of tiles (PMTiles, version 3): a header of 127 bytes, one list of tiles, and what these hold. */

const headerBytes = 127;
const noCompression = 1;
const vectorTiles = 1;

/** Tiles of zooms 0 and 1 by their place on the Hilbert curve: 0 is the world's, 1 to 4 are its quarters. In order. */
export function tinyTiles(tiles: [id: number, content: Uint8Array][], maxZoom = 1): Uint8Array {
  const ids = tiles.map(([id], index) => id - (tiles[index - 1]?.[0] ?? 0));
  const lengths = tiles.map(([, content]) => content.length);
  // Each offset is written plus one; 0 stands for "right behind the one before".
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
