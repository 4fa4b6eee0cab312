/** One-page PDF of a vacation certificate with embedded fonts and a QR code for its activation link. */
import { ApiError } from '#worker/errors.ts';
import { english } from '#worker/words/words.ts';
import type { DrawnCertificate } from './certificate/draw-certificate.ts';
import { drawHolder } from './certificate/holder.ts';
import { createPagePen, pagePoints } from './certificate/page.ts';
import { drawScene } from './certificate/scene.ts';
import { drawActivation, drawStamp, drawText, leftEdge, textWidthOfPage } from './certificate/text.ts';
import { writeDocument } from './document.ts';
import { Lettering } from './lettering.ts';
import type { NameFonts } from './names/name-fonts.ts';
import { findPrintableName } from './names/printable-name.ts';

/** Draws the certificate. The bytes are deterministic. Throws if the name cannot be printed; redemption checks this in advance. */
export async function drawCertificate(certificate: DrawnCertificate, fonts: NameFonts, words = english): Promise<Uint8Array<ArrayBuffer>> {
  const name = await findPrintableName(certificate.holderName, fonts, words.language);
  if (!name) throw new ApiError('certificate_name_unprintable');
  const lettering = new Lettering(fonts, [words.language]);
  await lettering.names.add(name.files);
  const drawPage = () =>
    createPagePen(lettering, (pen) => {
      drawScene(pen);
      drawText(pen, certificate, words);
      const area = { left: leftEdge, width: textWidthOfPage, baseline: 762, above: 150, below: 56 };
      drawHolder(pen, lettering.names, name.text, area);
      drawActivation(pen, certificate, words);
      drawStamp(pen, certificate.status, words);
    });
  await lettering.loadFonts(drawPage);
  const { number, createdAt } = certificate;
  const title = words.t('Vacation Certificate {number}', { number });
  return writeDocument({ title, language: words.language, createdAt }, pagePoints, [drawPage()], lettering);
}
