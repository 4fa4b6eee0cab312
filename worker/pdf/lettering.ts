/**
 * Chooses the font for each letter of a text. The print fonts draw our languages in Latin letters. Japanese, and whatever the print fonts
 * lack, is drawn with the fonts for names.
 */
import type { PDFContext, PDFRef } from '@cantoo/pdf-lib';
import { breakLines, isFullWidth, splitLetters } from '#worker/words/line-breaks.ts';
import type { NameFonts, NameWeight } from './names/name-fonts.ts';
import { NamePen } from './names/name-pen.ts';
import { findPrintableText } from './names/printable-name.ts';
import { embedFont, isPrinted, type PrintFont, showText, textWidth } from './print/font.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import { type Ink, inkOperator } from './print/ink.ts';
import { pdfNumber } from './print/svg-path.ts';

export interface LetterStyle {
  /** `names` draws all letters with the fonts for names. */
  font: PrintFont | 'names';
  size: number;
  /** Added between letters, except in text with Japanese letters. */
  spacing?: number;
  /** The text is drawn smaller if it is wider. */
  maxWidth?: number;
}

/** Letters of one kind, with the space before them. Space and scale are relative to the font size. */
interface Piece {
  text: string;
  isPrinted: boolean;
  space: number;
  scale: number;
}

const printFonts: [name: string, font: PrintFont][] = [
  ['Display', displayFont],
  ['Body', bodyFont],
  ['Bold', boldFont],
];

/** Full-width letters look larger than Latin ones of the same size. */
const fullWidthScale = 0.93;
/** Space between Japanese and Latin letters or digits. */
const scriptGap = 0.07;
/** Width of stroke that makes the bold letters as heavy as the headings in Latin letters. */
const headingStroke = 0.022;

const kana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const letterOrDigit = /[\p{Script=Latin}\d%$]/u;
/** Punctuation with half a letter of blank space on its left or right. */
const opening = /[「『（【〔〈《｛［]/;
const closing = /[」』）】〕〉》｝］、。，．]/;
const eastAsianMarks = /[…—―\u2190-\u2bff]/;

export class Lettering {
  readonly names: NamePen;
  readonly #fonts: NameFonts;
  readonly #language: string;
  readonly #spellings = new Map<string, string>();
  /** Texts with letters whose fonts are not loaded. */
  readonly #unknown: { letters: string[]; weight: NameWeight }[] = [];

  /** `languages` are those of the document's texts. */
  constructor(fonts: NameFonts, languages: readonly string[]) {
    this.#fonts = fonts;
    this.#language = languages.includes('ja') ? 'ja' : (languages[0] ?? 'en');
    this.names = new NamePen(fonts);
  }

