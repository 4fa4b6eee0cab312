/** One-page PDF of a vacation certificate with embedded fonts and a QR code for its activation link. */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { ApiError } from '#worker/errors.ts';
import type { DrawnCertificate } from './certificate/draw-certificate.ts';
import { drawHolder } from './certificate/holder.ts';
import { createPagePen, pagePoints } from './certificate/page.ts';
import { drawScene } from './certificate/scene.ts';
import { drawActivation, drawStamp, drawText, leftEdge, textWidthOfPage } from './certificate/text.ts';
import type { NameFonts } from './names/name-fonts.ts';
import { createNamePen } from './names/name-pen.ts';
import { findPrintableName } from './names/printable-name.ts';
import { embedFont } from './print/font.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import type { FontNames } from './print/pen.ts';

const fontNames: FontNames = new Map([
  [displayFont, 'Display'],
  [bodyFont, 'Body'],
  [boldFont, 'Bold'],
]);

/** Draws the certificate. The bytes are deterministic. Throws if the name cannot be printed, which redeeming checks. */
export async function drawCertificate(certificate: DrawnCertificate, fonts: NameFonts): Promise<Uint8Array<ArrayBuffer>> {
  const name = await findPrintableName(certificate.holderName, fonts);
  if (!name) throw new ApiError('certificate_name_unprintable');
  const names = await createNamePen(name, fonts);
  const document = await PDFDocument.create({ updateMetadata: false });
  describe(document, certificate);
  const pen = createPagePen(fontNames, (drawPage) => {
    drawScene(drawPage);
    drawText(drawPage, certificate);
    drawHolder(drawPage, names, name.text, { left: leftEdge, width: textWidthOfPage, baseline: 762, above: 150, below: 56 });
    drawActivation(drawPage, certificate);
    drawStamp(drawPage, certificate.status);
  });

  const { context } = document;
  const printFonts = Object.fromEntries([...fontNames].map(([font, fontName]) => [fontName, embedFont(context, font)]));
  const sheet = document.addPage(pagePoints);
  sheet.node.set(PDFName.of('Resources'), context.obj({ Font: { ...printFonts, ...names.embed(context) } }));
  sheet.node.set(PDFName.of('Contents'), context.register(context.flateStream(pen.content())));
  return new Uint8Array(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));
}

function describe(document: PDFDocument, { number, createdAt }: DrawnCertificate): void {
  const drawnAt = new Date(createdAt * 1_000);
  document.setTitle(`Vacation Certificate ${number}`, { showInWindowTitleBar: true });
  document.setAuthor('Cache Cards');
  document.setCreator('Cache Cards');
  document.setProducer('Cache Cards');
  document.setLanguage('en');
  document.setCreationDate(drawnAt);
  document.setModificationDate(drawnAt);
}
