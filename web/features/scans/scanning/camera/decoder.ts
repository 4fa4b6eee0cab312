/** Finds a QR code in a picture: with the browser's own reader or our small one and, where those find nothing, with a second one. */
import { nativeReader } from '#web/features/scans/scanning/camera/native-reader.ts';
import type { Picture, PictureKind, Reader } from '#web/features/scans/scanning/camera/picture.ts';

export interface Decoder {
  /** One frame of the camera: quick, called again and again. The code's text, or null. */
  frame(picture: Picture): Promise<string | null>;
  /** A photo: takes its time, and calls the second reader by itself. */
  photo(picture: Picture): Promise<string | null>;
  /** Loads the second reader, which reads frames in place of the small one once it is there. Where it cannot be had, all goes on without it. */
  callSecond(): Promise<void>;
}

/** Whoever waits with a photo on a network that hardly moves is told by then what could be read without the second reader. */
const secondReaderWithinMs = 15_000;

/** Gets the first reader ready. Ours are downloaded only where they are needed. */
export async function createDecoder(): Promise<Decoder> {
  let native = await nativeReader();
  let second: Reader | null = null;
  let called: Promise<void> | undefined;
  if (!native) await loadSmall();

  async function byNative(picture: Picture, kind: PictureKind): Promise<string | null> {
    try {
      return native && (await native(picture, kind));
    } catch {
      native = null; // some phones promise a reader and have none: from here on ours reads
      return null;
    }
  }

  async function bySmall(picture: Picture, kind: PictureKind): Promise<string | null> {
    return (await loadSmall())(picture, kind);
  }

  function callSecond(): Promise<void> {
    called ??= loadSecond().then(
      (reader) => {
        second = reader;
      },
      () => undefined,
    );
    return called;
  }

  return {
    callSecond,
    async frame(picture) {
      const text = await byNative(picture, 'frame');
      if (text) return text;
      // But for a picture or two of three hundred, the second one reads what the small one reads, and sooner.
      if (second) return second(picture, 'frame');
      return native ? null : bySmall(picture, 'frame');
    },
    async photo(picture) {
      const text = (await byNative(picture, 'photo')) ?? (await bySmall(picture, 'photo'));
      if (text) return text;
      await Promise.race([callSecond(), new Promise((resolve) => setTimeout(resolve, secondReaderWithinMs))]);
      return second?.(picture, 'photo') ?? null;
    },
  };
}

async function loadSmall(): Promise<Reader> {
  return (await import('#web/features/scans/scanning/camera/small-reader.ts')).readSmall;
}

async function loadSecond(): Promise<Reader> {
  return (await import('#web/features/scans/scanning/camera/second-reader.ts')).loadSecondReader();
}
