import { createDecoder } from '#web/features/scans/scanning/camera/decoder.ts';

/** Returns the text of the QR code in a photo, or null if there is none. Throws if the file is not an image. */
export async function readPhoto(file: File): Promise<string | null> {
  const [decoder, bitmap] = await Promise.all([createDecoder(), createImageBitmap(file)]);
  try {
    return await decoder.photo({ source: bitmap, width: bitmap.width, height: bitmap.height });
  } finally {
    bitmap.close();
  }
}
