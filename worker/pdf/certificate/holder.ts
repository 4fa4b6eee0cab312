/** Draws the holder's name as large as the space allows, on two lines if it is long. */
import { inks } from '#worker/pdf/print/ink.ts';
import type { Pen } from '#worker/pdf/print/pen.ts';
import { pdfNumber } from '#worker/pdf/print/svg-path.ts';
import type { NamePen } from './name-font.ts';

const sizes = { largest: 172, oneLine: 88, smallest: 62 };

interface Line {
  text: string;
  size: number;
}

/** `left` and `width` describe the available space. `baseline` is the baseline of a single line. */
export function drawHolder(pen: Pen, names: NamePen, name: string, area: { left: number; width: number; baseline: number }): void {
  const lines = layOutLines(names, name, area.width);
  const leading = 1.06 * (lines[0]?.size ?? 0);
  const first = area.baseline - (lines.length - 1) * 0.82 * leading;
  const { red, green, blue } = inks.forestDeep as Exclude<typeof inks.forestDeep, 'black'>;
  lines.forEach(({ text, size }, index) => {
    const matrix = `1 0 0 -1 ${pdfNumber(area.left)} ${pdfNumber(first + index * leading)} Tm`;
    pen.raw(`BT ${[red, green, blue].map(pdfNumber).join(' ')} rg 0 Tc ${matrix}`, ...names.show(text, size), 'ET');
  });
}

function layOutLines(names: NamePen, name: string, width: number): Line[] {
  const sizeFor = (text: string) => Math.min(sizes.largest, (sizes.largest * width) / names.width(text, sizes.largest));
  const singleLineSize = sizeFor(name);
  if (singleLineSize >= sizes.oneLine) return [{ text: name, size: singleLineSize }];
  const [first, second] = splitName(names, name);
  const size = Math.min(sizes.oneLine, sizeFor(first), second ? sizeFor(second) : sizes.oneLine);
  if (size >= sizes.smallest) return [first, second].filter(Boolean).map((text) => ({ text, size }));
  return [first, second].filter(Boolean).map((text) => ({ text: truncate(names, text, width), size: sizes.smallest }));
}

/** Splits the name at the space closest to its middle, or in the middle if it has no spaces. */
function splitName(names: NamePen, name: string): [string, string] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const imbalance = (at: number) => Math.abs(names.width(name.slice(0, at), 1) - names.width(name.slice(at), 1));
  const [best] = spaces.sort((one, other) => imbalance(one) - imbalance(other));
  if (best !== undefined) return [name.slice(0, best), name.slice(best + 1)];
  const letters = [...name];
  const middle = Math.ceil(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

function truncate(names: NamePen, text: string, width: number): string {
  const letters = [...text];
  while (letters.length > 1 && names.width(`${letters.join('')}…`, sizes.smallest) > width) letters.pop();
  return letters.length === [...text].length ? text : `${letters.join('')}…`;
}
