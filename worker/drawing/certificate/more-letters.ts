/** Letters beyond the built-in font: fetched from the site's own files, and only those that a name needs. */
import { letterFiles } from './letter-files.ts';
import { inflateFont, type NameFont } from './name-font.ts';

/** Writes letters of other scripts in Latin ones. */
export type Transliterate = (letter: string) => string;

/** A file of web/public/letters, or null where it cannot be had. */
export type ReadLetters = (file: string) => Promise<Uint8Array<ArrayBuffer> | null>;

interface Files {
  fetch(address: string): Promise<Response>;
}

/** From the site's static files. Without them, and where reading fails, a name does without. */
export function lettersFrom(assets: Files | undefined, origin: string): ReadLetters {
  return async (file) => {
    try {
      const response = await assets?.fetch(`${origin}/letters/${file}`);
      return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    } catch {
      return null;
    }
  };
}

/** The fonts that have these letters. */
export async function fontsFor(letters: string[], read: ReadLetters): Promise<NameFont[]> {
  const files = new Set(letters.flatMap((letter) => fileOf(letter.codePointAt(0) ?? 0) ?? []));
  const fonts = await Promise.all(
    [...files].map(async (file) => {
      const bytes = await read(`${file}.font`);
      return bytes && inflateFont(`NotoSans-Bold-${file}`, bytes);
    }),
  );
  return fonts.filter((font) => font !== null);
}

function fileOf(codePoint: number): string | undefined {
  return letterFiles.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}

const perTable = 4_096;

/** A way to write these letters in Latin ones. */
export async function latinFor(letters: string[], read: ReadLetters): Promise<Transliterate> {
  const tables = new Map<number, string[]>();
  const wanted = new Set(letters.map((letter) => Math.floor((letter.codePointAt(0) ?? 0) / perTable)));
  await Promise.all(
    [...wanted].map(async (table) => {
      const bytes = await read(`latin-${table.toString(16)}.txt`);
      if (bytes) tables.set(table, new TextDecoder().decode(bytes).split('\t'));
    }),
  );
  return (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0;
    return tables.get(Math.floor(codePoint / perTable))?.[codePoint % perTable] ?? '';
  };
}
