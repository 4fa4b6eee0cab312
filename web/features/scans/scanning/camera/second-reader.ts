/**
 * Reads what the small reader cannot, such as slanted, inverted and worn codes. zxing-cpp as WebAssembly, a third of a megabyte:
 * loaded only when it is called for (decoder.ts), from our own origin.
 */
import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { drawn, type PictureKind, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

interface Look {
  maxSidePx: number;
  tryDenoise: boolean;
}

/** Large for what is far away; smaller and smoothed for what is grainy or blurred. A frame must be quick, and a whole photo of twelve megapixels would be 50 MB. */
const looks: Record<PictureKind, Look[]> = {
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

/** One object: by another one the package would take it for another module, and start it again at each call. */
const overrides = { locateFile: () => wasmFile };

/** Rejects where it cannot be had: without network, or in a browser without WebAssembly. The next call tries again. */
export async function loadSecondReader(): Promise<Reader> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (error) {
    purgeZXingModule();
    throw error;
  }
  let turn = 0;
  return async (picture, kind) => {
    // A frame is looked at in one way, the next one in the other: it must be quick, and there will be more.
    const chosen = kind === 'frame' ? looks.frame.filter((_, index) => index === turn % looks.frame.length) : looks.photo;
    turn += 1;
    for (const { maxSidePx, tryDenoise } of chosen) {
      const context = drawn(picture, maxSidePx);
      const pixels = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
      const [found] = await readBarcodes(pixels, { ...options, tryDenoise });
      if (found?.text) return found.text;
    }
    return null;
  };
}
