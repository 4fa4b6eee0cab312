import { createDecoder } from '#web/features/scans/scanning/camera/decoder.ts';

/** Null if no code can be read. Throws if the file is not an image. */
export async function readPhoto(file: File): Promise<string | null> {
  const [decoder, bitmap] = await Promise.all([createDecoder(), createImageBitmap(file)]);
  try {
    return await decoder.photo({ source: bitmap, width: bitmap.width, height: bitmap.height });
  } finally {
    bitmap.close();
  }
}
