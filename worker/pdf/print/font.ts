/** Fonts are embedded because printing companies reject files without them. */
import type { PDFContext, PDFRef } from '@cantoo/pdf-lib';

/** Metrics of the printable characters, in thousandths of the font size. */
export interface PrintFont {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  ascent: number;
  descent: number;
  boundingBox: number[];
  widths: ReadonlyMap<number, number>;
  kerning: Partial<Record<string, number>>;
}

/** Cap height of all three fonts in thousandths of the font size, measured on the letter H. */
const capHeight = 700;
const firstCode = 32;
/** Codes of characters beyond Latin-1 in Windows-1252 (PDF's WinAnsiEncoding). */
const specialCharacterCodes: Record<string, number> = { '’': 0x92, '–': 0x96, '“': 0x93, '”': 0x94, '„': 0x84 };
const listCharacters = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
/** In the order of metrics.json (scripts/fonts/make.mjs). */
const printedCharacters = [...listCharacters(firstCode, 0x7e), ...listCharacters(0xc0, 0xff), ...'\u00a0¡«·»¿’–“”„'];

/** Metrics of one font in metrics.json. */
interface Metrics extends Pick<PrintFont, 'ascent' | 'descent' | 'kerning'> {
  boundingBox: string;
  /** Widths of the printed characters, in the same order as the characters. */
  widths: string;
}

export function printFont(name: string, file: ArrayBuffer, { boundingBox, widths, ...metrics }: Metrics): PrintFont {
  const numbers = (list: string) => list.split(' ').map(Number);
  return {
    name,
    bytes: new Uint8Array(file),
    ...metrics,
    boundingBox: numbers(boundingBox),
    widths: new Map(numbers(widths).map((width, index) => [encodeCharacter(printedCharacters[index] ?? ''), width])),
  };
}

function encodeCharacter(character: string): number {
  return specialCharacterCodes[character] ?? character.charCodeAt(0);
}

function measureWidth(font: PrintFont, character: string): number {
  const width = font.widths.get(encodeCharacter(character));
  if (width === undefined) throw new Error(`The font ${font.name} has no ${JSON.stringify(character)}`);
  return width;
}

/** Returns the width of the text, in the same unit as `size`. */
export function textWidth(font: PrintFont, text: string, size: number): number {
  const characters = [...text];
  const thousandths = characters.reduce((sum, character, at) => {
    return sum + measureWidth(font, character) + (font.kerning[character + (characters[at + 1] ?? '')] ?? 0);
  }, 0);
  return (thousandths * size) / 1_000;
}

/** Returns the size at which the text is at most as wide as given, and not larger than `size`. */
export function fittingSize(font: PrintFont, text: string, size: number, width: number): number {
  return Math.min(size, (size * width) / textWidth(font, text, size));
}

/** Returns the operand for PDF's TJ operator: hexadecimal strings with kerning between them. */
export function showText(font: PrintFont, text: string): string {
  const characters = [...text];
  const parts = characters.map((character, at) => {
    measureWidth(font, character);
    const kern = font.kerning[character + (characters[at + 1] ?? '')];
    return encodeCharacter(character).toString(16).padStart(2, '0') + (kern === undefined ? '' : `>${-kern}<`);
  });
  return `[<${parts.join('')}>] TJ`;
}

export function embedFont(context: PDFContext, font: PrintFont): PDFRef {
  const lastCode = Math.max(...font.widths.keys());
  const widths = Array.from({ length: lastCode - firstCode + 1 }, (_, index) => font.widths.get(firstCode + index) ?? 0);
  // The prefix of the font name marks the font as a subset.
  const name = `CCARDS+${font.name}`;
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 32,
    FontBBox: font.boundingBox,
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: capHeight,
    StemV: 120,
    FontFile2: context.register(context.flateStream(font.bytes, { Length1: font.bytes.length })),
  });
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: name,
      Encoding: 'WinAnsiEncoding',
      FirstChar: firstCode,
      LastChar: lastCode,
      Widths: widths,
      FontDescriptor: context.register(descriptor),
    }),
  );
}
