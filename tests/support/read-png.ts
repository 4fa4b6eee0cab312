/** Reads the QR code of a PNG as a phone would: from its pixels, which the browser unpacks. */
import type { Page } from '@playwright/test';
import { decodePixels } from '#tests/support/read-pdf.ts';

export interface PngPicture {
  width: number;
  height: number;
  /** What the QR code in it says. */
  text: string | undefined;
}

interface Pixels {
  width: number;
  height: number;
  /** Four bytes a pixel. */
  data: number[];
}

/** The decoder stumbles over about one clean picture in ten, over another one at each size. */
const scales = [1, 2, 3, 4];

export async function readPng(page: Page, png: Buffer): Promise<PngPicture> {
  const pixels = await page.evaluate(async (base64): Promise<Pixels> => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw');
    context.drawImage(image, 0, 0);
    return { width: image.width, height: image.height, data: [...context.getImageData(0, 0, image.width, image.height).data] };
  }, png.toString('base64'));
  const { width, height } = pixels;
  for (const scale of scales) {
    const text = decodePixels(enlarged(pixels, scale), width * scale, height * scale);
    if (text !== undefined) return { width, height, text };
  }
  return { width, height, text: undefined };
}

function enlarged({ width, height, data }: Pixels, scale: number): Uint8Array {
  const larger = new Uint8Array(width * height * 4 * scale * scale);
  for (let y = 0; y < height * scale; y += 1) {
    for (let x = 0; x < width * scale; x += 1) {
      const from = (Math.floor(y / scale) * width + Math.floor(x / scale)) * 4;
      const to = (y * width * scale + x) * 4;
      for (let byte = 0; byte < 4; byte += 1) larger[to + byte] = data[from + byte] ?? 255;
    }
  }
  return larger;
}
