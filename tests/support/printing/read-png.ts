/** Reads the QR code in a PNG as a phone would, from pixels decoded by the browser. */
import type { Page } from '@playwright/test';
import { decodePixels } from '#tests/support/printing/read-pdf.ts';

export interface PngPicture {
  width: number;
  height: number;
  text: string | undefined;
}

interface Pixels {
  width: number;
  height: number;
  /** RGBA pixel values. */
  data: number[];
}

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
  const { width, height, data } = pixels;
  return { width, height, text: decodePixels(data, width, height) };
}
