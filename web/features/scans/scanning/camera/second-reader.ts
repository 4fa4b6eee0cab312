/**
 * Decodes QR codes with zxing-cpp, a WebAssembly module of about 330 KB that is loaded from our origin on demand (decoder.ts). Reads
 * slanted, inverted and worn codes that the small decoder misses.
 */
import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { drawToCanvas, type PictureKind, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

interface Pass {
  maxSidePx: number;
  tryDenoise: boolean;
}

/**
 * Variants of a picture to try: large for distant codes, small and denoised for grainy or blurred ones. The size is limited, because frames
 * must be decoded fast and a full twelve-megapixel photo would need 50 MB.
 */
const passes: Record<PictureKind, Pass[]> = {
  frame: [
    { maxSidePx: 960, tryDenoise: false },
    { maxSidePx: 640, tryDenoise: true },
  ],
  photo: [
    { maxSidePx: 2_400, tryDenoise: false },
    { maxSidePx: 1_200, tryDenoise: true },
  ],
};
const options: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1, textMode: 'Plain' };

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
  return async (picture, kind) => {
    // To stay fast, each frame is tried in only one variant, in rotation.
    const selectedPasses = kind === 'frame' ? passes.frame.filter((_, index) => index === frameCount % passes.frame.length) : passes.photo;
    frameCount += 1;
    for (const { maxSidePx, tryDenoise } of selectedPasses) {
      const context = drawToCanvas(picture, maxSidePx);
      const pixels = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
      const [found] = await readBarcodes(pixels, { ...options, tryDenoise });
      if (found?.text) return found.text;
    }
    return null;
  };
}
