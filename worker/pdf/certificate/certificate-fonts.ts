/**
 * Fonts for names that the built-in font does not cover. `npm run fonts` generates them, and the Worker fetches them from the site's static
 * files when needed.
 */
import fontSlices from './font-slices.json';
import type { NameFont } from './name-font.ts';
import { readTrueType } from './true-type.ts';

export type Transliterate = (letter: string) => string;

/** Reads a file in web/public/certificate-fonts; null if unavailable. */
export type ReadFontFile = (file: string) => Promise<Uint8Array<ArrayBuffer> | null>;

interface Files {
  fetch(address: string): Promise<Response>;
}

/** Returns the font reader. Missing or unreadable files are skipped, and the name is drawn without them. */
export function createFontReader(assets: Files | undefined, origin: string): ReadFontFile {
  return async (file) => {
    try {
      const response = await assets?.fetch(`${origin}/certificate-fonts/${file}`);
      return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    } catch {
      return null;
    }
  };
}

export async function loadFonts(letters: string[], read: ReadFontFile): Promise<NameFont[]> {
  const files = new Set(letters.flatMap((letter) => findFontFile(letter.codePointAt(0) ?? 0) ?? []));
  const fonts = await Promise.all(
    [...files].map(async (file) => {
      const bytes = await read(`${file}.ttf`);
      return bytes && { name: `NotoSans-Bold-${file}`, face: readTrueType(bytes) };
    }),
  );
  return fonts.filter((font) => font !== null);
}

const slices = fontSlices as [first: number, last: number, file: string][];

function findFontFile(codePoint: number): string | undefined {
  return slices.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}

const perTable = 4_096;

export async function loadTransliteration(letters: string[], read: ReadFontFile): Promise<Transliterate> {
  const tables = new Map<number, string[]>();
  const chunkNumbers = new Set(letters.map((letter) => Math.floor((letter.codePointAt(0) ?? 0) / perTable)));
  await Promise.all(
    [...chunkNumbers].map(async (table) => {
      const bytes = await read(`latin-${table.toString(16)}.txt`);
      if (bytes) tables.set(table, new TextDecoder().decode(bytes).split('\t'));
    }),
  );
  return (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0;
    return tables.get(Math.floor(codePoint / perTable))?.[codePoint % perTable] ?? '';
  };
}
