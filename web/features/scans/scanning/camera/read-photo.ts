import { createDecoder, type DecodedCode } from '#web/features/scans/scanning/camera/decoder.ts';

/**
 * Returns the QR code of a card in the photo, else the largest QR code, or null if the photo has none. Throws if the file is not an image.
 */
export async function readPhoto(file: File): Promise<DecodedCode | null> {
  const [decoder, bitmap] = await Promise.all([createDecoder(), createImageBitmap(file)]);
  try {
    return await decoder.photo({ source: bitmap, width: bitmap.width, height: bitmap.height });
  } finally {
    bitmap.close();
  }
}
