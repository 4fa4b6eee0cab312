/**
 * Builds the static files that the Worker uses to draw names and Japanese (worker/pdf). Converts the Noto packages to bold TrueType (the
 * Japanese one to medium, too) because the Worker cannot read WOFF2. `fonts.json` lists the letters in each file. The packages already
 * split Han characters into small subsets.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashFiles } from '#scripts/setup/build-cache.mjs';
import { root } from '#scripts/setup/run.mjs';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { type FontFamily, type FontFile, fileInWeight, japaneseFamily, type NameWeight } from '#worker/pdf/names/name-fonts.ts';

const builds = join(root, 'dist', 'name-fonts');
/** Folder name: a hash of the sources, so that a build never replaces files that another process is reading. */
const build = hashFiles(['scripts/site/name-fonts.ts', 'package-lock.json']);
const folder = join(builds, build);

/** @param last inclusive */
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
const marksAndPunctuation = range(0x20, 0x40) + range(0xa0, 0xbf) + range(0x300, 0x36f) + range(0x2010, 0x203a);
const alegreya = {
  package: '@expo-google-fonts/alegreya',
  file: '700Bold/Alegreya_700Bold.ttf',
  letters: {
    latin: range(0x20, 0x24f) + range(0x1e00, 0x1eff),
    greek: range(0x370, 0x3ff) + range(0x1f00, 0x1fff),
    cyrillic: range(0x400, 0x52f),
  },
};
/**
 * Han fonts, in the order in which the Worker tries them. The fonts contain mostly the same characters but draw some of them differently.
 */
const hanFamilies = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-tc', 'noto-sans-hk', 'noto-sans-kr'];
const europeanSlices = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'];
const weights = { bold: 700, medium: 500 };

export async function writeNameFonts(site: string): Promise<void> {
  await prepareFonts();
  cpSync(folder, join(site, 'name-fonts'), { recursive: true });
}

/** Replaces the Worker's ASSETS binding if the site has not been built. */
export const siteFiles = {
  fetch: async (address: string) => {
    if (!address.includes('/name-fonts/')) return siteListFiles.fetch(address);
    await prepareFonts();
    return new Response(new Uint8Array(readFileSync(join(folder, basename(address)))));
  },
};

let preparation: Promise<void> | undefined;

/** Builds the fonts unless they are up to date. */
function prepareFonts(): Promise<void> {
  preparation ??= existsSync(folder) ? Promise.resolve() : makeFonts();
  return preparation;
}

async function makeFonts(): Promise<void> {
  // Builds in a temporary folder and then moves it so that a concurrent run never sees an incomplete set of fonts.
  const temporaryFolder = `${folder}-${process.pid}`;
  mkdirSync(temporaryFolder, { recursive: true });
  const packages = listPackages();
  const families: FontFamily[] = [await makeAlegreya(temporaryFolder)];
  for (const name of packages) families.push(await makeFamily(name, temporaryFolder));
  writeFileSync(join(temporaryFolder, 'fonts.json'), JSON.stringify(families));
  writeFileSync(
    join(temporaryFolder, 'LICENSES.txt'),
    [alegreya.package, ...packages].map((name) => readFileSync(join(packageFolder(name), 'LICENSE'))).join('\n\n'),
  );
  try {
    renameSync(temporaryFolder, folder);
  } catch (error) {
    // Ignores the error if a concurrent run has already moved the same fonts here.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST'))) throw error;
    rmSync(temporaryFolder, { recursive: true });
  }
  const outdated = readdirSync(builds).filter((name) => !name.startsWith(build));
  for (const name of outdated) rmSync(join(builds, name), { recursive: true, force: true });
}

/** Returns the font packages in order of preference: Noto Sans, then other scripts, then Han. */
function listPackages(): string[] {
  const { devDependencies }: { devDependencies: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(devDependencies).filter((name) => name.startsWith('@fontsource'));
  const rank = (name: string) => 1 + hanFamilies.indexOf(familyName(name)) - (familyName(name) === 'noto-sans' ? 1 : 0);
  return names.sort((one, other) => rank(one) - rank(other));
}

const familyName = (name: string) => name.split('/').at(-1) ?? name;
const packageFolder = (name: string) => join(root, 'node_modules', name);

async function makeFamily(name: string, target: string): Promise<FontFamily> {
  const family = familyName(name);
  const files: FontFile[] = [];
  for (const slice of listSlices(name)) {
    files.push(await makeFile(name, `${family}-${slice}`, target));
    if (family === japaneseFamily) await makeFile(name, `${family}-${slice}`, target, 'medium');
  }
  return { name: family, files };
}

/** Returns the font subsets for the package's main writing system; most packages also include Latin letters and symbols. */
function listSlices(name: string): string[] {
  const family = familyName(name);
  if (family === 'noto-sans') return europeanSlices;
  if (!hanFamilies.includes(family)) return [family.replace(/^noto-(sans|serif)-/, '')];
  const slices: object = JSON.parse(readFileSync(join(packageFolder(name), 'unicode.json'), 'utf8'));
  return Object.keys(slices).flatMap((slice) => /^\[(\d+)\]$/.exec(slice)?.[1] ?? []);
}

async function makeFile(name: string, file: string, target: string, weight: NameWeight = 'bold'): Promise<FontFile> {
  const isVariable = name.startsWith('@fontsource-variable/');
  const source = readFileSync(join(packageFolder(name), 'files', `${file}-${isVariable ? 'wght' : '400'}-normal.woff2`));
  const options = { keepAllGlyphs: true, ...(isVariable && { variationAxes: { wght: weights[weight] } }) };
  return writeFont(fileInWeight(file, weight), target, source, undefined, options);
}

/** Builds the font for Latin, Greek and Cyrillic names. It lacks letters that some languages need; Noto Sans covers those. */
async function makeAlegreya(target: string): Promise<FontFamily> {
  const source = readFileSync(join(packageFolder(alegreya.package), alegreya.file));
  const files: FontFile[] = [];
  for (const [script, letters] of Object.entries(alegreya.letters)) {
    const keepFeatures = ['ccmp', 'kern', 'locl', 'mark', 'mkmk'];
    files.push(await writeFont(`alegreya-${script}`, target, source, letters + marksAndPunctuation, { keepFeatures }));
  }
  return { name: 'alegreya', files };
}

async function writeFont(name: string, target: string, source: Buffer, letters: string | undefined, options: object): Promise<FontFile> {
  const { default: subsetFont } = await import('subset-font');
  const { Blob, Face } = await import('harfbuzzjs');
  const font = await subsetFont(source, letters, { targetFormat: 'truetype', noHinting: true, ...options });
  writeFileSync(join(target, `${name}.ttf`), font);
  return { name, letters: formatRanges([...new Face(new Blob(Uint8Array.from(font).buffer)).collectUnicodes()]) };
}

/** Formats sorted code points as hexadecimal ranges, like `41-5a,61`. */
function formatRanges(codePoints: number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const codePoint of codePoints) {
    const range = ranges.at(-1);
    if (range && codePoint === range[1] + 1) range[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  return ranges.map(([first, last]) => (first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`)).join(',');
}
