/** Breaks text into lines, between words or, in Japanese and Chinese, between letters. */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const fullWidth = /[\u2e80-\u303e\u3040-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u;
const hangul = /[\uac00-\ud7a3]/;
/** Characters that never begin a line (kinsoku), and those that never end one. Numbers stay with their counters. */
const neverFirst =
  /[、。，．・：；？！」』）】〕〉》｝］ー々〻゛゜ゝゞヽヾ〜～％‰℃ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ,.:;?!)\]}%’”…‥–—\u00a0]/u;
const neverLast = /[\d「『（【〔〈《｛［＄￥＃#([{‘“\u00a0]/u;

/** Whether the letter is as wide as it is high, as in Japanese, Chinese and Korean. */
export function isFullWidth(letter: string): boolean {
  return fullWidth.test(letter);
}

/** Splits text into letters, each with its combining marks. */
export function splitLetters(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Returns the lines of a paragraph. A part that cannot be broken may be longer than fits. */
export function breakLines(paragraph: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ').filter(Boolean)) {
    splitWord(word).forEach((part, index) => {
      const last = lines.at(-1);
      const longer = last === undefined ? part : last + (index === 0 ? ' ' : '') + part;
      if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(part);
    });
  }
  return lines;
}

/** Splits a word where Japanese and Chinese allow a new line. */
function splitWord(word: string): string[] {
  if (!isFullWidth(word)) return [word];
  const parts: string[] = [];
  let previous = '';
  for (const letter of splitLetters(word)) {
    const isBreak =
      previous !== '' && (breaksAround(previous) || breaksAround(letter)) && !neverLast.test(previous) && !neverFirst.test(letter);
    if (isBreak || parts.length === 0) parts.push(letter);
    else parts[parts.length - 1] += letter;
    previous = letter;
  }
  return parts;
}

const breaksAround = (letter: string) => isFullWidth(letter) && !hangul.test(letter);
