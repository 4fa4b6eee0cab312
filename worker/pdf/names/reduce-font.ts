/** Reduces a TrueType font to the glyphs of a document. Glyph ids stay the same. */

/** Tables that PDF readers need; they get characters, widths and positions from the document. */
const neededTables = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const headerBytes = 12;
const entryBytes = 16;
/** Flags of a composite glyph's parts. */
const flags = { hasWords: 0x1, hasScale: 0x8, hasMore: 0x20, hasTwoScales: 0x40, hasMatrix: 0x80 };

export function reduceFont(font: Uint8Array, glyphs: Iterable<number>): Uint8Array {
  const tables = readTables(font);
  const [head, loca, glyf] = [tables.get('head'), tables.get('loca'), tables.get('glyf')];
  if (!head || !loca || !glyf) return font;
  const hasLongOffsets = head.getUint16(50) === 1;
  const offset = (glyph: number) => (hasLongOffsets ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));
  const glyphCount = loca.byteLength / (hasLongOffsets ? 4 : 2) - 1;

  const used = new Set([0, ...glyphs]);
  // The set grows while the loop adds the parts of composite glyphs.
  for (const glyph of used) for (const part of listParts(glyf, offset(glyph), offset(glyph + 1))) used.add(part);

  const newLoca = new DataView(new ArrayBuffer(4 * (glyphCount + 1)));
  const outlines: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    newLoca.setUint32(4 * glyph, length);
    if (!used.has(glyph)) continue;
    const outline = bytesOf(glyf).subarray(offset(glyph), offset(glyph + 1));
    outlines.push(outline);
    length += outline.length;
  }
  newLoca.setUint32(4 * glyphCount, length);
  const newHead = new DataView(bytesOf(head).slice().buffer);
  newHead.setUint16(50, 1);
  tables
    .set('head', newHead)
    .set('loca', newLoca)
    .set('glyf', new DataView(join(outlines).buffer));
  return writeTables(neededTables.flatMap((tag) => [[tag, bytesOf(tables.get(tag) ?? new DataView(new ArrayBuffer(0)))] as const]));
}

const bytesOf = (view: DataView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

function readTables(font: Uint8Array): Map<string, DataView<ArrayBufferLike>> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const entries = Array.from({ length: view.getUint16(4) }, (_, index) => headerBytes + entryBytes * index);
  return new Map(
    entries.map((at) => [
      String.fromCharCode(...font.subarray(at, at + 4)),
      new DataView(font.buffer, font.byteOffset + view.getUint32(at + 8), view.getUint32(at + 12)),
    ]),
  );
}

/** Returns the glyphs that a composite glyph consists of, and none for a simple one. */
function listParts(glyf: DataView, from: number, to: number): number[] {
  if (from === to || glyf.getInt16(from) >= 0) return [];
  const parts: number[] = [];
  let at = from + 10;
  let flag = flags.hasMore;
  while (flag & flags.hasMore) {
    flag = glyf.getUint16(at);
    parts.push(glyf.getUint16(at + 2));
    at += 4 + (flag & flags.hasWords ? 4 : 2);
    at += flag & flags.hasScale ? 2 : flag & flags.hasTwoScales ? 4 : flag & flags.hasMatrix ? 8 : 0;
  }
  return parts;
}

function join(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function writeTables(tables: (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const header = new DataView(new ArrayBuffer(headerBytes + entryBytes * tables.length));
  header.setUint32(0, 0x10000);
  header.setUint16(4, tables.length);
  const power = Math.floor(Math.log2(tables.length));
  header.setUint16(6, 16 * 2 ** power);
  header.setUint16(8, power);
  header.setUint16(10, 16 * (tables.length - 2 ** power));
  const parts = [bytesOf(header)];
  let at = header.byteLength;
  tables.forEach(([tag, bytes], index) => {
    const entry = headerBytes + entryBytes * index;
    for (let place = 0; place < 4; place += 1) header.setUint8(entry + place, tag.charCodeAt(place));
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    header.setUint32(entry + 4, sum(padded));
    header.setUint32(entry + 8, at);
    header.setUint32(entry + 12, bytes.length);
    parts.push(padded);
    at += padded.length;
  });
  return join(parts);
}

function sum(padded: Uint8Array): number {
  const view = new DataView(padded.buffer);
  let total = 0;
  for (let at = 0; at < padded.length; at += 4) total = (total + view.getUint32(at)) >>> 0;
  return total;
}
