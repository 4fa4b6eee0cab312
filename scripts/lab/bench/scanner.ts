/** `npm run bench -- scanner`: what the scanner's readers read of public photos, in Chromium, where they run. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { isCardId, parseQrText } from '#schema/cards/card-id.ts';
import { circumstances, keepWhole, markdownTable, verdict } from '#scripts/lab/bench/report.ts';
import type { ReaderName, Reading } from '#scripts/lab/bench/scanner-page/reading.ts';
import { fetchPhotos, type Photo } from '#scripts/lab/bench/scanner-photos.ts';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { root } from '#scripts/setup/run.mjs';
import { step } from '#scripts/setup/steps.mjs';

const wantedFrameMs = 25;
const origin = 'http://localhost';
const pageFolder = join(root, 'dist', 'benchmarks', 'scanner-page');

const labels: Record<ReaderName, string> = {
  small: 'the small reader',
  package: 'zxing-wasm as it comes',
  camera: 'the camera as it ships, after two seconds',
  photo: 'a photo as it ships',
};

interface Measured extends Photo {
  readings: Record<ReaderName, Reading>;
}

export async function benchScanner(): Promise<string> {
  const photos = await step('Fetching public photos of QR codes', async () => fetchPhotos());
  await step('Building the readers', buildPage);
  const measured = await step(`Reading ${photos.length} photos`, () => readPhotos(photos));
  return section(measured, keepWhole('scanner', measured));
}

/** By the site's own settings: the readers as they ship. */
async function buildPage(): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'scripts', 'lab', 'bench', 'scanner-page'),
    logLevel: 'error',
    build: { outDir: pageFolder, emptyOutDir: true },
  });
}

async function readPhotos(photos: Photo[]): Promise<Measured[]> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const page = await browser.newPage();
    await answerFrom(page, photos);
    await page.goto(`${origin}/index.html`);
    await page.waitForFunction('window.readAll');
    const measured: Measured[] = [];
    for (const [number, photo] of photos.entries()) {
      const readings = await page.evaluate<[ReaderName, Reading][]>(`readAll('/photos/${number}')`);
      measured.push({ ...photo, readings: Object.fromEntries(readings) as Measured['readings'] });
    }
    return measured;
  } finally {
    await browser.close();
  }
}

/** The page's files and, by number, the photos: without a server. */
async function answerFrom(page: Page, photos: Photo[]): Promise<void> {
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const photo = photos[Number(/^\/photos\/(\d+)$/.exec(pathname)?.[1])];
    return route.fulfill(photo ? { body: readFileSync(photo.file) } : { path: join(pageFolder, pathname) });
  });
}

function section(measured: Measured[], file: string): string {
  const names = Object.keys(labels) as ReaderName[];
  const sets = [...new Set(measured.map(({ set }) => set))];
  const coded = measured.filter(({ text }) => text !== null);
  const rows = names.map((name) => [
    labels[name],
    ...[...sets.map((set) => coded.filter((one) => one.set === set)), coded].map((photos) => share(photos, name)),
    String(otherTexts(coded, name).length),
    String(measured.filter((one) => one.text === null && textOf(one, name) !== null).length),
    String(wrongCards(measured, name).length),
    quantile(measured, name, 0.5)?.toFixed(1) ?? '',
    quantile(measured, name, 0.95)?.toFixed(1) ?? '',
  ]);
  const counts = sets.map((set) => `${set}, of ${coded.filter((one) => one.set === set).length}`);
  const uncoded = measured.length - coded.length;
  return `${circumstances('npm run bench -- scanner')}

${markdownTable(
  [
    'Read by',
    ...counts,
    `all ${coded.length}`,
    'other texts',
    `codes seen in ${uncoded} photos without`,
    'wrong card ids',
    'frame, median ms',
    'p95',
  ],
  rows,
)}

${verdict(missed(measured, names))}

Other texts: ${otherTexts(coded, 'camera').join(', ') || 'none'}. All that was measured is in ${file}.`;
}

function textOf({ readings }: Measured, name: ReaderName): string | null {
  return readings[name].text;
}

function share(photos: Measured[], name: ReaderName): string {
  const read = photos.filter((photo) => textOf(photo, name) !== null).length;
  return `${read} (${((read / photos.length) * 100).toFixed(1)} %)`;
}

/** Which photos were read, and not as their set says. Line ends do not count. */
function otherTexts(photos: Measured[], name: ReaderName): string[] {
  const plain = (text: string | null) => text?.replaceAll('\r\n', '\n').trim();
  return photos
    .filter((photo) => textOf(photo, name) !== null && plain(textOf(photo, name)) !== plain(photo.text))
    .map(({ set, file }) => `${set}/${basename(file)}`);
}

/** What would have been sent as a card, and is none of the photo's. */
function wrongCards(photos: Measured[], name: ReaderName): Measured[] {
  const card = (text: string | null) => {
    const { cardId } = parseQrText(text ?? '');
    return isCardId(cardId) ? cardId : null;
  };
  return photos.filter((photo) => card(textOf(photo, name)) !== null && card(textOf(photo, name)) !== card(photo.text));
}

function quantile(measured: Measured[], name: ReaderName, part: number): number | undefined {
  const times = measured.flatMap(({ readings }) => readings[name].frameMs ?? []).sort((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))];
}

/** Sentences on what is not as wanted. */
function missed(measured: Measured[], names: ReaderName[]): string[] {
  const read = (name: ReaderName) => measured.filter((one) => one.text !== null && textOf(one, name) !== null).length;
  const slow = quantile(measured, 'camera', 0.95) ?? 0;
  return [
    ...(['camera', 'photo'] as const)
      .filter((name) => read(name) < read('package'))
      .map((name) => `${labels[name]} reads ${read(name)}, zxing-wasm ${read('package')}`),
    ...names.filter((name) => wrongCards(measured, name).length > 0).map((name) => `${labels[name]} reads wrong card ids`),
    ...(slow > wantedFrameMs ? [`a frame takes ${slow.toFixed(1)} ms, wanted ${wantedFrameMs}`] : []),
  ];
}
