/** Splits a line of text into runs in visual order (bidirectional text). */
import bidiFactory from 'bidi-js';
import { splitLetters } from '#worker/words/line-breaks.ts';
import type { PrintableName } from './printable-name.ts';

/** Part of a line with one font and one direction. */
export interface Run {
  from: number;
  to: number;
  file: string;
  isRightToLeft: boolean;
}

const bidi = bidiFactory();

/** Returns the runs from left to right. The first strong letter determines the direction of the line. */
export function orderRuns(text: string, files: PrintableName['files']): Run[] {
  // The bidi library handles only the Basic Multilingual Plane, so right-to-left letters beyond it are replaced with Hebrew ones.
  const bidiText = text.replace(/[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu, 'אא');
  const embedding = bidi.getEmbeddingLevels(bidiText, 'auto');
  const position = new Map(bidi.getReorderedIndices(bidiText, embedding).map((index, place) => [index, place]));
  const runs: (Run & { level: number })[] = [];
  let from = 0;
  for (const letter of splitLetters(text)) {
    const [file, level] = [files.get(letter), embedding.levels[from] ?? 0];
    if (file === undefined) throw new Error('The text has a letter that the name has not');
    const to = from + letter.length;
    const last = runs.at(-1);
    if (last?.file === file && last.level === level) last.to = to;
    else runs.push({ from, to, file, level, isRightToLeft: level % 2 === 1 });
    from = to;
  }
  return runs.sort((one, other) => (position.get(one.from) ?? 0) - (position.get(other.from) ?? 0));
}
