/** Finds a QR code in a picture: with the browser's own reader where there is one, else with ours. */
/** What can be drawn on a canvas, with its size in pixels. */
export interface Picture {
  source: HTMLVideoElement | ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

export interface Decoder {
  /** One frame of the camera: quick, called again and again. The code's text, or null. */
  frame(picture: Picture): Promise<string | null>;
  /** A photo: takes its time, tries several sizes. */
  photo(picture: Picture): Promise<string | null>;
}

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

const frameSidePx = 800;
const frameBudgetMs = 220;
const photoSidesPx = [1_000, 1_800, 600];
const photoBudgetMs = 1_500;

/** Gets the reader ready; ours is downloaded only where it is needed. */
export async function createDecoder(): Promise<Decoder> {
  let native = await nativeDetector();
  if (!native) await loadReader();
  let round = 0;

  async function nativeText({ source }: Picture): Promise<string | null> {
    try {
      const found = await native?.detect(source);
      return found?.find((code) => code.rawValue)?.rawValue ?? null;
    } catch {
      native = null; // some phones promise a detector and have none: from here on ours reads
      return null;
    }
  }

  return {
    async frame(picture) {
      if (native) return nativeText(picture);
      const { readQr } = await loadReader();
      return readQr(pixelsOf(picture, frameSidePx), frameBudgetMs, round++);
    },
    async photo(picture) {
      const text = native ? await nativeText(picture) : null;
      if (text) return text;
      const { readQr } = await loadReader();
      for (const side of photoSidesPx) {
        const found = readQr(pixelsOf(picture, side), photoBudgetMs);
        if (found) return found;
      }
      return null;
    },
  };
}

async function nativeDetector(): Promise<NativeDetector | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (!Detector) return null;
  try {
    const formats = await Detector.getSupportedFormats();
    return formats.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

/** Ours, with all its parts in one chunk of its own. */
function loadReader() {
  return import('#web/features/scanning/zxing-reader.ts');
}

let canvas: HTMLCanvasElement | undefined;

function pixelsOf({ source, width, height }: Picture, maxSidePx: number): ImageData {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot read pictures');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
