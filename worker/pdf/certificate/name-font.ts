/** Draws names glyph by glyph, and embeds only the glyphs that are used. */
import { type PDFContext, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { pdfNumber } from '#worker/pdf/print/svg-path.ts';
import type { TrueType } from './true-type.ts';

export interface NameFont {
  name: string;
  face: TrueType;
}

interface Letter {
  font: NameFont;
  glyph: number;
  text: string;
}

/** Draws text in several scripts and records which glyphs it uses. */
export class NamePen {
  readonly #fonts: readonly NameFont[];
  readonly #used = new Map<NameFont, Map<number, string>>();

  constructor(fonts: readonly NameFont[]) {
    this.#fonts = fonts;
  }

  has(letter: string): boolean {
    return this.#find(letter) !== undefined;
  }

  /** Returns the width in the unit of `size`; missing letters have width 0. */
  width(text: string, size: number): number {
    return this.#letters(text).reduce((sum, { font, glyph }) => sum + (font.face.advance(glyph) * size) / font.face.unitsPerEm, 0);
  }

  /** Returns the operators for one line, to be placed between BT and ET. */
  show(text: string, size: number): string[] {
    const runs: { font: NameFont; glyphs: number[] }[] = [];
    for (const { font, glyph, text: letter } of this.#letters(text)) {
      const usedGlyphs = this.#used.get(font) ?? new Map<number, string>();
      this.#used.set(font, usedGlyphs.set(glyph, letter));
      const last = runs.at(-1);
      if (last?.font === font) last.glyphs.push(glyph);
      else runs.push({ font, glyphs: [glyph] });
    }
    return runs.map(({ font, glyphs }) => `/${this.#resourceName(font)} ${pdfNumber(size)} Tf <${glyphs.map(hex).join('')}> Tj`);
  }

  /** Embeds the fonts that were used, under the names that `show` gives them. */
  embed(context: PDFContext): Record<string, PDFRef> {
    return Object.fromEntries([...this.#used].map(([font, glyphs]) => [this.#resourceName(font), embedGlyphs(context, font, glyphs)]));
  }

  #resourceName(font: NameFont): string {
    return `Name${this.#fonts.indexOf(font)}`;
  }

  #letters(text: string): Letter[] {
    return [...text].flatMap((letter) => this.#find(letter) ?? []);
  }

  #find(letter: string): Letter | undefined {
    for (const font of this.#fonts) {
      const glyph = font.face.getGlyph(letter.codePointAt(0) ?? 0);
      if (glyph > 0) return { font, glyph, text: letter };
    }
    return undefined;
  }
}

const hex = (value: number) => value.toString(16).padStart(4, '0');

/** Embeds one font. Glyphs are addressed by number, so no encoding is needed; a Unicode map makes searching and copying work. */
function embedGlyphs(context: PDFContext, { name, face }: NameFont, glyphs: Map<number, string>): PDFRef {
  const thousandths = (units: number) => Math.round((units * 1_000) / face.unitsPerEm);
  const file = face.subset(glyphs.keys());
  const baseFont = `CCNAME+${name}`;
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: baseFont,
    Flags: 4,
    FontBBox: face.boundingBox.map(thousandths),
    ItalicAngle: 0,
    Ascent: thousandths(face.ascent),
    Descent: thousandths(face.descent),
    CapHeight: thousandths(face.ascent),
    StemV: 120,
    FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: baseFont,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    CIDToGIDMap: 'Identity',
    DW: 1_000,
    W: [...glyphs.keys()].flatMap((glyph) => [glyph, [thousandths(face.advance(glyph))]]),
    FontDescriptor: context.register(descriptor),
  });
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(toUnicode(glyphs))),
    }),
  );
}

function toUnicode(glyphs: Map<number, string>): string {
  const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
  const lines = [...glyphs].map(([glyph, text]) => `<${hex(glyph)}> <${utf16(text)}>`);
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Names def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    // A block can have at most 100 entries, and a name has fewer different letters.
    `${Math.min(lines.length, 100)} beginbfchar`,
    ...lines.slice(0, 100),
    'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
