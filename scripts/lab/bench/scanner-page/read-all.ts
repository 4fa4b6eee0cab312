/** In the browser: what each reader says of one picture, and how long it takes over a frame of the camera's size. */
import { readBarcodes } from 'zxing-wasm/reader';
import type { ReaderName, Reading } from '#scripts/lab/bench/scanner-page/reading.ts';
import { createDecoder } from '#web/features/scans/scanning/camera/decoder.ts';
import { drawn, type Picture } from '#web/features/scans/scanning/camera/picture.ts';
import { readSmall } from '#web/features/scans/scanning/camera/small-reader.ts';

/** As the camera is asked for. */
const frame = { width: 1_280, height: 720 };
const looks = 2;
const turns = 2;

const decoder = await createDecoder();
await decoder.callSecond();

const readers: Record<ReaderName, (picture: Picture) => Promise<string | null>> = {
  small: (picture) => readSmall(picture, 'frame'),
  package: readByPackage,
  camera: (picture) => decoder.frame(picture),
  photo: (picture) => decoder.photo(picture),
};

/** zxing-wasm as its makers ship it, told only which format is meant. It is there, since the decoder has loaded it. */
async function readByPackage(picture: Picture): Promise<string | null> {
  const context = drawn(picture, Number.POSITIVE_INFINITY);
  const [found] = await readBarcodes(context.getImageData(0, 0, picture.width, picture.height), { formats: ['QRCode'] });
  return found?.text || null;
}

async function readAll(address: string): Promise<[ReaderName, Reading][]> {
  const bitmap = await createImageBitmap(await (await fetch(address)).blob());
  const framed = await enlarged(bitmap);
  const readings: [ReaderName, Reading][] = [];
  for (const [name, read] of Object.entries(readers) as [ReaderName, (typeof readers)[ReaderName]][]) {
    const picture = { source: bitmap, width: bitmap.width, height: bitmap.height };
    // Held still for two frames: the camera looks at them in two ways.
    const text = (await read(picture)) ?? (await read(picture));
    readings.push([name, { text, frameMs: name === 'photo' ? undefined : await frameTime(() => read({ source: framed, ...frame })) }]);
  }
  return readings;
}

/** The picture as large as a frame of the camera shows it whole: many of the sets are no larger than a stamp. */
async function enlarged(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const scale = Math.min(frame.width / bitmap.width, frame.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  canvas.getContext('2d')?.drawImage(bitmap, (frame.width - width) / 2, (frame.height - height) / 2, width, height);
  return canvas.transferToImageBitmap();
}

/** Of the two ways the slower one, each at its quickest: what else the machine does is not the reader's. */
async function frameTime(work: () => Promise<unknown>): Promise<number> {
  const quickest = Array.from({ length: looks }, () => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < looks * turns; turn += 1) {
    const since = performance.now();
    await work();
    quickest[turn % looks] = Math.min(quickest[turn % looks] ?? 0, performance.now() - since);
  }
  return Math.max(...quickest);
}

Object.assign(window, { readAll });
