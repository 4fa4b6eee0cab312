/**
 * Decodes QR codes with zxing-cpp, a WebAssembly module of about 330 KB that is loaded from our origin on demand (decoder.ts). Reads
 * slanted, inverted and worn codes that the small decoder misses.
 */
import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { draw, type FoundCode, type Picture, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

interface Pass {
  maxSidePx: number;
  tryDenoise?: boolean;
}

/**
 * Variants of a picture to try: large for distant codes, small and denoised for grainy or blurred ones. The size is limited, because frames
 * must be decoded fast and a full twelve-megapixel photo would need 50 MB.
 */
const framePasses: Pass[] = [{ maxSidePx: 960 }, { maxSidePx: 640, tryDenoise: true }];
const photoPasses: Pass[] = [{ maxSidePx: 2_400 }, { maxSidePx: 1_200, tryDenoise: true }];
const options: ReaderOptions = { formats: ['QRCode'], textMode: 'Plain' };

/**
 * Options that tell zxing where its WebAssembly file is. Always pass this same object: zxing compares it by identity and restarts its
 * module if it differs.
 */
const overrides = { locateFile: () => wasmFile };

/** Loads the decoder. Rejects if the device is offline or does not support WebAssembly; the next call tries again. */
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
      // To stay fast, each frame is tried in only one variant, in rotation.
      const pass = framePasses[frameCount % framePasses.length];
      frameCount += 1;
      if (pass) yield* readPass(picture, pass);
      return;
    }
    for (const pass of photoPasses) yield* readPass(picture, pass);
  };
}

async function* readPass(picture: Picture, { maxSidePx, ...passOptions }: Pass): AsyncIterable<FoundCode> {
  const { pixels, toPicture } = draw(picture, maxSidePx);
  for (const { text, position } of await readBarcodes(pixels, { ...options, ...passOptions })) {
    const { topLeft, topRight, bottomRight, bottomLeft } = position;
    yield { text, corners: [topLeft, topRight, bottomRight, bottomLeft].map(toPicture) };
  }
}
