/** Pictures that a QR code is looked for in, and the readers that look. */

/** What can be drawn on a canvas, with its size in pixels. */
export interface Picture {
  source: HTMLVideoElement | ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

/** A frame is one of many and is read quickly; a photo is alone and takes its time. */
export type PictureKind = 'frame' | 'photo';

/** The text of a QR code in the picture, or null. */
export type Reader = (picture: Picture, kind: PictureKind) => Promise<string | null>;

let canvas: HTMLCanvasElement | undefined;

/** The picture at most this large, on the one canvas that all share. */
export function drawn({ source, width, height }: Picture, maxSidePx: number): CanvasRenderingContext2D {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot read pictures');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context;
}
