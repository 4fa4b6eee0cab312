/** Decodes QR codes. Tries the browser's decoder or our small one first, and then a larger one that reads more codes. */
import { nativeReader } from '#web/features/scans/scanning/camera/native-reader.ts';
import type { Picture, PictureKind, Reader } from '#web/features/scans/scanning/camera/picture.ts';

export interface Decoder {
  /** Decodes a video frame quickly. Returns the code's text, or null if it finds none. */
  frame(picture: Picture): Promise<string | null>;
  /** Decodes a photo slowly and thoroughly, loading the large decoder if needed. */
  photo(picture: Picture): Promise<string | null>;
  /** Loads the large decoder, which then replaces the small one for video frames. Ignores a failed load. */
  loadSecondReader(): Promise<void>;
}

/** Maximum time to wait for the large decoder to load when decoding a photo on a slow network. */
const secondReaderTimeoutMs = 15_000;

/** Creates a decoder. Downloads the small one only if the browser has none. */
export async function createDecoder(): Promise<Decoder> {
  let native = await nativeReader();
  let second: Reader | null = null;
  let secondLoading: Promise<void> | undefined;
  if (!native) await importSmallReader();

  async function readNatively(picture: Picture, kind: PictureKind): Promise<string | null> {
    try {
      return native && (await native(picture, kind));
    } catch {
      native = null; // Some phones expose BarcodeDetector without an implementation. Use our own decoders from then on.
      return null;
    }
  }

  async function readWithSmallReader(picture: Picture, kind: PictureKind): Promise<string | null> {
    return (await importSmallReader())(picture, kind);
  }

  function loadSecondReader(): Promise<void> {
    secondLoading ??= importSecondReader().then(
      (reader) => {
        second = reader;
      },
      () => undefined,
    );
    return secondLoading;
  }

  return {
    loadSecondReader,
    async frame(picture) {
      const text = await readNatively(picture, 'frame');
      if (text) return text;
      // The large decoder is faster than the small one, and of 300 test pictures it missed only one or two that the small one reads.
      if (second) return second(picture, 'frame');
      return native ? null : readWithSmallReader(picture, 'frame');
    },
    async photo(picture) {
      const text = (await readNatively(picture, 'photo')) ?? (await readWithSmallReader(picture, 'photo'));
      if (text) return text;
      await Promise.race([loadSecondReader(), new Promise((resolve) => setTimeout(resolve, secondReaderTimeoutMs))]);
      return second?.(picture, 'photo') ?? null;
    },
  };
}

async function importSmallReader(): Promise<Reader> {
  return (await import('#web/features/scans/scanning/camera/small-reader.ts')).readSmall;
}

async function importSecondReader(): Promise<Reader> {
  return (await import('#web/features/scans/scanning/camera/second-reader.ts')).loadSecondReader();
}
