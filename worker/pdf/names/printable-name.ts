/**
 * Chooses the fonts for a name. A name cannot be printed if any of its letters is missing from all fonts; names are never transliterated.
 */
import { splitLetters } from '#worker/words/line-breaks.ts';
import { type FontFamily, type FontFile, hasLetter, japaneseFamily, type NameFonts } from './name-fonts.ts';

export interface PrintableName {
  text: string;
  /** Maps each letter of the text (with its combining marks) and the ellipsis to a font file. */
  files: ReadonlyMap<string, string>;
}

export const ellipsis = '…';

/** Returns the printable form of the name, or null if it cannot be printed. `language` is that of the page around it. */
export async function findPrintableName(
  name: string,
  { families }: Pick<NameFonts, 'families'>,
  language = 'en',
): Promise<PrintableName | null> {
  const letters = cleanName(name);
  if (!letters.some((letter) => /[\p{L}\p{N}]/u.test(letter))) return null;
  const found = chooseFonts(letters, orderFamilies(await families(), name, language), [ellipsis]);
  return found && { text: found.letters.slice(0, -1).join(''), files: found.files };
}

/**
 * Returns the printable form of each letter of a text, with the fonts. Letters that no font has become question marks, because a page with a
 * missing letter is better than none.
 */
export async function findPrintableText(
  letters: readonly string[],
  { families: loadFamilies }: Pick<NameFonts, 'families'>,
  language: string,
): Promise<{ spellings: Map<string, string>; files: PrintableName['files'] }> {
  const ordered = orderFamilies(await loadFamilies(), letters.join(''), language);
  const isJapanese = (family: FontFamily) => family.name === japaneseFamily;
  // Even punctuation alone is drawn in the style of the page's letters.
  const families = language === 'ja' ? [...ordered.filter(isJapanese), ...ordered] : ordered;
  const clean = letters.map((letter) => {
    const visible = emoji.test(letter) ? '' : letter.replace(/\s/g, ' ').replace(invisible, '');
    return visible === '' || isSpace(visible) || findFile(visible, families) ? visible : '?';
  });
  const found = chooseFonts(clean.filter(Boolean), families);
  const printed = found?.letters.values();
  const spellings = new Map(letters.map((letter, index) => [letter, (clean[index] && printed?.next().value) || '']));
  return { spellings, files: found?.files ?? new Map() };
}

/** Returns the letters, with `more` at the end, as their fonts spell them; or null if one of them is in no font. */
function chooseFonts(
  letters: string[],
  families: readonly FontFamily[],
  more: string[] = [],
): { letters: string[]; files: PrintableName['files'] } | null {
  const completeFamily = families.find((family) => hasAllLetters(family, letters));
  const files = new Map<string, string>();
  const spelledLetters: string[] = [];
  let previousFamily: FontFamily | undefined;
  for (const word of [...splitWords(letters), more]) {
    const preferredFamily = completeFamily ?? families.find((family) => hasAllLetters(family, word));
    for (const letter of word) {
      // Spaces and punctuation use the font of the preceding letter, if that font contains them.
      const fonts = preferredFamily ? [preferredFamily, ...families] : families;
      const letterMatch = findFile(letter, previousFamily && !/\p{L}/u.test(letter) ? [previousFamily, ...fonts] : fonts);
      if (!letterMatch) return null;
      previousFamily = { name: letterMatch.file.name, files: [letterMatch.file] };
      if (!files.has(letterMatch.letter)) files.set(letterMatch.letter, letterMatch.file.name);
      spelledLetters.push(letterMatch.letter);
    }
  }
  return { letters: spelledLetters, files };
}

const isSpace = (letter: string) => letter === ' ';
const emoji = /\p{Emoji_Presentation}|(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3|[\u{e0020}-\u{e007f}]/u;
/** Control and format characters, except the joiners that Indic and Persian spelling needs. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Drops emoji and invisible characters. */
function cleanName(name: string): string[] {
  const letters = splitLetters(name).filter((letter) => !emoji.test(letter));
  return splitLetters(letters.join('').replace(/\s+/g, ' ').replace(invisible, '').replace(/ +/g, ' ').trim());
}

/** Splits letters into words and the spaces between them. */
function splitWords(letters: string[]): string[][] {
  const words: string[][] = [];
  for (const letter of letters) {
    const word = words.at(-1);
    if (word?.[0] !== undefined && isSpace(word[0]) === isSpace(letter)) word.push(letter);
    else words.push([letter]);
  }
  return words;
}

/** Tries the Japanese or Korean font before other Han fonts if the name has kana or Hangul, or the page is in Japanese. */
function orderFamilies(families: readonly FontFamily[], name: string, language: string): readonly FontFamily[] {
  const isJapanese = language === 'ja' || /[\p{Script=Hiragana}\p{Script=Katakana}々〆]/u.test(name);
  const preferredFamily = isJapanese ? japaneseFamily : /\p{Script=Hangul}/u.test(name) ? 'noto-sans-kr' : 'noto-sans-sc';
  const rank = (family: FontFamily) => (family.name === preferredFamily ? 1 : /-(sc|jp|tc|hk|kr)$/.test(family.name) ? 2 : 0);
  return families.toSorted((one, other) => rank(one) - rank(other));
}

function hasAllLetters(family: FontFamily, letters: string[]): boolean {
  return letters.every((letter) => isSpace(letter) || findFile(letter, [family]));
}

/**
 * Returns the first font that contains every character of a letter, composed or decomposed, so that one font draws the base and its marks.
 */
function findFile(letter: string, families: readonly FontFamily[]): { letter: string; file: FontFile } | undefined {
  for (const family of families) {
    for (const form of spellings(letter)) {
      const codePoints = [...form]
        .filter((part) => !/\p{Default_Ignorable_Code_Point}/u.test(part))
        .map((part) => part.codePointAt(0) ?? 0);
      const file = family.files.find((candidate) => codePoints.every((codePoint) => hasLetter(candidate, codePoint)));
      if (file && codePoints.length > 0) return { letter: form, file };
    }
  }
  return undefined;
}

/** Han is not normalized, because that would replace character variants used in names. */
function spellings(letter: string): string[] {
  return /\p{Script=Han}/u.test(letter) ? [letter] : [letter.normalize('NFC'), letter.normalize('NFD')];
}
