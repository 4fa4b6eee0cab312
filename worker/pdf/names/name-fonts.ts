/** Fonts for names: static files on the site, built by scripts/site/name-fonts.ts, which the Worker loads on demand. */
import { ApiError } from '#worker/errors.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { describeError, logError } from '#worker/log.ts';

export interface FontFile {
  name: string;
  /** Code points as sorted hexadecimal ranges, like `41-5a,61`. */
  letters: string;
}

/** A font family. Large families are split into files; some letters are in more than one file. */
export interface FontFamily {
  name: string;
  files: FontFile[];
}

export interface NameFonts {
  /** Returns all families in order of preference. */
  families: () => Promise<readonly FontFamily[]>;
  load: (file: string) => Promise<Uint8Array>;
}

/** The family that our own texts in Japanese use, too. Text that is not bold has files of its own. */
export const japaneseFamily = 'noto-sans-jp';

export type NameWeight = 'bold' | 'medium';

/** Returns the file with the letters in the given weight, if there is one; other files are bold. */
export function fileInWeight(file: string, weight: NameWeight): string {
  return weight === 'medium' && file.startsWith(`${japaneseFamily}-`) ? `${file}-medium` : file;
}

export interface FontSite {
  fetch: (address: string) => Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>>;
}

/** Maximum number of font files to cache. Most files are 30 to 100 KB. A name needs one to four files, a page in Japanese about 40. */
const cachedFiles = 80;
/** Font files cached in this isolate, keyed by assets binding. */
const readFiles = new WeakMap<FontSite, { families?: readonly FontFamily[]; files: FifoCache<Uint8Array> }>();

/** Returns the site's fonts. A name is never drawn without its fonts, so a file that cannot be read causes a retryable error. */
export function nameFonts(site: FontSite | undefined): NameFonts {
  const cache = (site && readFiles.get(site)) ?? { files: new FifoCache<Uint8Array>(cachedFiles) };
  if (site) readFiles.set(site, cache);
  return {
    families: async () => {
      cache.families ??= JSON.parse(new TextDecoder().decode(await read(site, 'fonts.json')));
      return cache.families as readonly FontFamily[];
    },
    load: async (file) => {
      const bytes = cache.files.get(file) ?? (await read(site, `${file}.ttf`));
      cache.files.set(file, bytes);
      return bytes;
    },
  };
}

async function read(site: FontSite | undefined, file: string): Promise<Uint8Array> {
  try {
    const response = await site?.fetch(`https://assets.local/name-fonts/${file}`);
    if (!response?.ok) throw new Error(`status ${response?.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    logError('name_font_unreadable', { file, error: describeError(error) });
    throw new ApiError('name_fonts_unreadable');
  }
}

const parsedLetters = new WeakMap<FontFile, Uint32Array>();

export function hasLetter(file: FontFile, codePoint: number): boolean {
  const bounds = parsedLetters.get(file) ?? parseRanges(file.letters);
  parsedLetters.set(file, bounds);
  // Binary search for the last range that starts at or before the code point.
  let [low, high] = [0, bounds.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[2 * middle] ?? 0) <= codePoint) low = middle + 1;
    else high = middle;
  }
  return low > 0 && codePoint <= (bounds[2 * low - 1] ?? 0);
}

function parseRanges(ranges: string): Uint32Array {
  const bounds = ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
  return Uint32Array.from(bounds);
}
