/** @module-tag long */
import { BinaryBitmap, DecodeHintType, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';
import { describe, expect, test } from 'vitest';
import { drawFrame, frameHeight, frameWidth, type View, views } from '#tests/support/scans/fake-camera.ts';
import { drawQr } from '#worker/qr/qr.ts';

const content = 'https://cards.test/card?id=TC-0000001&k=AB12CD34';
const svg = drawQr(content);
/** Camera views that zxing alone cannot decode at the camera frame's resolution. The Chromium tests cover the other decoders. */
const forBetterReaders: View[] = ['slanted', 'inverted'];

function decode(frame: Uint8Array): string {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(new Uint8ClampedArray(frame), frameWidth, frameHeight)));
  return new QRCodeReader().decode(bitmap, new Map([[DecodeHintType.TRY_HARDER, true]])).getText();
}

describe('the fake camera', () => {
  test.each(views.filter((view) => !forBetterReaders.includes(view)))('shows a readable card: %s', (view) => {
    expect(decode(drawFrame(svg, view))).toBe(content);
  });

  test.each(forBetterReaders)('shows a card that needs a better reader: %s', (view) => {
    expect(() => decode(drawFrame(svg, view))).toThrow();
  });
});
