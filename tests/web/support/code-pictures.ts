/** Draws pictures of several QR codes without a browser, and scales them like a canvas. */
import { readQrSvg } from '#tests/support/scans/qr-picture.ts';
import type { Area, Drawing, Picture } from '#web/features/scans/scanning/camera/picture.ts';
import { drawQr } from '#worker/qr/qr.ts';

export interface PlacedCode {
  text: string;
  left: number;
  top: number;
  /** Side length in pixels, including the quiet zone. */
  side: number;
}

const background = 120;
const [paper, ink] = [235, 25];

/** Brightness values from 0 to 255, row by row. */
type Brightness = Uint8Array;

export function drawCodes(width: number, height: number, codes: PlacedCode[]): Picture {
  const brightness = new Uint8Array(width * height).fill(background);
  for (const { text, left, top, side } of codes) {
    const qr = readQrSvg(drawQr(text));
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const isDark = qr.isDark(((x + 0.5) / side) * qr.size, ((y + 0.5) / side) * qr.size);
        brightness[(top + y) * width + left + x] = isDark ? ink : paper;
      }
    }
  }
  return { source: brightness as unknown as Picture['source'], width, height };
}

/** Replaces picture.ts's `draw` for these pictures. */
export function drawWithoutCanvas(
  { source, width: fullWidth, height: fullHeight }: Picture,
  maxSidePx: number,
  { left, top, width, height }: Area = { left: 0, top: 0, width: fullWidth, height: fullHeight },
): Drawing {
  const brightness = source as unknown as Brightness;
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  const [drawnWidth, drawnHeight] = [Math.round(width * scale), Math.round(height * scale)];
  const data = new Uint8ClampedArray(drawnWidth * drawnHeight * 4).fill(255);
  for (let y = 0; y < drawnHeight; y += 1) {
    for (let x = 0; x < drawnWidth; x += 1) {
      data.fill(mean(x, y), (y * drawnWidth + x) * 4, (y * drawnWidth + x) * 4 + 3);
    }
  }

  /** Returns the average brightness of the source area covered by one pixel of the drawing. */
  function mean(x: number, y: number): number {
    const [startX, endX] = [left + Math.floor(x / scale), left + Math.max(Math.floor(x / scale) + 1, Math.floor((x + 1) / scale))];
    const [startY, endY] = [top + Math.floor(y / scale), top + Math.max(Math.floor(y / scale) + 1, Math.floor((y + 1) / scale))];
    let sum = 0;
    for (let row = startY; row < endY; row += 1) {
      for (let column = startX; column < endX; column += 1) sum += brightness[row * fullWidth + column] ?? background;
    }
    return sum / ((endX - startX) * (endY - startY));
  }

  return {
    pixels: { data, width: drawnWidth, height: drawnHeight } as ImageData,
    toPicture: (point) => ({ x: left + point.x / scale, y: top + point.y / scale }),
  };
}
