/** Draws names, and embeds the fonts that they use. */
import { type PDFContext, PDFHexString, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { pdfNumber } from '#worker/pdf/print/svg-path.ts';
import { createShaper, type Face, type ShapedGlyph } from './harfbuzz.ts';
import { orderRuns, type Run } from './line.ts';
import { fileInWeight, type NameFonts, type NameWeight } from './name-fonts.ts';
import type { PrintableName } from './printable-name.ts';
import { reduceFont } from './reduce-font.ts';

/** Extents of a line's glyphs at font size 1, measured from the start of its baseline. */
export interface LineSize {
  width: number;
  above: number;
  below: number;
}

/** A character code in the PDF, with its glyph and the text that users copy from PDF readers. */
interface Code {
  code: number;
  glyph: number;
  text: string;
}

interface UsedFont {
  file: string;
  bytes: Uint8Array;
  face: Face;
  codes: Map<string, Code>;
}

export async function createNamePen(name: PrintableName, fonts: NameFonts): Promise<NamePen> {
  const pen = new NamePen(fonts);
  await pen.add(name.files);
  return pen;
}

export class NamePen {
  readonly #source: NameFonts;
  readonly #files = new Map<string, string>();
  readonly #fonts: UsedFont[] = [];
  #shaper: ReturnType<typeof createShaper> | undefined;

  constructor(fonts: NameFonts) {
    this.#source = fonts;
  }

  /** Loads the fonts of these letters. A letter that has a font keeps it. */
  async add(files: PrintableName['files'], weight: NameWeight = 'bold'): Promise<void> {
    for (const [letter, file] of files) if (!this.#files.has(letter)) this.#files.set(letter, file);
    const letterFiles = [...files.keys()].map((letter) => fileInWeight(this.#files.get(letter) ?? '', weight));
    const newFiles = [...new Set(letterFiles)].filter((file) => !this.#findFont(file));
    const loaded = await Promise.all(newFiles.map(async (file) => ({ file, bytes: await this.#source.load(file) })));
    if (loaded.length > 0) this.#shaper ??= createShaper();
    for (const { file, bytes } of loaded)
      if (this.#shaper) this.#fonts.push({ file, bytes, face: this.#shaper.loadFace(bytes), codes: new Map() });
  }

  /** Whether the letter's font is loaded. */
  has(letter: string, weight: NameWeight): boolean {
    return this.#findFont(fileInWeight(this.#files.get(letter) ?? '', weight)) !== undefined;
  }

  measure(text: string, weight: NameWeight = 'bold'): LineSize {
    const size = { width: 0, above: 0, below: 0 };
    for (const { run, glyphs } of this.#shape(text, weight)) {
      const { face } = this.#font(run, weight);
      for (const { glyph, y, advance } of glyphs) {
        const { top, bottom } = face.box(glyph);
        size.width += advance / face.unitsPerEm;
        size.above = Math.max(size.above, (y + top) / face.unitsPerEm);
        size.below = Math.max(size.below, -(y + bottom) / face.unitsPerEm);
      }
    }
    return size;
  }

  /** Returns the PDF operators for one line. `x` and `y` are the start of its baseline. */
  show(text: string, size: number, x: number, y: number, weight: NameWeight = 'bold'): string[] {
    let left = x;
    return this.#shape(text, weight).flatMap(({ run, glyphs }) => {
      const font = this.#font(run, weight);
      const runText = text.slice(run.from, run.to);
      // PDFium drops characters beyond the Basic Multilingual Plane from ActualText, so runs with such characters get no ActualText.
      const isBasic = runText.length === [...runText].length;
      const operators = [
        // PDF readers copy the ActualText instead of the glyphs, which are in visual order and have combining marks that look like separate
        // lines.
        ...(isBasic ? [`/Span <</ActualText ${PDFHexString.fromText(runText)}>> BDC`] : []),
        `BT 0 Tc 1 0 0 -1 ${pdfNumber(left)} ${pdfNumber(y)} Tm /${this.#resourceName(font)} ${pdfNumber(size)} Tf`,
        ...showGlyphs(font, glyphs, size, (index) => glyphText(text, run, glyphs, index)),
        isBasic ? 'ET EMC' : 'ET',
      ];
      left += glyphs.reduce((sum, { advance }) => sum + (advance * size) / font.face.unitsPerEm, 0);
      return operators;
    });
  }

  /** Embeds the fonts that were used, under the resource names that `show` writes in its operators. */
  embed(context: PDFContext): Record<string, PDFRef> {
    const usedFonts = this.#fonts.filter(({ codes }) => codes.size > 0);
    return Object.fromEntries(usedFonts.map((font) => [this.#resourceName(font), embedFont(context, font)]));
  }

  #shape(text: string, weight: NameWeight): { run: Run; glyphs: ShapedGlyph[] }[] {
    return orderRuns(text, this.#files).map((run) => {
      const glyphs = this.#font(run, weight).face.shape(text, run.from, run.to, run.isRightToLeft);
      if (glyphs.some(({ glyph }) => glyph === 0)) throw new Error(`${run.file} cannot draw a letter that it has`);
      return { run, glyphs };
    });
  }

  #font(run: Run, weight: NameWeight): UsedFont {
    const file = fileInWeight(run.file, weight);
    const font = this.#findFont(file);
    if (!font) throw new Error(`${file} is not loaded`);
    return font;
  }

  #findFont(file: string): UsedFont | undefined {
    return this.#fonts.find((candidate) => candidate.file === file);
  }

  #resourceName(font: UsedFont): string {
    return `Name${this.#fonts.indexOf(font)}`;
  }
}

/** Returns the text of a glyph. The characters of a cluster are divided among its glyphs in reading order. */
function glyphText(text: string, run: Run, glyphs: ShapedGlyph[], index: number): string {
  const cluster = glyphs[index]?.cluster ?? run.from;
  const clusterEnd = Math.min(run.to, ...glyphs.map((other) => other.cluster).filter((start) => start > cluster));
  const characters = [...text.slice(cluster, clusterEnd)];
  const first = glyphs.findIndex((other) => other.cluster === cluster);
  const last = glyphs.findLastIndex((other) => other.cluster === cluster);
  const characterIndex = run.isRightToLeft ? last - index : index - first;
  return characters.slice(characterIndex, characterIndex < last - first ? characterIndex + 1 : undefined).join('');
}

const thousandths = (face: Face, units: number) => (units * 1_000) / face.unitsPerEm;
const glyphWidth = (face: Face, glyph: number) => Math.round(thousandths(face, face.advance(glyph)));

/** Returns the PDF operators that draw the glyphs of a run at the shaper's positions. */
function showGlyphs(font: UsedFont, glyphs: ShapedGlyph[], size: number, getText: (index: number) => string): string[] {
  const { face } = font;
  const operators: string[] = [];
  let parts: string[] = [];
  let [position, cursor, rise] = [0, 0, 0];
  const flush = () => {
    if (parts.length > 0) operators.push(`[${parts.join('')}] TJ`);
    parts = [];
  };
  glyphs.forEach(({ glyph, advance, x, y }, index) => {
    if (y !== rise) {
      flush();
      operators.push(`${pdfNumber((y * size) / face.unitsPerEm)} Ts`);
      rise = y;
    }
    const kerningAdjustment = Math.round(cursor - thousandths(face, position + x));
    parts.push(`${kerningAdjustment === 0 ? '' : kerningAdjustment}<${hex(findCode(font, glyph, getText(index)).code)}>`);
    cursor += glyphWidth(face, glyph) - kerningAdjustment;
    position += advance;
  });
  flush();
  return rise === 0 ? operators : [...operators, '0 Ts'];
}

function findCode({ codes }: UsedFont, glyph: number, text: string): Code {
  const key = `${glyph} ${text}`;
  const code = codes.get(key) ?? { code: codes.size + 1, glyph, text };
  codes.set(key, code);
  return code;
}

const hex = (value: number) => value.toString(16).padStart(4, '0');

function embedFont(context: PDFContext, { file, bytes, face, codes }: UsedFont): PDFRef {
  const list = [...codes.values()];
  const reduced = reduceFont(
    bytes,
    list.map(({ glyph }) => glyph),
  );
  const boxes = list.map(({ glyph }) => face.box(glyph));
  const toThousandths = (units: number) => Math.round(thousandths(face, units));
  const bounds = [
    Math.min(...boxes.map(({ left }) => left)),
    Math.min(...boxes.map(({ bottom }) => bottom)),
    Math.max(...boxes.map(({ right }) => right)),
    Math.max(...boxes.map(({ top }) => top)),
  ];
  // The prefix of the font name marks the font as a subset.
  const baseFont = `CCNAME+${file}`;
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: baseFont,
    Flags: 4,
    FontBBox: bounds.map(toThousandths),
    ItalicAngle: 0,
    Ascent: toThousandths(face.ascent),
    Descent: toThousandths(face.descent),
    CapHeight: toThousandths(face.ascent),
    StemV: 120,
    FontFile2: context.register(context.flateStream(reduced, { Length1: reduced.length })),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: baseFont,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    CIDToGIDMap: context.register(
      context.flateStream(Uint8Array.from([0, ...list.map(({ glyph }) => glyph)].flatMap((glyph) => [glyph >> 8, glyph & 0xff]))),
    ),
    DW: 1_000,
    W: [1, list.map(({ glyph }) => glyphWidth(face, glyph))],
    FontDescriptor: context.register(descriptor),
  });
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(toUnicode(list))),
    }),
  );
}

/** Text that PDF readers copy for a glyph that represents no character on its own. */
const zeroWidthSpace = '\u200b';

function toUnicode(codes: Code[]): string {
  const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
  const lines = codes.map(({ code, text }) => `<${hex(code)}> <${utf16(text || zeroWidthSpace)}>`);
  // A `bfchar` block can have at most 100 entries.
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, block) => lines.slice(100 * block, 100 * block + 100));
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Names def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
