/** Tries the browser's QR reader or our small one first, then the second reader. */
import { nativeReader } from '#web/features/scans/scanning/camera/native-reader.ts';
import type { Picture, PictureKind, Reader } from '#web/features/scans/scanning/camera/picture.ts';

export interface Decoder {
  /** Fast, for repeated calls. Returns the code's text, or null. */
  frame(picture: Picture): Promise<string | null>;
  /** Slower and more thorough; loads the second reader if needed. */
  photo(picture: Picture): Promise<string | null>;
  /** Loads the second reader, which then replaces the small one for frames. Ignores a failed load. */
  loadSecondReader(): Promise<void>;
}

/** How long a photo waits for the second reader to load on a slow network. */
const secondReaderTimeoutMs = 15_000;

/** Downloads our own readers only if needed. */
export async function createDecoder(): Promise<Decoder> {
  let native = await nativeReader();
  let second: Reader | null = null;
  let secondLoading: Promise<void> | undefined;
  if (!native) await importSmallReader();

  async function readNatively(picture: Picture, kind: PictureKind): Promise<string | null> {
    try {
      return native && (await native(picture, kind));
    } catch {
      native = null; // Some phones expose BarcodeDetector without an implementation: use our readers from now on.
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
      // Faster than the small reader, and missed only one or two of 300 test pictures that the small one reads.
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
