/** Reads a PDF's text, and decodes its QR codes from an image of each page as a phone would. PDFium renders the pages, as in Chrome. */
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { BinaryBitmap, DecodeHintType, GlobalHistogramBinarizer, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';

export interface PdfCode {
  /** Page number, starting at 1. */
  page: number;
  text: string;
}

export interface PdfText {
  /** Page size in points. */
  width: number;
  height: number;
  /** The page's text, one line per printed line. */
  words: string;
}

export interface PdfPage extends PdfText {
  code: string | undefined;
}

/** Render resolutions to try, in pixels per point. The lowest is 108 dpi. */
const scales = [2, 3, 1.5];
/**
 * Rotation angles to try, in degrees. The decoder fails on one in 25 clean, perfectly level pictures, whatever their size. In practice,
 * nobody holds a phone that straight.
 */
const angles = [0, 7, 20, 33];
const binarizers = [HybridBinarizer, GlobalHistogramBinarizer];

/** Returns the QR codes of all pages that have one. */
export async function readPdfCodes(pdf: Uint8Array): Promise<PdfCode[]> {
  return findCodes(await readPdf(pdf));
}

export function findCodes(pages: PdfPage[]): PdfCode[] {
  return pages.flatMap(({ code }, index) => (code === undefined ? [] : [{ page: index + 1, text: code }]));
}

/** Returns the text of every page. Skips the QR codes because rendering and decoding take most of the time. */
export function readPdfText(pdf: Uint8Array): Promise<PdfText[]> {
  return withPdf(pdf, async (open) => [...(await open()).pages()].map(readText));
}

export function readPdf(pdf: Uint8Array): Promise<PdfPage[]> {
  return withPdf(pdf, async (open) => {
    const pages: PdfPage[] = [];
    for (const scale of scales) {
      const document = await open();
      for (const [index, page] of [...document.pages()].entries()) {
        const knownPage = pages[index];
        // A page with a QR code may need several attempts; one attempt is enough for other pages.
        if (knownPage && (knownPage.code !== undefined || !/scan/i.test(knownPage.words))) continue;
        // Reads the text first because rendering a page closes it.
        const text = readText(page);
        const { data, width, height } = await page.render({ scale, render: 'bitmap' });
        pages[index] = { ...text, code: decodePixels(data, width, height) };
      }
      document.destroy();
    }
    return pages;
  });
}

async function withPdf<Result>(pdf: Uint8Array, use: (open: () => Promise<PDFiumDocument>) => Promise<Result>): Promise<Result> {
  const library = await PDFiumLibrary.init();
  try {
    return await use(() => library.loadDocument(pdf));
  } finally {
    library.destroy();
  }
}

function readText(page: PDFiumPage): PdfText {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  return { width: originalWidth, height: originalHeight, words: page.getText().replaceAll('\r\n', '\n') };
}

/** Returns the text of the QR code in an RGBA picture, or undefined if no code is found. */
export function decodePixels(pixels: ArrayLike<number>, width: number, height: number): string | undefined {
  // Reads only one of the RGBA channels because QR codes are gray.
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = pixels[at * 4] ?? 255;
  for (const angle of angles) {
    const image = angle === 0 ? new RGBLuminanceSource(grey, width, height) : rotate(grey, width, height, angle);
    for (const Binarizer of binarizers) {
      try {
        return new QRCodeReader().decode(new BinaryBitmap(new Binarizer(image)), new Map([[DecodeHintType.TRY_HARDER, true]])).getText();
      } catch {
        // Decoding failed; the loop tries the next binarizer or rotation.
      }
    }
  }
  return undefined;
}

/** Rotates the picture about its center, on a white square large enough to contain all of it. */
function rotate(grey: Uint8ClampedArray, width: number, height: number, degrees: number): RGBLuminanceSource {
  const side = Math.ceil(Math.hypot(width, height));
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const pixels = new Uint8ClampedArray(side * side).fill(255);
  for (let at = 0; at < pixels.length; at += 1) {
    const x = (at % side) + 0.5 - side / 2;
    const y = Math.floor(at / side) + 0.5 - side / 2;
    const fromX = Math.floor(x * cos + y * sin + width / 2);
    const fromY = Math.floor(y * cos - x * sin + height / 2);
    if (fromX >= 0 && fromY >= 0 && fromX < width && fromY < height) pixels[at] = grey[fromY * width + fromX] ?? 255;
  }
  return new RGBLuminanceSource(pixels, side, side);
}
