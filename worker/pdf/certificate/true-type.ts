/** Reads the part of TrueType that is needed to draw and subset a few glyphs. */

export interface TrueType {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  boundingBox: [number, number, number, number];
  /** Returns the glyph of a code point; 0 if it is missing. */
  getGlyph: (codePoint: number) => number;
  advance: (glyph: number) => number;
  /** Returns a font with only these glyphs. Glyph numbers stay the same; all other glyphs become empty. */
  subset: (glyphs: Iterable<number>) => Uint8Array<ArrayBuffer>;
}

interface Table {
  offset: number;
  length: number;
}

/** Throws unless the font is TrueType with a Unicode table in format 4 or 12. */
export function readTrueType(bytes: Uint8Array<ArrayBuffer>): TrueType {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = readDirectory(view);
  const table = (tag: string): Table => {
    const entry = tables.get(tag);
    if (!entry) throw new Error(`The font has no ${tag} table`);
    return entry;
  };
  const [head, hhea, hmtx] = [table('head').offset, table('hhea').offset, table('hmtx').offset];
  const glyphCount = view.getUint16(table('maxp').offset + 4);
  const metricCount = view.getUint16(hhea + 34);
  const getOffset = glyphOffsets(view, table('loca').offset, view.getInt16(head + 50) === 1);
  return {
    unitsPerEm: view.getUint16(head + 18),
    ascent: view.getInt16(hhea + 4),
    descent: view.getInt16(hhea + 6),
    boundingBox: [view.getInt16(head + 36), view.getInt16(head + 38), view.getInt16(head + 40), view.getInt16(head + 42)],
    getGlyph: characterMap(view, table('cmap').offset),
    advance: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, metricCount - 1)),
    subset: (glyphs) => {
      const keptGlyphs = withComponents(view, table('glyf').offset, getOffset, glyphs);
      const outlines = keepOutlines(bytes, table('glyf').offset, getOffset, glyphCount, keptGlyphs);
      const copiedTables = ['head', 'hhea', 'maxp', 'hmtx', 'cvt ', 'fpgm', 'prep'].flatMap((tag) => {
        const entry = tables.get(tag);
        return entry ? [[tag, bytes.slice(entry.offset, entry.offset + entry.length)] as const] : [];
      });
      const parts = new Map<string, Uint8Array>([...copiedTables, ['glyf', outlines.glyf], ['loca', outlines.loca]]);
      // The subset always uses the long format for offsets.
      const newHead = parts.get('head') as Uint8Array<ArrayBuffer>;
      new DataView(newHead.buffer, newHead.byteOffset).setInt16(50, 1);
      return writeFile(parts);
    },
  };
}

function readDirectory(view: DataView): Map<string, Table> {
  const tag = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, index) => {
      const at = 12 + 16 * index;
      return [tag(at), { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) }] as const;
    }),
  );
}

function glyphOffsets(view: DataView, loca: number, isLong: boolean): (glyph: number) => number {
  return (glyph) => (isLong ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph));
}

function characterMap(view: DataView, cmap: number): (codePoint: number) => number {
  const subtables = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => cmap + view.getUint32(cmap + 4 + 8 * index + 4));
  const all = subtables.find((at) => view.getUint16(at) === 12);
  if (all !== undefined) return (codePoint) => glyphByGroup(view, all, codePoint);
  const basic = subtables.find((at) => view.getUint16(at) === 4);
  if (basic === undefined) throw new Error('The font has no Unicode table');
  return (codePoint) => glyphBySegment(view, basic, codePoint);
}

function glyphByGroup(view: DataView, at: number, codePoint: number): number {
  for (let group = at + 16, end = group + 12 * view.getUint32(at + 12); group < end; group += 12) {
    const first = view.getUint32(group);
    if (codePoint >= first && codePoint <= view.getUint32(group + 4)) return view.getUint32(group + 8) + codePoint - first;
  }
  return 0;
}

function glyphBySegment(view: DataView, at: number, codePoint: number): number {
  const doubled = view.getUint16(at + 6);
  for (let segment = 0; segment < doubled; segment += 2) {
    if (codePoint > view.getUint16(at + 14 + segment)) continue;
    const first = view.getUint16(at + 16 + doubled + segment);
    if (codePoint < first) return 0;
    const delta = view.getUint16(at + 16 + 2 * doubled + segment);
    const rangeAt = at + 16 + 3 * doubled + segment;
    const range = view.getUint16(rangeAt);
    const glyph = range === 0 ? codePoint : view.getUint16(rangeAt + range + 2 * (codePoint - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** Adds the component glyphs that accented letters often consist of. */
function withComponents(view: DataView, glyf: number, getOffset: (glyph: number) => number, glyphs: Iterable<number>): Set<number> {
  const glyphIds = new Set<number>([0]);
  const open = [...glyphs];
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (glyphIds.has(glyph)) continue;
    glyphIds.add(glyph);
    open.push(...readComponents(view, glyf + getOffset(glyph), getOffset(glyph + 1) - getOffset(glyph)));
  }
  return glyphIds;
}

const flags = { wordArguments: 1, scale: 8, moreComponents: 32, twoScales: 64, twoByTwo: 128 };

function readComponents(view: DataView, at: number, length: number): number[] {
  if (length === 0 || view.getInt16(at) >= 0) return [];
  const components: number[] = [];
  let place = at + 10;
  for (let hasMore = true; hasMore; ) {
    const flag = view.getUint16(place);
    components.push(view.getUint16(place + 2));
    const transform = flag & flags.scale ? 2 : flag & flags.twoScales ? 4 : flag & flags.twoByTwo ? 8 : 0;
    place += 4 + (flag & flags.wordArguments ? 4 : 2) + transform;
    hasMore = (flag & flags.moreComponents) !== 0;
  }
  return components;
}

function keepOutlines(
  bytes: Uint8Array,
  glyf: number,
  getOffset: (glyph: number) => number,
  glyphCount: number,
  glyphsToKeep: Set<number>,
) {
  const getGlyphLength = (glyph: number) => (glyphsToKeep.has(glyph) ? getOffset(glyph + 1) - getOffset(glyph) : 0);
  const total = [...glyphsToKeep].reduce((sum, glyph) => sum + getGlyphLength(glyph), 0);
  const outlines = new Uint8Array(total);
  const loca = new DataView(new ArrayBuffer(4 * (glyphCount + 1)));
  let end = 0;
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    const length = getGlyphLength(glyph);
    if (length > 0) outlines.set(bytes.subarray(glyf + getOffset(glyph), glyf + getOffset(glyph) + length), end);
    end += length;
    loca.setUint32(4 * (glyph + 1), end);
  }
  return { glyf: outlines, loca: new Uint8Array(loca.buffer) };
}

const alignToFour = (length: number) => (length + 3) & ~3;

/** Writes the tables. Checksums stay 0, because PDF readers ignore them. */
function writeFile(parts: Map<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const tables = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
  const headLength = 12 + 16 * tables.length;
  const file = new Uint8Array(headLength + tables.reduce((sum, [, content]) => sum + alignToFour(content.length), 0));
  const view = new DataView(file.buffer);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  [tables.length, 16 * power, Math.log2(power), 16 * (tables.length - power)].forEach((value, index) => {
    view.setUint16(4 + 2 * index, value);
  });
  let offset = headLength;
  tables.forEach(([tag, content], index) => {
    const at = 12 + 16 * index;
    [...tag].forEach((letter, place) => {
      view.setUint8(at + place, letter.charCodeAt(0));
    });
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, content.length);
    file.set(content, offset);
    offset += alignToFour(content.length);
  });
  return file;
}
