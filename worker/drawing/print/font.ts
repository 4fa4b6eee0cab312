/** Fonts inside the document: printers refuse a file whose fonts they have to guess. */
import type { PDFContext, PDFRef } from '@cantoo/pdf-lib';

/** A TrueType font with a few characters. Measures are in thousandths of the type size. */
export interface FontFile {
  name: string;
  ascent: number;
  descent: number;
  capHeight: number;
  boundingBox: [number, number, number, number];
  /** Of the characters from the space to the tilde. */
  widths: number[];
  otherWidths: Record<string, number>;
  /** By pair of characters. */
  kerning: Record<string, number>;
  base64: string;
}

const firstCode = 32;
/** Windows-1252, which PDF calls WinAnsiEncoding, beyond ASCII. */
const otherCodes: Record<string, number> = { '’': 0x92, '–': 0x96, '·': 0xb7 };

function codeOf(character: string): number {
  return otherCodes[character] ?? character.charCodeAt(0);
}

function widthOf(font: FontFile, character: string): number {
  const width = font.widths[codeOf(character) - firstCode] ?? font.otherWidths[character];
  if (width === undefined) throw new Error(`The font ${font.name} has no ${JSON.stringify(character)}`);
  return width;
}

/** Width of a line of text, in the unit of `size`. */
export function textWidth(font: FontFile, text: string, size: number): number {
  const characters = [...text];
  const thousandths = characters.reduce((sum, character, at) => {
    return sum + widthOf(font, character) + (font.kerning[character + (characters[at + 1] ?? '')] ?? 0);
  }, 0);
  return (thousandths * size) / 1_000;
}

/** The text as PDF's TJ operator takes it: strings in hexadecimal, and between them how much closer the next one comes. */
export function showText(font: FontFile, text: string): string {
  const characters = [...text];
  const parts = characters.map((character, at) => {
    widthOf(font, character);
    const kern = font.kerning[character + (characters[at + 1] ?? '')];
    return codeOf(character).toString(16).padStart(2, '0') + (kern === undefined ? '' : `>${-kern}<`);
  });
  return `[<${parts.join('')}>] TJ`;
}

/** Puts the font into the document. */
export function embedFont(context: PDFContext, font: FontFile): PDFRef {
  const widths = [...font.widths];
  for (const [character, code] of Object.entries(otherCodes)) widths[code - firstCode] = font.otherWidths[character] ?? 0;
  const bytes = Uint8Array.from(atob(font.base64), (character) => character.charCodeAt(0));
  // The tag says that the font is a subset.
  const name = `CCARDS+${font.name}`;
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 32,
    FontBBox: font.boundingBox,
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.capHeight,
    StemV: 120,
    FontFile2: context.register(context.flateStream(bytes, { Length1: bytes.length })),
  });
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: name,
      Encoding: 'WinAnsiEncoding',
      FirstChar: firstCode,
      LastChar: firstCode + widths.length - 1,
      Widths: Array.from(widths, (width) => width ?? 0),
      FontDescriptor: context.register(descriptor),
    }),
  );
}
