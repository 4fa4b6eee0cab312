/**
 * Reads a QR code out of a grey picture with zxing. Its modules are imported one by one: the package's own entry brings
 * every barcode format along, four times the bytes.
 */
import BinaryBitmap from '@zxing/library/es2015/core/BinaryBitmap.js';
import HybridBinarizer from '@zxing/library/es2015/core/common/HybridBinarizer.js';
import DecodeHintType from '@zxing/library/es2015/core/DecodeHintType.js';
import QRCodeReader from '@zxing/library/es2015/core/qrcode/QRCodeReader.js';
import RGBLuminanceSource from '@zxing/library/es2015/core/RGBLuminanceSource.js';
import { enlargeCentre, type GreyImage, greyFromRgba, invert, sharpen, shrink } from '#web/features/scanning/luminance.ts';

type Attempt = (image: GreyImage) => string | null;

const hints = new Map([[DecodeHintType.TRY_HARDER, true]]);

/** In the order of what each finds that those before it miss, measured on rotated, tilted, blurred, noisy and dim codes. */
const attempts: Attempt[] = [
  (image) => read(image),
  (image) => read(shrink(image, 2)),
  (image) => read(sharpen(shrink(image, 2), 6, 3)),
  (image) => read(shrink(image, 3)),
  (image) => read(sharpen(shrink(image, 1, 2), 8, 3)),
  (image) => read(sharpen(shrink(image, 2, 1), 8, 3)),
  (image) => read(enlargeCentre(image)),
  (image) => read(invert(image)),
  (image) => read(sharpen(image, 6, 3)),
];

/**
 * The text of a QR code in the picture, or null. Attempts start until `budgetMs` is used up; `round` turns their order
 * so that frame after frame, a slow phone gets through all of them.
 */
export function readQr(picture: { data: Uint8ClampedArray; width: number; height: number }, budgetMs: number, round = 0): string | null {
  const image = greyFromRgba(picture.data, picture.width, picture.height);
  const until = performance.now() + budgetMs;
  const [plain, ...others] = attempts;
  const text = plain?.(image);
  if (text) return text;
  for (let index = 0; index < others.length && performance.now() < until; index++) {
    const found = others[(index + round) % others.length]?.(image);
    if (found) return found;
  }
  return null;
}

function read({ pixels, width, height }: GreyImage): string | null {
  if (width < 40 || height < 40) return null;
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, width, height)));
  try {
    return new QRCodeReader().decode(bitmap, hints).getText() || null;
  } catch {
    return null; // zxing throws for "nothing found", and now and then a TypeError for a torn code: both mean the next attempt
  }
}
