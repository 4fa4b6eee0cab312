/**
 * `npm run names`: draws certificates for names in many scripts on one sheet (dist/names/sheet.png) for visual inspection. Then measures
 * the time and size of a certificate, and the Worker's size and startup time. `--worker FOLDER` measures another bundle of the Worker.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type OverlayOptions } from 'sharp';
import { measureWorker, median } from '#scripts/lab/names/measure.ts';
import { names } from '#scripts/lab/names/names.ts';
import { runWorkerInNode } from '#scripts/lab/worker-in-node.ts';
import { root } from '#scripts/setup/run.mjs';
import { siteFiles } from '#scripts/site/name-fonts.ts';

runWorkerInNode();
const { drawCertificate } = await import('#worker/pdf/certificate.ts');
const { nameFonts } = await import('#worker/pdf/names/name-fonts.ts');

const folder = join(root, 'dist', 'names');
/** Scale in pixels per point. `cropArea` is the part of each certificate that the sheet shows. */
const scale = 1.2;
const cropArea = { left: 60, top: 185, width: 560, height: 105 };
const columns = 4;

function draw(holderName: string) {
  const certificate = {
    number: 'VC-7K2M-9QXA',
    type: 'global',
    status: 'active',
    review: 'passed',
    holderName,
    tokensRedeemed: 120,
    activationLink: 'https://cards.test/dashboard/certificates/VC-7K2M-9QXA/activate',
    createdAt: 1_795_255_200,
    activateBy: 1_797_847_200,
    validUntil: 1_826_791_200,
    activatedAt: null,
  } as const;
  return drawCertificate(certificate, nameFonts(siteFiles));
}

async function drawSheet() {
  const library = await PDFiumLibrary.init();
  const parts: OverlayOptions[] = [];
  const times: number[] = [];
  const sizes: number[] = [];
  for (const [index, name] of names.entries()) {
    await draw(name);
    const from = performance.now();
    const pdf = await draw(name);
    times.push(performance.now() - from);
    sizes.push(pdf.length / 1_024);
    const document = await library.loadDocument(pdf);
    const { data, width, height } = await document.getPage(0).render({ scale, render: 'bitmap' });
    document.destroy();
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    parts.push({
      input: await picture.extract(cropArea).png().toBuffer(),
      left: (index % columns) * cropArea.width,
      top: Math.floor(index / columns) * cropArea.height,
    });
  }
  library.destroy();
  const size = { width: columns * cropArea.width, height: Math.ceil(names.length / columns) * cropArea.height };
  const file = join(folder, 'sheet.png');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    await sharp({ create: { ...size, channels: 3, background: 'white' } })
      .composite(parts)
      .png()
      .toBuffer(),
  );
  return { file, times, sizes };
}

const { values } = parseArgs({ options: { worker: { type: 'string' } } });
const { file, times, sizes } = await drawSheet();
const summary = (numbers: number[]) => `${Math.round(median(numbers))}, at most ${Math.round(Math.max(...numbers))}`;
const { kilobytes, startMs } = await measureWorker(values.worker);
console.log(`${names.length} names on ${file}
ms per certificate: ${summary(times)}
KB per certificate: ${summary(sizes)}
Worker: ${kilobytes} KB gzipped, ${startMs} ms until its first answer`);
