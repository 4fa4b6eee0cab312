/** Draws text in any script. The print fonts only cover ASCII; everything else is drawn with the fonts for names. */
import type { NameFonts } from '#worker/pdf/names/name-fonts.ts';
import { createNamePen, type NamePen } from '#worker/pdf/names/name-pen.ts';
import { findPrintableName, splitLetters } from '#worker/pdf/names/printable-name.ts';
import { type PrintFont, textWidth } from '#worker/pdf/print/font.ts';
import { bodyFont } from '#worker/pdf/print/fonts.ts';
import { type Ink, inks } from '#worker/pdf/print/ink.ts';
import { inkOperator, type Pen } from '#worker/pdf/print/pen.ts';

export interface VoucherStyle {
  size: number;
  font?: PrintFont;
  color?: Ink;
}

const typewriterSpellings: [RegExp, string][] = [
  [/[“”„]/g, '"'],
  [/[‘‚]/g, "'"],
  [/—/g, '–'],
  [/…/g, '...'],
  [/[\u00a0\u202f\t]/g, ' '],
];
const isPlain = (text: string) => /^[ -~’–·]*$/.test(text);

export class VoucherText {
  readonly names: NamePen;
  /** Maps each original paragraph or name to its printable form. */
  readonly #printable: ReadonlyMap<string, string>;

  private constructor(names: NamePen, printable: ReadonlyMap<string, string>) {
    this.names = names;
    this.#printable = printable;
  }

  /** Prepares paragraphs for drawing. `names` are always drawn with the fonts for names. */
  static async create(texts: readonly string[], names: readonly string[], fonts: NameFonts): Promise<VoucherText> {
    const printable = new Map<string, string>();
    const files = new Map<string, string>();
    for (const text of [...texts.filter((paragraph) => !isPlain(paragraph)), ...names]) {
      const name = (await findPrintableName(text, fonts)) ?? (await findPrintableName(await dropUnprintable(text, fonts), fonts));
      printable.set(text, name?.text ?? '');
      for (const [letter, file] of name?.files ?? []) if (!files.has(letter)) files.set(letter, file);
    }
    return new VoucherText(await createNamePen({ text: '', files }, fonts), printable);
  }

  /** Draws one of the lines that `wrap` returned. `y` is the baseline; `align` is relative to `x`. */
  draw(pen: Pen, line: VoucherLine, x: number, y: number, style: VoucherStyle, align: 'left' | 'right' = 'left'): void {
    const { size, font = bodyFont, color = inks.outline } = style;
    if (!line.usesNames) {
      pen.text(line.text, x, y, { font, size, color, align });
      return;
    }
    const left = align === 'right' ? x - this.#width(line, style) : x;
    pen.raw(inkOperator(color, 'fill'), ...this.names.show(line.text, size, left, y));
  }

  /** Wraps text into lines of at most `width`. Preserves line breaks. */
  wrap(text: string, width: number, style: VoucherStyle): VoucherLine[] {
    return (this.#printable.has(text) ? [text] : paragraphsOf([text])).flatMap((paragraph) => {
      const printable = this.#printable.get(paragraph);
      return this.#wrapParagraph({ text: printable ?? paragraph, usesNames: printable !== undefined }, width, style);
    });
  }

  #wrapParagraph({ text, usesNames }: VoucherLine, width: number, style: VoucherStyle): VoucherLine[] {
    const lines: string[] = [];
    const fits = (part: string) => this.#width({ text: part, usesNames }, style) <= width;
    for (const word of text.split(' ').filter(Boolean)) {
      const last = lines.at(-1);
      if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(...breakWord(word, fits));
    }
    return lines.map((line) => ({ text: line, usesNames }));
  }

  #width({ text, usesNames }: VoucherLine, { size, font = bodyFont }: VoucherStyle): number {
    return usesNames ? this.names.measure(text).width * size : textWidth(font, text, size);
  }
}

export interface VoucherLine {
  text: string;
  usesNames: boolean;
}

/** Splits text into paragraphs and replaces typographic punctuation with its ASCII equivalents. */
export function paragraphsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(/\r?\n/)).map((text) => simplify(text).trim());
}

function simplify(text: string): string {
  return typewriterSpellings.reduce((simple, [pattern, spelling]) => simple.replace(pattern, spelling), text);
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  for (const letter of splitLetters(word)) {
    const last = parts.at(-1);
    if (last !== undefined && fits(last + letter)) parts[parts.length - 1] = last + letter;
    else parts.push(letter);
  }
  return parts;
}

/** Replaces letters that no font contains with question marks because a voucher with missing letters is better than none. */
async function dropUnprintable(text: string, fonts: NameFonts): Promise<string> {
  const letters = await Promise.all(
    splitLetters(text).map(async (letter) => (letter === ' ' || (await findPrintableName(`a${letter}`, fonts)) ? letter : '?')),
  );
  return letters.join('');
}
