/** PDF documents with embedded fonts. Their bytes are deterministic. */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { NamePen } from './names/name-pen.ts';
import { embedFont } from './print/font.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import type { FontNames, Pen } from './print/pen.ts';

/** Fonts that a page can use, except the fonts for names. */
export const fontNames: FontNames = new Map([
  [displayFont, 'Display'],
  [bodyFont, 'Body'],
  [boldFont, 'Bold'],
]);

export interface DocumentInfo {
  title: string;
  language: string;
  /** Creation time in Unix seconds (UTC). */
  createdAt: number;
}

/** Creates a PDF with one page per `Pen`. `size` is the width and height of the pages in points. */
export async function writeDocument(
  { title, language, createdAt }: DocumentInfo,
  size: [number, number],
  pens: readonly Pen[],
  names: NamePen,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor('Cache Cards');
  document.setCreator('Cache Cards');
  document.setProducer('Cache Cards');
  document.setLanguage(language);
  document.setCreationDate(new Date(createdAt * 1_000));
  document.setModificationDate(new Date(createdAt * 1_000));
  const { context } = document;
  const printFonts = Object.fromEntries([...fontNames].map(([font, fontName]) => [fontName, embedFont(context, font)]));
  const resources = context.register(context.obj({ Font: { ...printFonts, ...names.embed(context) } }));
  for (const pen of pens) {
    const sheet = document.addPage(size);
    sheet.node.set(PDFName.of('Resources'), resources);
    sheet.node.set(PDFName.of('Contents'), context.register(context.flateStream(pen.content())));
  }
  return new Uint8Array(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));
}
