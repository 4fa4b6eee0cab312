/** A PNG of at most 256 colours, a third of the bytes of one with all of them: the most frequent ones, and for each other the nearest of these. */
import { crc32, deflateSync } from 'node:zlib';

/** `pixels` four bytes each, as a canvas has them; how opaque they are does not count. */
export function indexedPng(pixels: Uint8Array, width: number, height: number): Buffer {
  const colours = Uint32Array.from({ length: width * height }, (_, index) => colourAt(pixels, index * 4));
  const palette = mostFrequent(colours, 256);
  const indices = new Map(palette.map((colour, index) => [colour, index]));
  // Each line begins with the filter it has: none.
  const lines = Buffer.alloc((width + 1) * height);
  for (const [place, colour] of colours.entries()) {
    const index = indices.get(colour) ?? nearest(palette, colour);
    indices.set(colour, index);
    lines[place + Math.floor(place / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, which are an index.
  header.set([8, 3], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(pixels: Uint8Array, offset: number): number {
  const [red = 0, green = 0, blue = 0] = pixels.subarray(offset, offset + 3);
  return (red << 16) | (green << 8) | blue;
}

function partsOf(colour: number): [red: number, green: number, blue: number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function mostFrequent(colours: Uint32Array, count: number): number[] {
  const times = new Map<number, number>();
  for (const colour of colours) times.set(colour, (times.get(colour) ?? 0) + 1);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([colour]) => colour);
}

function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = partsOf(colour);
  const distances = palette.map((other) => {
    const [otherRed, otherGreen, otherBlue] = partsOf(other);
    return (otherRed - red) ** 2 + (otherGreen - green) ** 2 + (otherBlue - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), whole.length - 4);
  return whole;
}
