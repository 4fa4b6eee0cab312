/** A QR code out of a picture file. */
import { createDecoder } from '#web/features/scans/scanning/camera/decoder.ts';

/** The code's text, or null where the picture holds none that can be read. Throws where the file is no picture. */
export async function readPhoto(file: File): Promise<string | null> {
  const [decoder, bitmap] = await Promise.all([createDecoder(), createImageBitmap(file)]);
  try {
    return await decoder.photo({ source: bitmap, width: bitmap.width, height: bitmap.height });
  } finally {
    bitmap.close();
  }
}
