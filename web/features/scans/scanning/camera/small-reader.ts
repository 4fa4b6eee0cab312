/**
 * Reads most QR codes in a few milliseconds, with @zxing/browser. Of it only the QR reader is bundled (see vite.config.ts):
 * with every other barcode it would be four times the bytes.
 */
import { BrowserQRCodeReader } from '@zxing/browser/es2015/readers/BrowserQRCodeReader.js';
import { drawn, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

/** The smaller sizes take out noise: a code that is large and blurred or grainy is read there. */
const sidesPx = { frame: [640, 320], photo: [1_000, 1_800, 600] };
const leastSidePx = 40;
const reader = new BrowserQRCodeReader();

export const readSmall: Reader = async (picture, kind) => {
  for (const side of sidesPx[kind]) {
    const { canvas } = drawn(picture, side);
    if (Math.min(canvas.width, canvas.height) < leastSidePx) continue;
    try {
      const text = reader.decodeFromCanvas(canvas).getText();
      if (text) return text;
    } catch {
      // zxing throws for "nothing found", and now and then a TypeError for a torn code: both mean the next size
    }
  }
  return null;
};
