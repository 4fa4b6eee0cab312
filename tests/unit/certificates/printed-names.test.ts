/** Compares printed names with HarfBuzz's own output: the shapes of the glyphs and their order. */
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { Blob, BufferFlag, Face, Font, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { namesByScript } from '#scripts/lab/names/names.ts';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { createNamePen } from '#worker/pdf/names/name-pen.ts';
import { findPrintableName, type PrintableName } from '#worker/pdf/names/printable-name.ts';
import { splitLetters } from '#worker/words/line-breaks.ts';

const fonts = nameFonts(siteFiles);
const cases = Object.entries(namesByScript).flatMap(([script, names]) => names.map((name) => [script, name] as const));
const size = 60;
const page = { width: 1_200, height: 160, baseline: 100 };

async function printable(name: string): Promise<PrintableName> {
  const found = await findPrintableName(name, fonts);
  if (!found) throw new Error(`${name} cannot be printed`);
  return found;
}

/** Draws each name on a separate page. */
async function drawNames(names: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  for (const name of names) {
    const found = await printable(name);
    const pen = await createNamePen(found, fonts);
    const content = [`q 1 0 0 -1 0 ${page.height} cm`, ...pen.show(found.text, size, 20, page.baseline), 'Q'].join('\n');
    const sheet = document.addPage([page.width, page.height]);
    sheet.node.set(PDFName.of('Resources'), context.obj({ Font: pen.embed(context) }));
    sheet.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
  }
  return document.save({ addDefaultPage: false });
}

interface PrintedName {
  text: string;
  picture: Picture;
  glyphs: number[];
}
let printed: Map<string, PrintedName>;

beforeAll(async () => {
  const names = cases.map(([, name]) => name);
  const pdf = await drawNames(names);
  const library = await PDFiumLibrary.init();
  const [rendered, parsed] = [await library.loadDocument(pdf), await PDFDocument.load(pdf)];
  printed = new Map();
  for (const [index, name] of names.entries()) {
    const sheet = rendered.getPage(index);
    const text = sheet.getText();
    const { data, width, height } = await sheet.render({ scale: 1, render: 'bitmap' });
    printed.set(name, {
      text,
      picture: await crop(sharp(data, { raw: { width, height, channels: 4 } })),
      glyphs: readGlyphs(parsed, index),
    });
  }
  rendered.destroy();
  library.destroy();
}, 60_000);

/** Returns the glyphs of a page, from left to right. */
function readGlyphs(document: PDFDocument, index: number): number[] {
  const { node } = document.getPage(index);
  const fontsOfPage = node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const content = new TextDecoder().decode(decodePDFRawStream(node.Contents() as PDFRawStream).decode());
  return [...content.matchAll(/\/(Name\d+) [\d.]+ Tf([\s\S]*?)ET/g)].flatMap(([, font = '', operators = '']) => {
    const descendant = fontsOfPage?.lookup(PDFName.of(font), PDFDict).lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
    const map = decodePDFRawStream(descendant?.lookup(PDFName.of('CIDToGIDMap')) as PDFRawStream).decode();
    return [...operators.matchAll(/<([0-9a-f]{4})>/g)].map(([, code = '']) => {
      const at = 2 * Number.parseInt(code, 16);
      return ((map[at] ?? 0) << 8) | (map[at + 1] ?? 0);
    });
  });
}

const loadedFonts = new Map<string, Font>();

async function loadFont(file: string): Promise<Font> {
  const font = loadedFonts.get(file) ?? new Font(new Face(new Blob(Uint8Array.from(await fonts.load(file)).buffer)));
  loadedFonts.set(file, font);
  return font;
}

function shapeAlone(font: Font, text: string) {
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint }, index) => ({ glyph: codepoint, ...positions[index] }));
}

/** Whether the first letter belongs to a right-to-left script. */
const isRightToLeft = (text: string) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(text);

