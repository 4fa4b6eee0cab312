/** @zxing/browser with its QR reader only (see vite.config.ts): all barcode formats would be four times as large. */
import { BrowserQRCodeReader } from '@zxing/browser/es2015/readers/BrowserQRCodeReader.js';
import { drawn, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

/** Smaller sizes remove noise from large codes that are blurred or grainy. */
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
      // zxing throws for "nothing found", and sometimes a TypeError for a damaged code: both mean the next size.
    }
  }
  return null;
};
