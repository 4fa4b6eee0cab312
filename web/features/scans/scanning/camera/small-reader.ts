/**
 * Decodes QR codes with only the QR part of @zxing/library (see vite.config.ts). The full library, with all barcode formats, is four times
 * as large.
 */
import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';
import { type Area, draw, type FoundCode, type Picture, type Point, type Reader } from '#web/features/scans/scanning/camera/picture.ts';

/** Side lengths in pixels to try, in this order. Downscaling removes noise from large codes that are blurred or grainy. */
const sidesPx = { frame: [640, 320], photo: [1_000, 1_800, 600] } as const;
const minSidePx = 40;
const maxCodesPerImage = 4;

/**
 * Overlapping halves of a frame, as fractions of its width and height. zxing mixes up the finder patterns of adjacent codes, so each frame
 * is also read in halves: left and right, or top and bottom, in rotation.
 */
const halves = [
  [
    { left: 0, top: 0, width: 0.55, height: 1 },
    { left: 0.45, top: 0, width: 0.55, height: 1 },
  ],
  [
    { left: 0, top: 0, width: 1, height: 0.55 },
    { left: 0, top: 0.45, width: 1, height: 0.55 },
  ],
];
const reader = new QRCodeReader();
let frameCount = 0;

export const readSmall: Reader = async function* (picture, kind) {
  for (const side of sidesPx[kind]) yield* readArea(picture, side);
  if (kind === 'photo') return; // Skip the half-frame passes for photos because the large decoder runs next.
  const { width, height } = picture;
  const scale = sidesPx.frame[0] / Math.max(width, height);
  frameCount += 1;
  for (const half of halves[frameCount % halves.length] ?? []) {
    const area = { left: half.left * width, top: half.top * height, width: half.width * width, height: half.height * height };
    yield* readArea(picture, scale * Math.max(area.width, area.height), area);
  }
};

function* readArea(picture: Picture, maxSidePx: number, area?: Area): Iterable<FoundCode> {
  const { pixels, toPicture } = draw(picture, maxSidePx, area);
  if (Math.min(pixels.width, pixels.height) < minSidePx) return;
  const image = toGrey(pixels);
  for (let count = 0; count < maxCodesPerImage; count += 1) {
    const result = decode(image);
    if (!result) return;
    yield { text: result.text, corners: result.corners.map(toPicture) };
    erase(image, result.corners); // zxing returns only one code per call, so erase the code to find the next one.
  }
}

interface GreyImage {
  /** Brightness of each pixel from 0 to 255, in row-major order. */
  brightness: Uint8ClampedArray;
  width: number;
  height: number;
}

function toGrey({ data, width, height }: ImageData): GreyImage {
  const brightness = new Uint8ClampedArray(width * height);
  for (let index = 0, at = 0; index < brightness.length; index += 1, at += 4) {
    brightness[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return { brightness, width, height };
}

/** Corners of a QR code: top left, top right and bottom left. */
type Corners = [Point, Point, Point];

function decode({ brightness, width, height }: GreyImage): { text: string; corners: Corners } | null {
  try {
    const source = new RGBLuminanceSource(brightness, width, height);
    const result = reader.decode(new BinaryBitmap(new HybridBinarizer(source)));
    const [bottomLeft, topLeft, topRight] = result.getResultPoints().map((point) => ({ x: point.getX(), y: point.getY() }));
    return bottomLeft && topLeft && topRight ? { text: result.getText(), corners: toCorners(topLeft, topRight, bottomLeft) } : null;
  } catch {
    return null; // zxing throws if it finds no code, and sometimes throws a TypeError for a damaged one.
  }
}

/**
 * Approximates the corners from the centers of the finder patterns. The margin covers the inner squares of the patterns in the smallest
 * codes, and stays within the quiet zone of large ones.
 */
function toCorners(topLeft: Point, topRight: Point, bottomLeft: Point): Corners {
  const margin = 0.12;
  const at = (right: number, down: number) => ({
    x: topLeft.x + right * (topRight.x - topLeft.x) + down * (bottomLeft.x - topLeft.x),
    y: topLeft.y + right * (topRight.y - topLeft.y) + down * (bottomLeft.y - topLeft.y),
  });
  return [at(-margin, -margin), at(1 + margin, -margin), at(-margin, 1 + margin)];
}

/** Whites out the area of a decoded code so that its finder patterns are not detected again. */
function erase({ brightness, width, height }: GreyImage, [topLeft, topRight, bottomLeft]: Corners): void {
  const rightVector = { x: topRight.x - topLeft.x, y: topRight.y - topLeft.y };
  const down = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  const determinant = rightVector.x * down.y - rightVector.y * down.x;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - topLeft.x, y - topLeft.y];
      const u = (dx * down.y - dy * down.x) / determinant;
      const v = (rightVector.x * dy - rightVector.y * dx) / determinant;
      if (u >= 0 && u <= 1 && v >= 0 && v <= 1) brightness[y * width + x] = 255;
    }
  }
}
