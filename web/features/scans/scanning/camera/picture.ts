/** Any image source that a canvas can draw, with its size in pixels. */
export interface Picture {
  source: HTMLVideoElement | ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

/** Frames arrive continuously and must be decoded fast; photos are decoded thoroughly. */
export type PictureKind = 'frame' | 'photo';

export interface Point {
  x: number;
  y: number;
}

/** A decoded QR code with at least three of its corners, in the picture's pixel coordinates. */
export interface FoundCode {
  text: string;
  corners: Point[];
}

/** Yields decoded codes one at a time. The same code may be yielded more than once. */
export type Reader = (picture: Picture, kind: PictureKind) => AsyncIterable<FoundCode>;

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Downscaled pixel data of an area of a picture. */
export interface Drawing {
  pixels: ImageData;
  /** Converts a point in the drawing to pixel coordinates in the picture. */
  toPicture(point: Point): Point;
}

let canvas: HTMLCanvasElement | undefined;

/** Draws an area of the picture on a shared canvas, scaled down to the maximum side length in pixels. */
export function draw(
  { source, width: fullWidth, height: fullHeight }: Picture,
  maxSidePx: number,
  { left, top, width, height }: Area = { left: 0, top: 0, width: fullWidth, height: fullHeight },
): Drawing {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser can’t open the image');
  context.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return {
    pixels: context.getImageData(0, 0, canvas.width, canvas.height),
    toPicture: ({ x, y }) => ({ x: left + x / scale, y: top + y / scale }),
  };
}
