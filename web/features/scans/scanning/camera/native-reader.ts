/** Decodes QR codes with the browser's BarcodeDetector, which is the fastest option and needs no download. */
import type { FoundCode, Reader } from '#web/features/scans/scanning/camera/picture.ts';

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string; cornerPoints: FoundCode['corners'] }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/**
 * Returns a reader that uses BarcodeDetector, or null if the browser has none. The reader throws if a phone exposes BarcodeDetector without
 * an implementation.
 */
export async function nativeReader(): Promise<Reader | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (!Detector) return null;
  try {
    const formats = await Detector.getSupportedFormats();
    if (!formats.includes('qr_code')) return null;
    const detector = new Detector({ formats: ['qr_code'] });
    return async function* ({ source }) {
      for (const { rawValue, cornerPoints } of await detector.detect(source)) yield { text: rawValue, corners: cornerPoints };
    };
  } catch {
    return null;
  }
}
