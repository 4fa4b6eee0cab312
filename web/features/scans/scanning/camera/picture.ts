/** Anything that a canvas can draw, with its size in pixels. */
export interface Picture {
  source: HTMLVideoElement | ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

/** Frames arrive continuously and must be decoded fast; photos are decoded thoroughly. */
export type PictureKind = 'frame' | 'photo';

export type Reader = (picture: Picture, kind: PictureKind) => Promise<string | null>;

let canvas: HTMLCanvasElement | undefined;

/** Draws the picture on a shared canvas, scaled down to the maximum side length in pixels. */
export function drawToCanvas({ source, width, height }: Picture, maxSidePx: number): CanvasRenderingContext2D {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser can’t read images');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context;
}
