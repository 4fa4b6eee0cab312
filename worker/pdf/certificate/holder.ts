/** Draws the holder's name as large as the space allows, on two lines if it is long. */
import type { NamePen } from '#worker/pdf/names/name-pen.ts';
import { ellipsis } from '#worker/pdf/names/printable-name.ts';
import { inkOperator, inks } from '#worker/pdf/print/ink.ts';
import type { Pen } from '#worker/pdf/print/pen.ts';
import { isFullWidth, splitLetters } from '#worker/words/line-breaks.ts';

/** Japanese, Chinese and Korean letters are taller than Latin ones of the same size. */
const sizes = { largest: 172, largestFullWidth: 138, oneLine: 88, smallest: 62 };
/** Distance between two baselines relative to the font size; increased if letters would touch. */
const leading = 1.06;

/** Space for the name. `baseline` is the baseline of a single line; `above` and `below` are the maximum extents of the glyphs. */
interface Area {
  left: number;
  width: number;
  baseline: number;
  above: number;
  below: number;
}

interface Line {
  text: string;
  baseline: number;
}

export function drawHolder(pen: Pen, names: NamePen, name: string, area: Area): void {
  const { lines, size } = layOutLines(names, name, area);
  pen.raw(inkOperator(inks.forestDeep, 'fill'));
  for (const { text, baseline } of lines) pen.raw(...names.show(text, size, area.left, baseline));
}

function layOutLines(names: NamePen, name: string, area: Area): { lines: Line[]; size: number } {
  const fitWidth = (text: string) => area.width / names.measure(text).width;
  const nameSize = names.measure(name);
  if (fitWidth(name) >= sizes.oneLine) {
    const largest = isFullWidth(name) ? sizes.largestFullWidth : sizes.largest;
    const size = Math.min(largest, fitWidth(name), (area.above + area.below) / (nameSize.above + nameSize.below));
    // Shifts the baseline up or down so that tall letters fit.
    const baseline = area.baseline + Math.min(0, area.below - nameSize.below * size) + Math.max(0, nameSize.above * size - area.above);
    return { lines: [{ text: name, baseline }], size };
  }
  const nameLines = splitName(names, name);
  const fittingSize = Math.min(sizes.oneLine, ...nameLines.map(fitWidth));
  const shorten = (text: string) => (fittingSize >= sizes.smallest ? text : truncate(names, text, area.width));
  return stackLines(names, [shorten(nameLines[0]), shorten(nameLines[1])], Math.max(fittingSize, sizes.smallest), area);
}

/** Lays out two lines, with a smaller font size if tall letters need it. */
function stackLines(names: NamePen, [first, second]: [string, string], largest: number, area: Area): { lines: Line[]; size: number } {
  const [upper, lower] = [names.measure(first), names.measure(second)];
  const distance = Math.max(leading, upper.below + lower.above + 0.06);
  const size = Math.min(largest, (area.above + area.below) / (upper.above + distance + lower.below));
  const lastBaseline = area.baseline + Math.min(0.19 * size, area.below - lower.below * size);
  return {
    lines: [
      { text: first, baseline: lastBaseline - distance * size },
      { text: second, baseline: lastBaseline },
    ],
    size,
  };
}

/** Splits the name at the space closest to its middle, or in the middle if it has no spaces. */
function splitName(names: NamePen, name: string): [string, string] {
  // Not at a space with a combining mark, which would begin the second line and cannot be drawn alone.
  const spaces = [...name.matchAll(/ (?!\p{M})/gu)].map(({ index }) => index);
  const imbalance = (at: number) => Math.abs(names.measure(name.slice(0, at)).width - names.measure(name.slice(at + 1)).width);
  const [best] = spaces.sort((one, other) => imbalance(one) - imbalance(other));
  if (best !== undefined) return [name.slice(0, best), name.slice(best + 1)];
  const letters = splitLetters(name);
  const middle = Math.ceil(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

function truncate(names: NamePen, text: string, width: number): string {
  const fits = (candidate: string) => names.measure(candidate).width * sizes.smallest <= width;
  if (fits(text)) return text;
  const letters = splitLetters(text);
  while (letters.length > 1 && !fits(letters.join('') + ellipsis)) letters.pop();
  return letters.join('') + ellipsis;
}
