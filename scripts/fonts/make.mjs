/**
 * `npm run fonts`: generates all fonts for printed cards, certificates and the site from packages pinned in package.json, reduced to the
 * characters in use: TrueType without hinting and layout tables for print, WOFF2 with kerning for the screen.
 * - web/fonts: headings in Latin letters; other scripts use the device's own font.
 * - worker/pdf/fonts: fonts bundled with the Worker. `kerning.json` lists letter pairs in our own texts that would be visibly too wide
 * without kerning, in thousandths of the type size.
 * - web/public/certificate-fonts: Noto Sans Bold for names in other scripts, in slices that the Worker loads on demand, and any-ascii's
 * tables as a fallback. Scripts with contextual letter forms (Arabic, Indic) are not included. `font-slices.json` maps letters to slices.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import anyAscii from 'any-ascii';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('../../', import.meta.url));
const builtInFolder = join(root, 'worker/pdf/fonts');
const screenFolder = join(root, 'web/fonts');
const sliceFolder = join(root, 'web/public/certificate-fonts');
const sliceTable = join(root, 'worker/pdf/certificate/font-slices.json');
const { resolve } = createRequire(import.meta.url);

/** @param {string} name e.g. `figtree/700Bold/Figtree_700Bold` */
const source = (name) => readFileSync(resolve(`@expo-google-fonts/${name}.ttf`));

/** @param {Buffer} font @param {string} text @returns {Promise<Buffer>} */
function reduceFont(font, text) {
  const dropTables = ['GSUB', 'GPOS', 'GDEF', 'kern', 'STAT', 'DSIG'];
  return subsetFont(font, text, { targetFormat: 'truetype', noHinting: true, noLayoutClosure: true, keepFeatures: [], dropTables });
}

/** @param {number} first @param {number} last inclusive */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

const printedCharacters = `${range(0x20, 0x7e)}’–·`;
const names = range(0x20, 0x24f) + range(0x370, 0x52f) + range(0x1e00, 0x1fff) + range(0x2010, 0x203a);
const kernedPairs = ['Va', 'Yo', 'Tr', 'To', 'ke', 'We', 'Ta', 'Ty', 'Vo', 'Ye'];

/** @type {[file: string, source: string, text: string][]} */
const builtIn = [
  ['figtree-bold', 'figtree/700Bold/Figtree_700Bold', printedCharacters],
  ['figtree-medium', 'figtree/500Medium/Figtree_500Medium', printedCharacters],
  ['fraunces-extra-bold', 'fraunces/800ExtraBold/Fraunces_800ExtraBold', printedCharacters],
  ['alegreya-bold', 'alegreya/700Bold/Alegreya_700Bold', names],
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
/** @type {Record<string, Record<string, number>>} */
const kerning = {};
for (const [file, name, text] of builtIn) {
  writeFileSync(join(builtInFolder, `${file}.ttf`), await reduceFont(source(name), text));
  if (text === printedCharacters) kerning[file] = readKerning(fontkit.create(source(name)));
}
writeJson(join(builtInFolder, 'kerning.json'), kerning);

/** @param {import('fontkit').Font} font */
function readKerning(font) {
  const width = (/** @type {string} */ text) => font.layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  const closer = (/** @type {string} */ pair) => Math.round(((width(pair) - width(pair[0]) - width(pair[1])) * 1_000) / font.unitsPerEm);
  return Object.fromEntries(kernedPairs.map((pair) => [pair, closer(pair)]).filter(([, units]) => units !== 0));
}

/** Returns all characters of a legacy two-byte encoding within a range of lead and trail bytes. */
/** @param {string} encoding @param {[number, number]} leads @param {[number, number]} trails */
function listCharacters(encoding, leads, trails) {
  const decoder = new TextDecoder(encoding);
  const characters = [];
  for (let lead = leads[0]; lead <= leads[1]; lead += 1)
    for (let trail = trails[0]; trail <= trails[1]; trail += 1) characters.push(...decoder.decode(Uint8Array.of(lead, trail)));
  return characters;
}

function hanCharacters() {
  const all = [
    ...listCharacters('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
    ...listCharacters('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe]),
    ...listCharacters('big5', [0xa4, 0xc6], [0x40, 0xfe]),
  ];
  const isHan = (/** @type {string} */ character) => character >= '\u4e00' && character <= '\u9fff';
  return [...new Set(all.filter(isHan))].sort();
}

const charactersPerSlice = 256;
const chineseFont = source('noto-sans-sc/700Bold/NotoSansSC_700Bold');
const koreanFont = source('noto-sans-kr/700Bold/NotoSansKR_700Bold');
const parsedChineseFont = fontkit.create(chineseFont);
const han = hanCharacters().filter((character) => parsedChineseFont.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** @type {[file: string, font: Buffer, text: string][]} */
const slices = [
  ['armenian', source('noto-sans-armenian/700Bold/NotoSansArmenian_700Bold'), range(0x531, 0x587)],
  ['hebrew', source('noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold'), range(0x5d0, 0x5f4)],
  ['thai', source('noto-sans-thai/700Bold/NotoSansThai_700Bold'), range(0xe01, 0xe4e)],
  ['georgian', source('noto-sans-georgian/700Bold/NotoSansGeorgian_700Bold'), range(0x10d0, 0x10ff) + range(0x1c90, 0x1cbf)],
  ['kana', source('noto-sans-jp/700Bold/NotoSansJP_700Bold'), range(0x3041, 0x30fb)],
];
for (let at = 0; at < han.length; at += charactersPerSlice)
  slices.push([`han-${at / charactersPerSlice}`, chineseFont, han.slice(at, at + charactersPerSlice).join('')]);
for (let first = 0xac00; first <= 0xd7a3; first += charactersPerSlice) {
  slices.push([
    `hangul-${(first - 0xac00) / charactersPerSlice}`,
    koreanFont,
    range(first, Math.min(first + charactersPerSlice - 1, 0xd7a3)),
  ]);
}

const licences = readFileSync(join(sliceFolder, 'LICENSES.txt'));
rmSync(sliceFolder, { recursive: true });
mkdirSync(sliceFolder);
writeFileSync(join(sliceFolder, 'LICENSES.txt'), licences);
for (const [file, font, text] of slices) writeFileSync(join(sliceFolder, `${file}.ttf`), await reduceFont(font, text));
writeJson(
  sliceTable,
  slices.map(([file, , text]) => [text.codePointAt(0), [...text].at(-1)?.codePointAt(0), file]),
);

const charactersPerTable = 4_096;
for (let first = 0; first < 0x10000; first += charactersPerTable) {
  const words = Array.from({ length: charactersPerTable }, (_, index) =>
    first + index < 0x80 ? '' : anyAscii(String.fromCharCode(first + index)),
  );
  if (words.some(Boolean))
    writeFileSync(join(sliceFolder, `latin-${(first / charactersPerTable).toString(16)}.txt`), words.join('\t').trimEnd());
}

/**
 * Writes JSON with one entry per line.
 * @param {string} path @param {object} value
 */
function writeJson(path, value) {
  const lines = Array.isArray(value)
    ? `[\n${value.map((entry) => `  ${JSON.stringify(entry).replaceAll(',', ', ')}`).join(',\n')}\n]`
    : JSON.stringify(value, null, 2);
  writeFileSync(path, `${lines}\n`);
}