/** Draws each word from HarfBuzz's own outlines. Does not use the product's code for text direction, glyph positions or PDF output. */
async function drawReference(name: string): Promise<Picture> {
  const { text, files } = await printable(name);
  const words = text.split(/( )/);
  const paths: string[] = [];
  let left = 20;
  for (const word of isRightToLeft(text) ? words.reverse() : words) {
    for (const [file, part] of splitByFile(word, files)) {
      const font = await loadFont(file);
      const scale = size / font.face.upem;
      for (const { glyph, xAdvance = 0, xOffset = 0, yOffset = 0 } of shapeAlone(font, part)) {
        const matrix = `matrix(${scale} 0 0 ${-scale} ${left + xOffset * scale} ${page.baseline - yOffset * scale})`;
        paths.push(`<path transform="${matrix}" d="${font.glyphToPath(glyph)}"/>`);
        left += xAdvance * scale;
      }
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}" height="${page.height}">${paths.join('')}</svg>`;
  return crop(sharp(Buffer.from(svg)).flatten({ background: 'white' }));
}

function splitByFile(word: string, files: PrintableName['files']): [file: string, part: string][] {
  const parts: [string, string][] = [];
  for (const letter of splitLetters(word)) {
    const file = files.get(letter) ?? '';
    const last = parts.at(-1);
    if (last?.[0] === file) last[1] += letter;
    else parts.push([file, letter]);
  }
  return parts;
}

interface Picture {
  /** Darkness of each pixel within the bounding box of the ink. */
  ink: number[];
  width: number;
  height: number;
}

async function crop(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.flatten({ background: 'white' }).greyscale().raw().toBuffer({ resolveWithObject: true });
  const darkness = (x: number, y: number) => 255 - (data[(y * info.width + x) * info.channels] ?? 255);
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  const columns = range(info.width).filter((x) => range(info.height).some((y) => darkness(x, y) > 60));
  const rows = range(info.height).filter((y) => columns.some((x) => darkness(x, y) > 60));
  const [left = 0, top = 0] = [columns[0], rows[0]];
  const [width, height] = [(columns.at(-1) ?? 0) + 1 - left, (rows.at(-1) ?? 0) + 1 - top];
  return { ink: range(width * height).map((at) => darkness(left + (at % width), top + Math.floor(at / width))), width, height };
}

/**
 * Returns the fraction of the ink that differs between two pictures. Antialiasing alone causes a difference of about a tenth between two
 * renderers.
 */
function difference(one: Picture, other: Picture): number {
  const at = ({ ink, width, height }: Picture, x: number, y: number) => (x < width && y < height ? (ink[y * width + x] ?? 0) : 0);
  let [differs, total] = [0, 0];
  for (let y = 0; y < Math.max(one.height, other.height); y += 1) {
    for (let x = 0; x < Math.max(one.width, other.width); x += 1) {
      differs += Math.abs(at(one, x, y) - at(other, x, y));
      total += Math.max(at(one, x, y), at(other, x, y));
    }
  }
  return differs / total;
}

test('there are at least 60 names in 20 scripts', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(Object.keys(namesByScript).length).toBeGreaterThanOrEqual(20);
});

test.each(cases)('a name is printed as HarfBuzz draws it (%s): %s', async (_, name) => {
  const reference = await drawReference(name);
  const picture = printed.get(name)?.picture;
  if (!picture) throw new Error('This name was not printed');
  expect(Math.abs(picture.width - reference.width)).toBeLessThanOrEqual(2);
  expect(difference(picture, reference)).toBeLessThan(0.3);
});

describe('the glyphs are those of HarfBuzz, in its order', () => {
  const scripts = new Set(['Arabic', 'Devanagari', 'Thai']);
  test.each(cases.filter(([script]) => scripts.has(script)))('%s: %s', async (_, name) => {
    const { text, files } = await printable(name);
    const expected = shapeAlone(await loadFont(files.get(splitLetters(text)[0] ?? '') ?? ''), text).map(({ glyph }) => glyph);
    expect(printed.get(name)?.glyphs).toEqual(expected);
  });
});

test.each(cases)('the text of a name can be copied (%s): %s', async (_, name) => {
  const { text } = await printable(name);
  const copied = printed.get(name)?.text.trim() ?? '';
  if (!isRightToLeft(text)) return expect(copied).toBe(text);
  // PDFium expects right-to-left text in visual order, so it reverses the text and mirrors brackets. The test therefore compares only the
  // letters, in any order.
  const letters = (one: string) => [...one.replaceAll(/[\s()]/g, '')].sort().join('');
  expect(letters(copied)).toBe(letters(text));
});
