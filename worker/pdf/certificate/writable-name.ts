/** A name in letters that can be drawn. No name ever fails: what no font has is written in Latin letters, or left out. */
import { fontsFor, latinFor, type ReadFontFile, type Transliterate } from './certificate-fonts.ts';
import { type NameFont, NamePen } from './name-font.ts';

const nameless = 'the holder of this certificate';

/** A pen with the fonts that a name needs, and the name as it is drawn. Nothing is read for names that the built-in font has. */
export async function writable(name: string, builtIn: NameFont, read: ReadFontFile): Promise<{ pen: NamePen; text: string }> {
  const composed = name.normalize('NFC');
  const missing = (pen: NamePen) => [...composed].filter((letter) => !/\s/.test(letter) && !pen.has(letter));
  const plain = new NamePen([builtIn]);
  if (missing(plain).length === 0) return { pen: plain, text: drawableName(composed, plain, () => '') };
  const pen = new NamePen([builtIn, ...(await fontsFor(missing(plain), read))]);
  const transliterate = await latinFor(missing(pen), read);
  return { pen, text: rightToLeft(drawableName(composed, pen, transliterate)) };
}

const hebrew = /[\u05D0-\u05F4]/;

/** Hebrew runs from the right: its words, and their letters, are turned round for a pen that goes to the right. */
function rightToLeft(text: string): string {
  if (!hebrew.test(text)) return text;
  return text
    .split(' ')
    .map((word) => (hebrew.test(word) ? [...word].reverse().join('') : word))
    .reverse()
    .join(' ');
}

/** Accents that no font can place are dropped rather than the letters they stand on. */
function drawableName(name: string, names: NamePen, transliterate: Transliterate): string {
  const words = name.split(/\s+/).map((word) => drawableWord(word, names, transliterate));
  return words.filter(Boolean).join(' ') || nameless;
}

/** A word that had to be written in Latin letters begins with a capital: most scripts have none. */
function drawableWord(word: string, names: NamePen, transliterate: Transliterate): string {
  const latin = (letter: string) => [...transliterate(letter)].filter((part) => names.has(part)).join('');
  const drawable = [...word].map((letter) => ownLetter(letter, names));
  if (drawable.every(Boolean)) return drawable.join('');
  const drawn = [...word].map((letter, at) => drawable[at] || latin(letter)).join('');
  return [...word].some((letter, at) => !drawable[at] && latin(letter)) ? drawn.charAt(0).toUpperCase() + drawn.slice(1) : drawn;
}

/** The letter itself, or without its accents; empty where no font has it. */
function ownLetter(letter: string, names: NamePen): string {
  if (names.has(letter)) return letter;
  return [...letter.normalize('NFKD')].filter((part) => names.has(part)).join('');
}
