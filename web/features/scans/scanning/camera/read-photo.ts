import { createDecoder, type DecodedCode } from '#web/features/scans/scanning/camera/decoder.ts';

/**
 * Returns a card's QR code from the photo. If there is none, returns the largest QR code, or null if the photo has no QR code. Throws if
 * the file is not an image.
 */
export async function readPhoto(file: File): Promise<DecodedCode | null> {
  const [decoder, bitmap] = await Promise.all([createDecoder(), createImageBitmap(file)]);
  try {
    return await decoder.photo({ source: bitmap, width: bitmap.width, height: bitmap.height });
  } finally {
    bitmap.close();
  }
}