  /** Loads the fonts of all that `draw` draws, which is drawn once more than fonts have to be loaded. */
  async loadFonts(draw: () => void): Promise<void> {
    draw();
    while (this.#unknown.length > 0) {
      for (const { letters, weight } of this.#unknown.splice(0)) {
        const { spellings, files } = await findPrintableText(letters, this.#fonts, this.#language);
        for (const [letter, spelling] of spellings) this.#spellings.set(letter, spelling);
        await this.names.add(files, weight);
      }
      draw();
    }
  }

  /** Returns the size at which the text fits, and its width. */
  measure(text: string, style: LetterStyle): { width: number; size: number } {
    const pieces = this.#split(text, style);
    const spacing = getSpacing(pieces, style) * ([...text].length - 1);
    const hanging = closing.test(text.at(-1) ?? '') ? 0.5 * fullWidthScale * style.size : 0;
    const width = pieces.reduce((sum, piece) => sum + this.#width(piece, pieces, style), -hanging);
    const size = style.maxWidth === undefined ? style.size : Math.min(style.size, (style.size * (style.maxWidth - spacing)) / width);
    return { width: (width * size) / style.size + spacing, size };
  }

  /** Returns the operators that draw the text on one line, from `left` on. */
  show(text: string, left: number, y: number, style: LetterStyle & { color: Ink }): string[] {
    const { size } = this.measure(text, style);
    const pieces = this.#split(text, style);
    const spacing = getSpacing(pieces, style);
    const color = inkOperator(style.color, 'fill');
    let x = left;
    return pieces.flatMap((piece) => {
      const start = x + piece.space * size;
      x += this.#width(piece, pieces, { ...style, size });
      if (piece.isPrinted) {
        const font = latinFont(pieces, style.font);
        const state = `BT ${color} /${printFonts.find(([, other]) => other === font)?.[0]} ${pdfNumber(size)} Tf ${pdfNumber(spacing)} Tc`;
        // Flips the letters upright because y increases downward.
        return [`${state} 1 0 0 -1 ${pdfNumber(start)} ${pdfNumber(y)} Tm ${showText(font, piece.text)} ET`];
      }
      if (!this.#isLoaded(piece.text, style)) return [];
      const operators = this.names.show(piece.text, size * piece.scale, start, y, weightOf(style.font));
      if (style.font !== displayFont) return [color, ...operators];
      return [`${color} ${inkOperator(style.color, 'stroke')} ${pdfNumber(size * headingStroke)} w 1 j 2 Tr`, ...operators, '0 Tr'];
    });
  }

  /** Breaks a text into lines of at most this width. Keeps its own line breaks. */
  wrap(text: string, width: number, style: LetterStyle): string[] {
    const fits = (line: string) => this.measure(line, style).width <= width;
    return text
      .split(/\r?\n/)
      .flatMap((paragraph) => breakLines(paragraph.trim(), fits))
      .flatMap((line) => (fits(line) ? [line] : breakWord(line, fits)));
  }

  /** Embeds the fonts that were used. Nothing can be drawn afterwards. */
  embed(context: PDFContext): Record<string, PDFRef> {
    return { ...Object.fromEntries(printFonts.map(([name, font]) => [name, embedFont(context, font)])), ...this.names.embed(context) };
  }

  #split(text: string, { font }: LetterStyle): Piece[] {
    if (font !== 'names' && [...text].every(isPrinted)) return [{ text, isPrinted: true, space: 0, scale: 1 }];
    const letters = splitLetters(text)
      .map((letter) => (isPrinted(letter.normalize('NFC')) ? letter.normalize('NFC') : (this.#spellings.get(letter) ?? letter)))
      .filter(Boolean);
    const isInPrintFont = (letter: string) => isPrinted(letter) && !eastAsianMarks.test(letter);
    const isMixed =
      font !== 'names' && letters.every((letter) => isInPrintFont(letter) || isFullWidth(letter) || eastAsianMarks.test(letter));
    const names = isMixed ? letters.filter((letter) => !isInPrintFont(letter)) : letters;
    if (names.some((letter) => !this.names.has(letter, weightOf(font)))) this.#unknown.push({ letters: names, weight: weightOf(font) });
    if (!isMixed) return [{ text: letters.join(''), isPrinted: false, space: 0, scale: 1 }];
    const pieces: Piece[] = [];
    letters.forEach((letter, index) => {
      const last = pieces.at(-1);
      const space = getSpace(letters[index - 1], letter);
      if (last && space === 0 && last.isPrinted === isInPrintFont(letter)) last.text += letter;
      else pieces.push({ text: letter, isPrinted: isInPrintFont(letter), space, scale: isInPrintFont(letter) ? 1 : fullWidthScale });
    });
    return pieces;
  }

  #width({ text, isPrinted, space, scale }: Piece, pieces: Piece[], { font, size }: LetterStyle): number {
    if (isPrinted) return textWidth(latinFont(pieces, font), text, size) + space * size;
    // Until its fonts are loaded, the text has an approximate width.
    const width = this.#isLoaded(text, { font }) ? this.names.measure(text, weightOf(font)).width : splitLetters(text).length;
    return (width * scale + space) * size;
  }

  #isLoaded(text: string, { font }: Pick<LetterStyle, 'font'>): boolean {
    return splitLetters(text).every((letter) => this.names.has(letter, weightOf(font)));
  }
}

const weightOf = (font: LetterStyle['font']): NameWeight => (font === bodyFont ? 'medium' : 'bold');
const isLatin = (pieces: Piece[]) => pieces.every((piece) => piece.isPrinted);
const getSpacing = (pieces: Piece[], { spacing = 0 }: LetterStyle) => (isLatin(pieces) ? spacing : 0);

/** Returns the print font. Serifs do not go with Japanese letters. */
function latinFont(pieces: Piece[], font: LetterStyle['font']): PrintFont {
  return font === 'names' || (font === displayFont && !isLatin(pieces)) ? boldFont : font;
}

/** Returns the space between two letters of mixed text, which is negative where punctuation has blank space of its own. */
function getSpace(previous: string | undefined, letter: string): number {
  const isTight =
    previous === undefined
      ? opening.test(letter)
      : closing.test(previous)
        ? opening.test(letter) || closing.test(letter)
        : opening.test(previous) && opening.test(letter);
  if (isTight) return -0.5 * fullWidthScale;
  const isGap =
    previous !== undefined && ((kana.test(previous) && letterOrDigit.test(letter)) || (letterOrDigit.test(previous) && kana.test(letter)));
  return isGap ? scriptGap : 0;
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (const letter of splitLetters(word)) {
    const last = parts.at(-1);
    if (last !== undefined && fits(last + letter)) parts[parts.length - 1] = last + letter;
    else parts.push(letter);
  }
  return parts;
}
