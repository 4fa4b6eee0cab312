/** Fonts are embedded because printing companies reject files without them. */
import { type PDFContext, PDFName, type PDFRef } from '@cantoo/pdf-lib';

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
/** Characters beyond Latin-1 of Windows-1252 (PDF's WinAnsiEncoding), from code 0x80 on; `_` is an unused code. */
const windowsCharacters = '€_‚_„…____Š‹Œ_Ž__‘’“”•–—__š›œ_žŸ';
/** Czech letters with their glyph names, and the Latin-1 characters whose codes they get because we never print those. */
const czechLetters: [letter: string, glyph: string, replaced: string][] = [
  ['Ě', 'Ecaron', '¢'],
  ['ě', 'ecaron', '£'],
  ['Č', 'Ccaron', '¤'],
  ['č', 'ccaron', '¥'],
  ['Ř', 'Rcaron', '¦'],
  ['ř', 'rcaron', '¨'],
  ['Ů', 'Uring', '¬'],
  ['ů', 'uring', '¯'],
  ['Ň', 'Ncaron', '±'],
  ['ň', 'ncaron', '²'],
  ['Ť', 'Tcaron', '³'],
  ['ť', 'tcaron', '´'],
  ['Ď', 'Dcaron', 'µ'],
  ['ď', 'dcaron', '¶'],
];
const listCharacters = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
/** In the order of metrics.json (scripts/fonts/make.mjs). */
const printedCharacters = [
  ...listCharacters(firstCode, 0x7e),
  ...listCharacters(0xc0, 0xff),
  ...'\u00a0¡«·»¿’–“”„‘‚…—•‹›€ªº°ŒœŠšŽžŸĚěČčŘřŮůŇňŤťĎď',
];
const codes: ReadonlyMap<string, number> = new Map([
  ...printedCharacters.map((character) => [character, encodeCharacter(character)] as const),
  // A narrow no-break space and a no-break hyphen.
  ['\u202f', 0xa0],
  ['\u2011', 0x2d],
]);

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
    widths: new Map(numbers(widths).map((width, index) => [codes.get(printedCharacters[index] ?? '') ?? 0, width])),
  };
}

function encodeCharacter(character: string): number {
  const [, , replaced = character] = czechLetters.find(([letter]) => letter === character) ?? [];
  const windowsIndex = windowsCharacters.indexOf(replaced);
  return windowsIndex >= 0 && replaced !== '_' ? 0x80 + windowsIndex : replaced.charCodeAt(0);
}

/** Whether the print fonts have the character. All of them have the same ones. */
export function isPrinted(character: string): boolean {
  return codes.has(character);
}

function findCode(font: PrintFont, character: string): number {
  const code = codes.get(character);
  if (code === undefined) throw new Error(`The font ${font.name} has no ${JSON.stringify(character)}`);
  return code;
}

/** Returns the width of the text, in the same unit as `size`. */
export function textWidth(font: PrintFont, text: string, size: number): number {
  const characters = [...text];
  const thousandths = characters.reduce((sum, character, at) => {
    return sum + (font.widths.get(findCode(font, character)) ?? 0) + (font.kerning[character + (characters[at + 1] ?? '')] ?? 0);
  }, 0);
  return (thousandths * size) / 1_000;
}

/** Returns the operand for PDF's TJ operator: hexadecimal strings with kerning between them. */
export function showText(font: PrintFont, text: string): string {
  const characters = [...text];
  const parts = characters.map((character, at) => {
    const kern = font.kerning[character + (characters[at + 1] ?? '')];
    return findCode(font, character).toString(16).padStart(2, '0') + (kern === undefined ? '' : `>${-kern}<`);
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
      Encoding: context.obj({
        Type: 'Encoding',
        BaseEncoding: 'WinAnsiEncoding',
        Differences: czechLetters.flatMap(([letter, glyph]) => [encodeCharacter(letter), PDFName.of(glyph)]),
      }),
      FirstChar: firstCode,
      LastChar: lastCode,
      Widths: widths,
      FontDescriptor: context.register(descriptor),
    }),
  );
}
