/**
 * One-page PDF of a vacation certificate with embedded fonts and a QR code for its activation link. Only the holder's name may need
 * additional fonts.
 */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { ReadFontFile } from './certificate/certificate-fonts.ts';
import type { DrawnCertificate } from './certificate/draw-certificate.ts';
import { prepareName } from './certificate/drawable-name.ts';
import { drawHolder } from './certificate/holder.ts';
import type { NameFont } from './certificate/name-font.ts';
import { createPagePen, pagePoints } from './certificate/page.ts';
import { drawScene } from './certificate/scene.ts';
import { drawActivation, drawStamp, drawText, leftEdge, textWidthOfPage } from './certificate/text.ts';
import { readTrueType } from './certificate/true-type.ts';
import alegreyaBold from './fonts/alegreya-bold.ttf';
import { embedFont } from './print/font.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import type { FontNames } from './print/pen.ts';

/** Covers names in Latin (including Vietnamese), Greek and Cyrillic letters. */
const namesFont: NameFont = { name: 'Alegreya-Bold', face: readTrueType(new Uint8Array(alegreyaBold)) };

const fontNames: FontNames = new Map([
  [displayFont, 'Display'],
  [bodyFont, 'Body'],
  [boldFont, 'Bold'],
]);

/** Draws the certificate. The bytes are deterministic. `read` is only called for letters other than Latin, Greek and Cyrillic. */
export async function drawCertificate(certificate: DrawnCertificate, read: ReadFontFile): Promise<Uint8Array<ArrayBuffer>> {
  const { pen: names, text: holder } = await prepareName(certificate.holderName, namesFont, read);
  const document = await PDFDocument.create({ updateMetadata: false });
  describe(document, certificate);
  const pen = createPagePen(fontNames, (drawPage) => {
    drawScene(drawPage);
    drawText(drawPage, certificate);
    drawHolder(drawPage, names, holder, { left: leftEdge, width: textWidthOfPage, baseline: 762 });
    drawActivation(drawPage, certificate);
    drawStamp(drawPage, certificate.status);
  });

  const { context } = document;
  const fonts = Object.fromEntries([...fontNames].map(([font, name]) => [name, embedFont(context, font)]));
  const sheet = document.addPage(pagePoints);
  sheet.node.set(PDFName.of('Resources'), context.obj({ Font: { ...fonts, ...names.embed(context) } }));
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
