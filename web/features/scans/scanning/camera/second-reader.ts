/**
 * Decodes QR codes with zxing-cpp, a WebAssembly module of about 330 KB that is loaded from our origin on demand (decoder.ts). Reads
 * slanted, inverted and worn codes that the small decoder misses.
 */
import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { binarize } from '#web/features/scans/scanning/camera/binarize.ts';
import { type Area, draw, type FoundCode, type Picture, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

interface Pass extends Pick<ReaderOptions, 'binarizer' | 'tryDenoise' | 'tryDownscale' | 'tryInvert'> {
  maxSidePx: number;
  area?: Area;
  /** Radius, in pixels, for our own binarization, which replaces zxing's. */
  binarizeRadiusPx?: number;
}

/** Variants of a video frame to try: a large one for distant codes, and a small, denoised one for grainy or blurred codes. */
const framePasses: Pass[] = [{ maxSidePx: 960 }, { maxSidePx: 640, tryDenoise: true }];
const binarizeRadiusPx = 12;
const photoPasses: Pass[] = [
  { maxSidePx: 2_400 },
  { maxSidePx: 1_200, tryDenoise: true },
  { maxSidePx: 2_000, binarizeRadiusPx },
  { maxSidePx: 700, binarizer: 'GlobalHistogram' },
];

/**
 * The last passes read large photos at full size in overlapping tiles, because decoding a whole 12-megapixel photo would take 150 MB of
 * memory. The first pass reads inverted codes and codes that are larger than the overlap.
 */
const tilePx = 2_400;
const overlapPx = 750;
/** Time limit in milliseconds, measured from the start of the first pass. After this time, no further tiles are read. */
const tilesLimitMs = 10_000;
const options: ReaderOptions = { formats: ['QRCode'], textMode: 'Plain' };

/**
 * Options with the URL of zxing's WebAssembly file. Always pass this same object: zxing compares options by identity and restarts its
 * module if they differ.
 */
const overrides = { locateFile: () => wasmFile };

/** Loads the decoder. Rejects if the device is offline or does not support WebAssembly; a later call retries the load. */
export async function loadSecondReader(): Promise<Reader> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (error) {
    purgeZXingModule();
    throw error;
  }
  let frameCount = 0;
  return async function* (picture, kind) {
    if (kind === 'frame') {
      // To stay fast, tries only one variant per frame, in rotation.
      const pass = framePasses[frameCount % framePasses.length];
      frameCount += 1;
      if (pass) yield* readPass(picture, pass);
      return;
    }
    const tilesEndAt = performance.now() + tilesLimitMs;
    for (const pass of [...photoPasses, ...listTilePasses(picture)]) {
      if (pass.area && performance.now() > tilesEndAt) return;
      yield* readPass(picture, pass);
      await new Promise((resolve) => setTimeout(resolve)); // Yields to the event loop between passes so that the page stays responsive.
    }
  };
}

async function* readPass(picture: Picture, { maxSidePx, area, binarizeRadiusPx, ...passOptions }: Pass): AsyncIterable<FoundCode> {
  const { pixels, toPicture } = draw(picture, maxSidePx, area);
  if (binarizeRadiusPx) {
    binarize(pixels, binarizeRadiusPx);
    passOptions.binarizer = 'FixedThreshold';
  }
  for (const { text, position } of await readBarcodes(pixels, { ...options, ...passOptions })) {
    const { topLeft, topRight, bottomRight, bottomLeft } = position;
    yield { text, corners: [topLeft, topRight, bottomRight, bottomLeft].map(toPicture) };
  }
}

function listTilePasses({ width, height }: Picture): Pass[] {
  if (Math.max(width, height) <= tilePx) return [];
  return splitSide(height).flatMap(([top, tileHeight]) =>
    splitSide(width).map(([left, tileWidth]) => ({
      maxSidePx: tilePx,
      area: { left, top, width: tileWidth, height: tileHeight },
      binarizeRadiusPx,
      tryDownscale: false,
      tryInvert: false,
    })),
  );
}

/** Splits a picture's side into overlapping tiles of equal length. Returns the start and length of each tile in pixels. */
function splitSide(sidePx: number): [start: number, length: number][] {
  const count = Math.max(1, Math.ceil((sidePx - overlapPx) / (tilePx - overlapPx)));
  const length = Math.ceil((sidePx + (count - 1) * overlapPx) / count);
  return Array.from({ length: count }, (_, index) => [Math.min(index * (length - overlapPx), sidePx - length), length]);
}
