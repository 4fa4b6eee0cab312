/** Decodes QR codes. Tries the browser's decoder or our small one first, then a larger decoder that reads more codes. */
import { isCardId, parseQrText } from '#schema/cards/card-id.ts';
import { nativeReader } from '#web/features/scans/scanning/camera/native-reader.ts';
import type { FoundCode, Picture, PictureKind, Reader } from '#web/features/scans/scanning/camera/picture.ts';

export interface DecodedCode {
  text: string;
  /** Whether the code fills a large part of the picture, which suggests that the user is pointing the camera at it. */
  isLarge: boolean;
}

/**
 * QR code decoder. Both methods return the code of the first card found. If there is no card, they return the largest other code, or null
 * if no code was found.
 */
export interface Decoder {
  /** Decodes a video frame, favoring speed over thoroughness. */
  frame(picture: Picture): Promise<DecodedCode | null>;
  /** Decodes a photo, favoring thoroughness over speed. Loads the large decoder if needed. */
  photo(picture: Picture): Promise<DecodedCode | null>;
  /** Loads the large decoder, which then replaces the small one for video frames. Ignores load failures. */
  loadSecondReader(): Promise<void>;
}

/** Timeout in milliseconds for loading the large decoder while decoding a photo. */
const secondReaderTimeoutMs = 15_000;
/** Minimum side length of a code considered large, as a fraction of the picture's shorter side. */
const largeCodeShare = 0.25;

/** Creates a decoder. Downloads the small decoder only if the browser has no built-in one. */
export async function createDecoder(): Promise<Decoder> {
  let native = await nativeReader();
  let second: Reader | null = null;
  let secondLoading: Promise<void> | undefined;
  if (!native) await importSmallReader();

  async function* readNatively(picture: Picture, kind: PictureKind): AsyncIterable<FoundCode> {
    try {
      if (native) yield* native(picture, kind);
    } catch {
      native = null; // Some phones expose BarcodeDetector without an implementation. In that case, switch to our own decoders.
    }
  }

  async function* readWithSmallReader(picture: Picture, kind: PictureKind): AsyncIterable<FoundCode> {
    yield* (await importSmallReader())(picture, kind);
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

  async function* readFrame(picture: Picture): AsyncIterable<FoundCode> {
    yield* readNatively(picture, 'frame');
    // Once loaded, the large decoder replaces the small one because it is faster. Of 300 test pictures, it missed only one or two that the
    // small one could decode.
    if (second) yield* second(picture, 'frame');
    else if (!native) yield* readWithSmallReader(picture, 'frame');
  }

  async function* readPhoto(picture: Picture): AsyncIterable<FoundCode> {
    yield* readNatively(picture, 'photo');
    yield* readWithSmallReader(picture, 'photo');
    await Promise.race([loadSecondReader(), new Promise((resolve) => setTimeout(resolve, secondReaderTimeoutMs))]);
    if (second) yield* second(picture, 'photo');
  }

  return {
    loadSecondReader,
    frame: (picture) => chooseCode(readFrame(picture), picture),
    photo: (picture) => chooseCode(readPhoto(picture), picture),
  };
}

/** Returns the code of the first card found and stops decoding. If there is none, returns the largest other code. */
async function chooseCode(codes: AsyncIterable<FoundCode>, picture: Picture): Promise<DecodedCode | null> {
  let chosenCode: DecodedCode | null = null;
  let largest = 0;
  for await (const { text, corners } of codes) {
    const size = measureExtent(corners) / Math.min(picture.width, picture.height);
    const code = { text, isLarge: size >= largeCodeShare };
    if (isCardId(parseQrText(text).cardId)) return code;
    if (text && size > largest) [chosenCode, largest] = [code, size];
  }
  return chosenCode;
}

function measureExtent(corners: FoundCode['corners']): number {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

async function importSmallReader(): Promise<Reader> {
  return (await import('#web/features/scans/scanning/camera/small-reader.ts')).readSmall;
}

async function importSecondReader(): Promise<Reader> {
  return (await import('#web/features/scans/scanning/camera/second-reader.ts')).loadSecondReader();
}
