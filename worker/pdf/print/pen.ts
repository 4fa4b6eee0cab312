/** Writes a PDF content stream. Coordinates are tenths of a millimeter from the top left, y downward, as in SVG. */
import { type PrintFont, showText, textWidth } from './font.ts';
import type { Ink } from './ink.ts';
import { pathOperators, pdfNumber } from './svg-path.ts';

export type FontNames = ReadonlyMap<PrintFont, string>;

export interface TextStyle {
  font: PrintFont;
  size: number;
  color: Ink;
  align?: 'left' | 'center' | 'right';
  spacing?: number;
}

export interface DrawingPosition {
  x: number;
  y: number;
  scale?: number;
  /** Clockwise rotation in degrees. */
  turn?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Pen {
  readonly #fonts: FontNames;
  readonly #operators: string[] = [];

  constructor(fonts: FontNames) {
    this.#fonts = fonts;
  }

  fill(d: string, color: Ink): this {
    return this.raw(inkOperator(color, 'fill'), pathOperators(d), 'f');
  }

  /** Fills a path with the even-odd rule, which leaves holes where subpaths overlap. */
  fillEvenOdd(d: string, color: Ink): this {
    return this.raw(inkOperator(color, 'fill'), pathOperators(d), 'f*');
  }

  fillBoxes(boxes: Box[], color: Ink): this {
    const rectangles = boxes.map(({ x, y, width, height }) => `${[x, y, width, height].map(pdfNumber).join(' ')} re`);
    return this.raw(inkOperator(color, 'fill'), ...rectangles, 'f');
  }

  /** Strokes a path with round caps and joins. `dashes` alternates the lengths of dashes and gaps. */
  stroke(d: string, color: Ink, width: number, dashes: number[] = []): this {
    return this.raw(`${inkOperator(color, 'stroke')} ${pdfNumber(width)} w 1 J 1 j [${dashes.join(' ')}] 0 d`, pathOperators(d), 'S');
  }

  at({ x, y, scale = 1, turn = 0 }: DrawingPosition, draw: (pen: this) => void): this {
    const angle = (turn * Math.PI) / 180;
    const [along, across] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
    this.raw(`q ${[along, across, -across, along, x, y].map(pdfNumber).join(' ')} cm`);
    draw(this);
    return this.raw('Q');
  }

  drawInside(d: string, draw: (pen: this) => void): this {
    this.raw('q', pathOperators(d), 'W n');
    draw(this);
    return this.raw('Q');
  }

  /** Draws one line of text; `y` is the baseline. */
  text(text: string, x: number, y: number, { font, size, color, align = 'left', spacing = 0 }: TextStyle): this {
    const name = this.#fonts.get(font);
    if (name === undefined) throw new Error(`The font ${font.name} is not in the document`);
    const width = textWidth(font, text, size) + spacing * ([...text].length - 1);
    const left = x - (align === 'center' ? width / 2 : align === 'right' ? width : 0);
    // Flips the letters upright because y increases downward.
    const matrix = `1 0 0 -1 ${pdfNumber(left)} ${pdfNumber(y)} Tm`;
    const state = `BT ${inkOperator(color, 'fill')} /${name} ${pdfNumber(size)} Tf ${pdfNumber(spacing)} Tc`;
    return this.raw(`${state} ${matrix} ${showText(font, text)} ET`);
  }

  raw(...operators: string[]): this {
    this.#operators.push(...operators);
    return this;
  }

  content(): string {
    return this.#operators.join('\n');
  }
}

export function inkOperator(color: Ink, use: 'fill' | 'stroke'): string {
  if (color === 'black') return use === 'fill' ? '0 0 0 1 k' : '0 0 0 1 K';
  const numbers = [color.red, color.green, color.blue].map(pdfNumber).join(' ');
  return `${numbers} ${use === 'fill' ? 'rg' : 'RG'}`;
}
