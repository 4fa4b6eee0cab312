/**
 * `npm run fonts`: generates the fonts in the repository from packages pinned in package.json, reduced to the characters in use:
 * - web/fonts: headings in Latin letters; other scripts use the device's own font.
 * - worker/pdf/fonts: fonts bundled with the Worker, as TrueType without hinting. `metrics.json` has the widths of their characters, and of
 *   the letter pairs in our own texts that would be visibly too wide without kerning, in thousandths of the type size. The build generates
 *   the fonts for names (scripts/site/name-fonts.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('../../', import.meta.url));
const builtInFolder = join(root, 'worker/pdf/fonts');
const screenFolder = join(root, 'web/fonts');
const { resolve } = createRequire(import.meta.url);

/** @param {string} name such as `figtree/700Bold/Figtree_700Bold` */
const source = (name) => readFileSync(resolve(`@expo-google-fonts/${name}.ttf`));

/** @param {Buffer} font @param {string} text @returns {Promise<Buffer>} */
function reduceFont(font, text) {
  const dropTables = ['GSUB', 'GPOS', 'GDEF', 'kern', 'STAT', 'DSIG'];
  return subsetFont(font, text, { targetFormat: 'truetype', noHinting: true, noLayoutClosure: true, keepFeatures: [], dropTables });
}

/** @param {number} first @param {number} last inclusive */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** ASCII, and the letters and punctuation of our languages in Latin letters. */
const printedCharacters = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}\u00a0¡«·»¿’–“”„‘‚…—•‹›€ªº°ŒœŠšŽžŸĚěČčŘřŮůŇňŤťĎď`;
const kernedPairs = ['Va', 'Yo', 'Tr', 'To', 'ke', 'We', 'Ta', 'Ty', 'Vo', 'Ye'];

/** @type {[file: string, source: string][]} */
const printFonts = [
  ['figtree-bold', 'figtree/700Bold/Figtree_700Bold'],
  ['figtree-medium', 'figtree/500Medium/Figtree_500Medium'],
  ['fraunces-extra-bold', 'fraunces/800ExtraBold/Fraunces_800ExtraBold'],
];

/** @param {Buffer} font @param {string} text */
const subsetForScreen = (font, text) =>
  subsetFont(font, text, {
    targetFormat: 'woff2',
    noHinting: true,
    noLayoutClosure: true,
    keepFeatures: ['kern'],
    dropTables: ['GSUB', 'STAT', 'DSIG'],
  });
const headings = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}‘’“”–—…−€`;
mkdirSync(screenFolder, { recursive: true });
writeFileSync(join(screenFolder, 'fraunces-bold.woff2'), await subsetForScreen(source('fraunces/700Bold/Fraunces_700Bold'), headings));

mkdirSync(builtInFolder, { recursive: true });
/** @type {Record<string, object>} */
const metrics = {};
for (const [file, name] of printFonts) {
  writeFileSync(join(builtInFolder, `${file}.ttf`), await reduceFont(source(name), printedCharacters));
  metrics[file] = readMetrics(fontkit.create(source(name)));
}
writeFileSync(join(builtInFolder, 'metrics.json'), `${JSON.stringify(metrics, null, 2)}\n`);

/** @param {import('fontkit').Font} font */
function readMetrics(font) {
  const thousandths = (/** @type {number} */ units) => Math.round((units * 1_000) / font.unitsPerEm);
  const width = (/** @type {string} */ text) => font.layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  const measureKerning = (/** @type {string} */ pair) => thousandths(width(pair) - width(pair[0]) - width(pair[1]));
  const { minX, minY, maxX, maxY } = font.bbox;
  const missing = [...printedCharacters].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  if (missing.length > 0) throw new Error(`${font.fullName} has no ${missing.join(' ')}`);
  return {
    ascent: thousandths(font.ascent),
    descent: thousandths(font.descent),
    boundingBox: [minX, minY, maxX, maxY].map(thousandths).join(' '),
    widths: [...printedCharacters].map((character) => thousandths(font.layout(character).glyphs[0].advanceWidth)).join(' '),
    kerning: Object.fromEntries(kernedPairs.map((pair) => [pair, measureKerning(pair)]).filter(([, units]) => units !== 0)),
  };
}
