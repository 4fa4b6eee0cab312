/** PDF documents with embedded fonts. Their bytes are deterministic. */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { Lettering } from './lettering.ts';
import type { Pen } from './print/pen.ts';

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
  lettering: Lettering,
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
  const resources = context.register(context.obj({ Font: lettering.embed(context) }));
  for (const pen of pens) {
    const sheet = document.addPage(size);
    sheet.node.set(PDFName.of('Resources'), resources);
    sheet.node.set(PDFName.of('Contents'), context.register(context.flateStream(pen.content())));
  }
  return new Uint8Array(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));
}
