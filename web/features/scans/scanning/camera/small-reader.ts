/** Imports only the QR decoder of @zxing/browser (see vite.config.ts). With all barcode formats the package is four times as large. */
import { BrowserQRCodeReader } from '@zxing/browser/es2015/readers/BrowserQRCodeReader.js';
import { drawToCanvas, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

/** Side lengths in pixels to try in this order. Scaling down removes noise from large codes that are blurred or grainy. */
const sidesPx = { frame: [640, 320], photo: [1_000, 1_800, 600] };
const leastSidePx = 40;
const reader = new BrowserQRCodeReader();

export const readSmall: Reader = async (picture, kind) => {
  for (const side of sidesPx[kind]) {
    const { canvas } = drawToCanvas(picture, side);
    if (Math.min(canvas.width, canvas.height) < leastSidePx) continue;
    try {
      const text = reader.decodeFromCanvas(canvas).getText();
      if (text) return text;
    } catch {
      // zxing throws if it finds nothing, and sometimes throws a TypeError for a damaged code. Try the next size.
    }
  }
  return null;
};
