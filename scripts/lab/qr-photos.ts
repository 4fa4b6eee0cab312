/**
 * `npm run qr-photos -- FOLDER`: counts the QR codes that our photo readers find in the BoofCV set, in Chromium. FOLDER is the set's
 * `detection` folder, which has one folder per category and, for each photo, a text file with the corners of all codes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { isCardId, parseQrText } from '#schema/cards/card-id.ts';
import { findBrowser, sandboxFlags } from '#scripts/setup/browser.mjs';
import { root } from '#scripts/setup/run.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

interface Point {
  x: number;
  y: number;
}

type ReaderName = 'small' | 'defaults' | 'second';
type Found = Record<ReaderName, { codes: { text: string; corners: Point[] }[]; ms: number }>;

interface Photo {
  category: string;
  file: string;
  labels: Point[][];
}

interface Count {
  codes: number;
  found: Record<ReaderName | 'shipped', number>;
}

const origin = 'http://localhost';
const pageFolder = join(root, 'dist', 'qr-photos');

await runMain(async () => {
  const folder = process.argv[2];
  if (!folder) throw new Problem('Usage: npm run qr-photos -- FOLDER');
  const photos = listPhotos(folder);
  await step('Building the readers', buildPage);
  await readPhotos(photos);
});

function listPhotos(folder: string): Photo[] {
  return readdirSync(folder).flatMap((category) =>
    readdirSync(join(folder, category))
      .filter((name) => /\.(jpg|png)$/.test(name))
      .map((name) => {
        const file = join(folder, category, name);
        return { category, file, labels: parseLabels(readFileSync(file.replace(/\w+$/, 'txt'), 'utf8')) };
      }),
  );
}

/** Each code is represented by eight numbers: the coordinates of its four corners. Line breaks are ignored. */
function parseLabels(text: string): Point[][] {
  const numbers =
    text
      .replaceAll(/^(#.*|SETS)$/gm, '')
      .match(/\S+/g)
      ?.map(Number) ?? [];
  const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({ x: numbers[2 * index] ?? 0, y: numbers[2 * index + 1] ?? 0 }));
  return Array.from({ length: points.length / 4 }, (_, index) => points.slice(4 * index, 4 * index + 4));
}

async function buildPage(): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'scripts', 'lab', 'qr-photos'),
    logLevel: 'error',
    build: { outDir: pageFolder, emptyOutDir: true, target: 'esnext' },
  });
}

async function readPhotos(photos: Photo[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: sandboxFlags });
  const counts = new Map<string, Count>();
  const times: number[] = [];
  const waiting = [...photos.entries()];
  // Uses one page per CPU core.
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const page = await openReaders(browser, photos);
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, photo] = next;
        const found = await page.evaluate<Found>(`readCodes('/photos/${index}')`);
        addCounts(counts, photo, found);
        times.push(found.small.ms + found.second.ms);
        process.stderr.write(`\r${waiting.length} photos left `);
      }
    }),
  );
  await browser.close();
  report(
    counts,
    times.sort((one, other) => one - other),
  );
}

async function openReaders(browser: Browser, photos: Photo[]): Promise<Page> {
  const page = await browser.newPage();
  await serve(page, photos);
  await page.goto(`${origin}/index.html`);
  await page.waitForFunction('window.readCodes');
  return page;
}

function addCounts(counts: Map<string, Count>, { category, labels, file }: Photo, found: Found): void {
  const hits = (...names: ReaderName[]) =>
    countLabels(
      labels,
      names.flatMap((name) => found[name].codes),
    );
  const count = counts.get(category) ?? { codes: 0, found: { small: 0, defaults: 0, second: 0, shipped: 0 } };
  counts.set(category, count);
  count.codes += labels.length;
  count.found.small += hits('small');
  count.found.defaults += hits('defaults');
  count.found.second += hits('second');
  count.found.shipped += hits('small', 'second');
  for (const { text } of Object.values(found).flatMap(({ codes }) => codes)) {
    if (isCardId(parseQrText(text).cardId)) console.log(`Wrong card id in ${file}: ${text}`);
  }
}

/** Serves the page's files and the numbered photos by intercepting requests, so no server is needed. */
async function serve(page: Page, photos: Photo[]): Promise<void> {
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const photo = photos[Number(/^\/photos\/(\d+)$/.exec(pathname)?.[1])];
    return route.fulfill(photo ? { body: withoutExif(readFileSync(photo.file)) } : { path: join(pageFolder, pathname) });
  });
}

/** Removes the Exif segments of a JPEG file. Chromium always applies the orientation stored there, but the set's labels ignore it. */
function withoutExif(file: Buffer): Buffer {
  const parts = [file.subarray(0, 2)];
  let offset = 2;
  while (file[offset] === 0xff && file[offset + 1] !== 0xda) {
    const end = offset + 2 + file.readUInt16BE(offset + 2);
    if (file[offset + 1] !== 0xe1) parts.push(file.subarray(offset, end));
    offset = end;
  }
  return Buffer.concat([...parts, file.subarray(offset)]);
}

/** Returns the number of labels that match a detected code. A label and a code match if one contains the center of the other. */
function countLabels(labels: Point[][], codes: { corners: Point[] }[]): number {
  return labels.filter((label) => codes.some(({ corners }) => contains(label, center(corners)) || contains(corners, center(label)))).length;
}

function center(points: Point[]): Point {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
}

/** Ray casting: counts the polygon's edges to the right of the point. The point is inside if the count is odd. */
function contains(polygon: Point[], { x, y }: Point): boolean {
  const edges = polygon.filter((from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from;
    return from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x;
  });
  return edges.length % 2 === 1;
}

function report(counts: Map<string, Count>, times: number[]): void {
  const total: Count = { codes: 0, found: { small: 0, defaults: 0, second: 0, shipped: 0 } };
  console.log('\n| Category | codes | small reader | zxing-wasm, default options | our zxing-wasm | photo, as shipped |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [category, count] of [...counts, ['all', total] as const]) {
    const { small, defaults, second, shipped } = count.found;
    console.log(`| ${category} | ${[count.codes, small, defaults, second, shipped].join(' | ')} |`);
    total.codes += count.codes;
    for (const name of Object.keys(total.found) as (keyof Count['found'])[]) total.found[name] += count.found[name];
  }
  console.log(`As shipped ${((total.found.shipped / total.codes) * 100).toFixed(1)} % of the codes`);
  console.log(`A photo: ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms (median), at most ${Math.round(times.at(-1) ?? 0)} ms`);
}
