/** Reduces a name to letters that can be drawn. Never fails: unsupported letters are transliterated or omitted. */
import { loadFonts, loadTransliteration, type ReadFontFile, type Transliterate } from './certificate-fonts.ts';
import { type NameFont, NamePen } from './name-font.ts';

const fallbackName = 'the holder of this certificate';

/** Returns a pen with the fonts that the name needs, and the name to draw. Reads no files if the built-in font is enough. */
export async function prepareName(name: string, builtIn: NameFont, read: ReadFontFile): Promise<{ pen: NamePen; text: string }> {
  const normalizedName = name.normalize('NFC');
  const missing = (pen: NamePen) => [...normalizedName].filter((letter) => !/\s/.test(letter) && !pen.has(letter));
  const plain = new NamePen([builtIn]);
  if (missing(plain).length === 0) return { pen: plain, text: drawableName(normalizedName, plain, () => '') };
  const pen = new NamePen([builtIn, ...(await loadFonts(missing(plain), read))]);
  const transliterate = await loadTransliteration(missing(pen), read);
  return { pen, text: rightToLeft(drawableName(normalizedName, pen, transliterate)) };
}

const hebrew = /[\u05D0-\u05F4]/;

/** Reverses Hebrew words and letters, because the pen draws from left to right. */
function rightToLeft(text: string): string {
  if (!hebrew.test(text)) return text;
  return text
    .split(' ')
    .map((word) => (hebrew.test(word) ? [...word].reverse().join('') : word))
    .reverse()
    .join(' ');
}

/** Drops accents that no font can draw, but keeps the base letters. */
function drawableName(name: string, names: NamePen, transliterate: Transliterate): string {
  const words = name.split(/\s+/).map((word) => drawableWord(word, names, transliterate));
  return words.filter(Boolean).join(' ') || fallbackName;
}

/**
 * Returns the word with letters that cannot be drawn transliterated. A transliterated word is capitalized, because most scripts have no
 * upper case.
 */
function drawableWord(word: string, names: NamePen, transliterate: Transliterate): string {
  const latin = (letter: string) => [...transliterate(letter)].filter((part) => names.has(part)).join('');
  const drawable = [...word].map((letter) => findBaseLetter(letter, names));
  if (drawable.every(Boolean)) return drawable.join('');
  const drawableLetters = [...word].map((letter, at) => drawable[at] || latin(letter)).join('');
  return [...word].some((letter, at) => !drawable[at] && latin(letter))
    ? drawableLetters.charAt(0).toUpperCase() + drawableLetters.slice(1)
    : drawableLetters;
}

/** Returns the letter, or its base letter without accents; empty if no font has it. */
function findBaseLetter(letter: string, names: NamePen): string {
  if (names.has(letter)) return letter;
  return [...letter.normalize('NFKD')].filter((part) => names.has(part)).join('');
}
