/** Which decoder examines a picture, and when the large decoder is loaded. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDecoder } from '#web/features/scans/scanning/camera/decoder.ts';
import type { Picture } from '#web/features/scans/scanning/camera/picture.ts';

const { small, second, fetched } = vi.hoisted(() => ({
  small: vi.fn<() => Promise<string | null>>(),
  second: vi.fn<() => Promise<string | null>>(),
  fetched: vi.fn<() => Promise<void>>(),
}));
vi.mock('#web/features/scans/scanning/camera/small-reader.ts', () => ({ readSmall: small }));
vi.mock('#web/features/scans/scanning/camera/second-reader.ts', () => ({
  loadSecondReader: async () => {
    await fetched();
    return second;
  },
}));

const picture: Picture = { source: document.createElement('img'), width: 640, height: 480 };

beforeEach(() => {
  vi.resetAllMocks();
  small.mockResolvedValue(null);
  second.mockResolvedValue('TC-0000002');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function phoneWith(detect: () => Promise<{ rawValue: string }[]>): void {
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
    expect(await decoder.frame(picture)).toBe('TC-0000002');
  });

  test('is read by the second reader only, once it has loaded', async () => {
    const decoder = await createDecoder();
    await decoder.loadSecondReader();
    await decoder.frame(picture);
    expect(small).not.toHaveBeenCalled();
  });

  test('is read by the phone’s own reader even if the second one has loaded', async () => {
    phoneWith(async () => [{ rawValue: 'TC-0000003' }]);
    const decoder = await createDecoder();
    await decoder.loadSecondReader();
    expect(await decoder.frame(picture)).toBe('TC-0000003');
    expect(second).not.toHaveBeenCalled();
  });

  test('is still read if the second reader cannot be loaded, which is tried once', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const decoder = await createDecoder();
    await Promise.all([decoder.loadSecondReader(), decoder.loadSecondReader()]);
    expect(await decoder.frame(picture)).toBeNull();
    small.mockResolvedValue('TC-0000001');
    expect(await decoder.frame(picture)).toBe('TC-0000001');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('is read by the phone’s own reader if it has one', async () => {
    phoneWith(async () => [{ rawValue: 'TC-0000003' }]);
    const decoder = await createDecoder();
    expect(await decoder.frame(picture)).toBe('TC-0000003');
    expect(small).not.toHaveBeenCalled();
  });

  test('is read by ours as soon as the phone’s own fails', async () => {
    phoneWith(() => Promise.reject(new Error('no detector')));
    small.mockResolvedValue('TC-0000001');
    const decoder = await createDecoder();
    expect(await decoder.frame(picture)).toBe('TC-0000001');
  });
});

describe('a photo of a code', () => {
  test('loads the second reader itself, if the first read nothing', async () => {
    const decoder = await createDecoder();
    small.mockResolvedValue('TC-0000001');
    expect(await decoder.photo(picture)).toBe('TC-0000001');
    expect(fetched).not.toHaveBeenCalled();
    small.mockResolvedValue(null);
    expect(await decoder.photo(picture)).toBe('TC-0000002');
  });

  test('is read by ours if the phone’s own reader finds nothing', async () => {
    phoneWith(async () => []);
    small.mockResolvedValue('TC-0000001');
    expect(await (await createDecoder()).photo(picture)).toBe('TC-0000001');
  });

  test('waits at most 15 seconds for the second reader', async () => {
    vi.useFakeTimers();
    fetched.mockReturnValue(new Promise(() => {}));
    const read = (await createDecoder()).photo(picture);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await read).toBeNull();
  });
});
