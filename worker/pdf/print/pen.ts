/** Writes a PDF content stream. Coordinates are tenths of a millimeter from the top left, y downward, as in SVG. */
import type { Lettering, LetterStyle } from '#worker/pdf/lettering.ts';
import { type Ink, inkOperator } from './ink.ts';
import { pathOperators, pdfNumber } from './svg-path.ts';

export interface TextStyle extends LetterStyle {
  color: Ink;
  align?: 'left' | 'center' | 'right';
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
  readonly #lettering: Lettering;
  readonly #operators: string[] = [];

  constructor(lettering: Lettering) {
    this.#lettering = lettering;
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
  text(text: string, x: number, y: number, { align = 'left', ...style }: TextStyle): this {
    const width = align === 'left' ? 0 : this.measure(text, style);
    return this.raw(...this.#lettering.show(text, x - (align === 'center' ? width / 2 : width), y, style));
  }

  /** Returns the style in the largest size at which each of the texts fits. */
  fit<Style extends LetterStyle>(texts: readonly string[], style: Style): Style {
    return { ...style, size: Math.min(...texts.map((text) => this.#lettering.measure(text, style).size)) };
  }

  /** Returns the width of the text as it is drawn. */
  measure(text: string, style: LetterStyle): number {
    return this.#lettering.measure(text, style).width;
  }

  raw(...operators: string[]): this {
    this.#operators.push(...operators);
    return this;
  }

  content(): string {
    return this.#operators.join('\n');
  }
}
