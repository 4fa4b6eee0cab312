/** Tests which decoder examines a picture, and when the larger decoder is loaded. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDecoder } from '#web/features/scans/scanning/camera/decoder.ts';
import type { Picture } from '#web/features/scans/scanning/camera/picture.ts';

/** Mock QR code readers. Each yields the text returned by its mock function as a code of a fixed size. */
const { small, second, fetched, toReader } = vi.hoisted(() => ({
  small: vi.fn<() => string[]>(),
  second: vi.fn<() => string[]>(),
  fetched: vi.fn<() => Promise<void>>(),
  toReader: (read: () => string[]) =>
    async function* () {
      for (const text of read())
        yield {
          text,
          corners: [
            { x: 0, y: 0 },
            { x: 200, y: 200 },
          ],
        };
    },
}));
vi.mock('#web/features/scans/scanning/camera/small-reader.ts', () => ({ readSmall: toReader(small) }));
vi.mock('#web/features/scans/scanning/camera/second-reader.ts', () => ({
  loadSecondReader: async () => {
    await fetched();
    return toReader(second);
  },
}));

const picture: Picture = { source: document.createElement('img'), width: 640, height: 480 };

beforeEach(() => {
  vi.resetAllMocks();
  small.mockReturnValue([]);
  second.mockReturnValue(['TC-0000002']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Detected {
  rawValue: string;
  cornerPoints: { x: number; y: number }[];
}

function detectedCode(rawValue: string, side = 200): Detected {
  return {
    rawValue,
    cornerPoints: [
      { x: 10, y: 10 },
      { x: 10 + side, y: 10 + side },
    ],
  };
}

function phoneWith(detect: () => Promise<Detected[]>): void {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = detect;
    },
  );
}

describe('a camera frame', () => {
  test('is read by the small reader until the second one is called', async () => {
    const decoder = await createDecoder();
    expect(await decoder.frame(picture)).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
    await decoder.loadSecondReader();
    expect(await decoder.frame(picture)).toMatchObject({ text: 'TC-0000002' });
  });

  test('is read by the second reader only, once it has loaded', async () => {
    const decoder = await createDecoder();
    await decoder.loadSecondReader();
    await decoder.frame(picture);
    expect(small).not.toHaveBeenCalled();
  });

  test('is read by the phone’s own reader even if the second one has loaded', async () => {
    phoneWith(async () => [detectedCode('TC-0000003')]);
    const decoder = await createDecoder();
    await decoder.loadSecondReader();
    expect(await decoder.frame(picture)).toMatchObject({ text: 'TC-0000003' });
    expect(second).not.toHaveBeenCalled();
  });

  test('is still read if the second reader cannot be loaded, which is tried once', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const decoder = await createDecoder();
    await Promise.all([decoder.loadSecondReader(), decoder.loadSecondReader()]);
    expect(await decoder.frame(picture)).toBeNull();
    small.mockReturnValue(['TC-0000001']);
    expect(await decoder.frame(picture)).toMatchObject({ text: 'TC-0000001' });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('is read by the phone’s own reader if it has one', async () => {
    phoneWith(async () => [detectedCode('TC-0000003')]);
    const decoder = await createDecoder();
    expect(await decoder.frame(picture)).toMatchObject({ text: 'TC-0000003' });
    expect(small).not.toHaveBeenCalled();
  });

  test('is read by ours as soon as the phone’s own fails', async () => {
    phoneWith(() => Promise.reject(new Error('no detector')));
    small.mockReturnValue(['TC-0000001']);
    const decoder = await createDecoder();
    expect(await decoder.frame(picture)).toMatchObject({ text: 'TC-0000001' });
  });
});

describe('a photo of a code', () => {
  test('loads the second reader itself, if the first read nothing', async () => {
    const decoder = await createDecoder();
    small.mockReturnValue(['TC-0000001']);
    expect(await decoder.photo(picture)).toMatchObject({ text: 'TC-0000001' });
    expect(fetched).not.toHaveBeenCalled();
    small.mockReturnValue([]);
    expect(await decoder.photo(picture)).toMatchObject({ text: 'TC-0000002' });
  });

  test('is read by ours if the phone’s own reader finds nothing', async () => {
    phoneWith(async () => []);
    small.mockReturnValue(['TC-0000001']);
    expect(await (await createDecoder()).photo(picture)).toMatchObject({ text: 'TC-0000001' });
  });

  test('waits at most 15 seconds for the second reader', async () => {
    vi.useFakeTimers();
    fetched.mockReturnValue(new Promise(() => {}));
    const read = (await createDecoder()).photo(picture);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await read).toBeNull();
  });
});

describe('of several codes', () => {
  const menu = 'https://example.com/menu';

  test('the card is chosen, wherever it is in the list', async () => {
    phoneWith(async () => [detectedCode(menu, 400), detectedCode('TC-0000003', 50)]);
    expect(await (await createDecoder()).frame(picture)).toMatchObject({ text: 'TC-0000003' });
  });

  test('that are no cards, the largest is returned', async () => {
    phoneWith(async () => [detectedCode('ticket', 100), detectedCode(menu, 200), detectedCode('', 300)]);
    expect(await (await createDecoder()).frame(picture)).toEqual({ text: menu, isLarge: true });
  });

  test('a code counts as large from a quarter of the picture’s shorter side', async () => {
    phoneWith(async () => [detectedCode(menu, 119)]);
    expect(await (await createDecoder()).frame(picture)).toEqual({ text: menu, isLarge: false });
    phoneWith(async () => [detectedCode(menu, 120)]);
    expect(await (await createDecoder()).frame(picture)).toEqual({ text: menu, isLarge: true });
  });

  test('the phone’s own reader sees only another one, so a photo is read by all readers', async () => {
    phoneWith(async () => [detectedCode(menu)]);
    small.mockReturnValue([menu]);
    expect(await (await createDecoder()).photo(picture)).toMatchObject({ text: 'TC-0000002' });
    second.mockReturnValue([menu]);
    expect(await (await createDecoder()).photo(picture)).toMatchObject({ text: menu });
  });

  test('the phone’s own reader sees only another one, so the second one also reads the frame', async () => {
    phoneWith(async () => [detectedCode(menu)]);
    const decoder = await createDecoder();
    expect(await decoder.frame(picture)).toMatchObject({ text: menu });
    await decoder.loadSecondReader();
    expect(await decoder.frame(picture)).toMatchObject({ text: 'TC-0000002' });
  });
});
