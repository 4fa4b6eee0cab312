/**
 * Results of each reader for pictures with several or small QR codes.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { drawCodes, drawWithoutCanvas, type PlacedCode } from '#tests/web/support/code-pictures.ts';
import { binarize } from '#web/features/scans/scanning/camera/binarize.ts';
import { createDecoder, type Decoder } from '#web/features/scans/scanning/camera/decoder.ts';

vi.mock('#web/features/scans/scanning/camera/picture.ts', () => ({ draw: drawWithoutCanvas }));
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({
  default: `data:application/wasm;base64,${readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', 'base64')}`,
}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const card = 'https://cards.test/card?id=TC-0000001&k=AB12CD34';
const otherCard = 'https://cards.test/card?id=TC-0000002&k=AB12CD35';
const menu = 'https://example.com/menu/table-12?lang=en';
const ticket = 'TICKET-2026-11-27-0017';

const frame = { width: 640, height: 360 };
const at = (text: string, left: number, top: number, side: number): PlacedCode => ({ text, left, top, side });

const readableCases: [name: string, codes: PlacedCode[]][] = [
  ['a card alone', [at(card, 225, 85, 190)]],
  ['another code to its left', [at(menu, 60, 90, 180), at(card, 380, 90, 180)]],
  ['another code to its right', [at(card, 60, 90, 180), at(menu, 380, 90, 180)]],
  ['another code above it', [at(menu, 235, 10, 160), at(card, 235, 190, 160)]],
  ['another code below it', [at(card, 235, 10, 160), at(menu, 235, 190, 160)]],
  ['another code diagonally above it', [at(menu, 100, 10, 160), at(card, 350, 185, 160)]],
  ['another code at its edge', [at(menu, 140, 90, 180), at(card, 320, 90, 180)]],
  ['three other codes', [at(menu, 10, 10, 160), at(ticket, 470, 10, 160), at(ticket, 10, 190, 160), at(card, 470, 190, 160)]],
  ['a much larger code to its left', [at(menu, 20, 15, 330), at(card, 430, 130, 120)]],
  ['a much larger code to its right', [at(card, 90, 130, 120), at(menu, 290, 15, 330)]],
  ['a small card next to a large code', [at(menu, 20, 15, 330), at(card, 520, 250, 90)]],
  ['another card', [at(card, 60, 90, 180), at(otherCard, 380, 90, 180)]],
];
/** Pictures in which the small reader mixes up finder patterns of different codes, even when it reads each half separately. */
const hardCases: typeof readableCases = [
  ['two other codes around it', [at(menu, 20, 95, 170), at(card, 235, 95, 170), at(ticket, 450, 95, 170)]],
];
const cases = [...readableCases, ...hardCases];

async function readFrames(decoder: Decoder, codes: PlacedCode[]): Promise<(string | undefined)[]> {
  const picture = drawCodes(frame.width, frame.height, codes);
  // Reads the picture twice because the decoder tries a different variant of the picture each time.
  return [(await decoder.frame(picture))?.text, (await decoder.frame(picture))?.text];
}

describe('a card is found in a frame', () => {
  test.each(cases)('by the phone’s reader: %s', async (_, codes) => {
    const found = codes.map(({ text, left, top, side }) => ({
      rawValue: text,
      cornerPoints: [
        { x: left, y: top },
        { x: left + side, y: top + side },
      ],
    }));
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => found;
      },
    );
    expect(await readFrames(await createDecoder(), codes)).toContain(card);
  });

  test.each(readableCases)('by the small reader: %s', async (_, codes) => {
    const texts = await readFrames(await createDecoder(), codes);
    expect(texts.filter((text) => text === card || text === otherCard)).not.toEqual([]);
  });

  test.each(cases)('by the second reader: %s', async (_, codes) => {
    const decoder = await createDecoder();
    await decoder.loadSecondReader();
    expect(await readFrames(decoder, codes)).toContain(card);
  });
});

describe('in a photo', () => {
  test.each(cases)('a card is found: %s', async (_, codes) => {
    const code = await (await createDecoder()).photo(drawCodes(frame.width, frame.height, codes));
    expect([card, otherCard]).toContain(code?.text);
  });

  test('without a card, the largest code is found', async () => {
    const photo = drawCodes(frame.width, frame.height, [at(ticket, 20, 20, 100), at(menu, 300, 90, 200)]);
    expect(await (await createDecoder()).photo(photo)).toEqual({ text: menu, isLarge: true });
  });

  /** A wide picture. If it were scaled down to 2,400 pixels, the modules of its code would be smaller than two pixels. */
  const wide = drawCodes(4_000, 240, [at(card, 1_880, 60, 80)]);

  test('a small card is found in full size', async () => {
    expect(await (await createDecoder()).photo(wide)).toMatchObject({ text: card });
  });

  test('reading in full size stops after ten seconds', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 11_000;
      return now;
    });
    expect(await (await createDecoder()).photo(wide)).toBeNull();
  });
});

test('binarizing separates dark from bright under uneven light', () => {
  const [width, height] = [64, 8];
  const isDark = (x: number) => x % 8 < 4;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const x = index % width;
    data.fill(x * 3 + (isDark(x) ? 0 : 30), index * 4, index * 4 + 3);
  }
  binarize({ data, width, height } as ImageData, 6);
  const row = Array.from({ length: width - 12 }, (_, index) => index + 6);
  expect(row.map((x) => data[x * 4])).toEqual(row.map((x) => (isDark(x) ? 0 : 255)));
});
