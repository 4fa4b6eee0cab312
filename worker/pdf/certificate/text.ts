import type { CertificateStatus } from '#schema/certificates/certificate.ts';
import { certificateActivationDays } from '#schema/rules.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import { toIso } from '#worker/domain/time.ts';
import type { DrawnCertificate } from '#worker/pdf/certificate/draw-certificate.ts';
import { bodyFont, boldFont, displayFont } from '#worker/pdf/print/fonts.ts';
import { inks } from '#worker/pdf/print/ink.ts';
import { logo } from '#worker/pdf/print/landmarks.ts';
import type { Pen, TextStyle } from '#worker/pdf/print/pen.ts';
import { drawQrModules } from '#worker/pdf/print/qr-modules.ts';
import { roundedBox } from '#worker/pdf/print/svg-path.ts';
import type { Words } from '#worker/words/words.ts';
import { panel } from './scene.ts';

export const leftEdge = 190;
export const textWidthOfPage = 1_640;
const panelCenter = panel.x + panel.width / 2;
const tile = { x: panelCenter - 270, y: 330, size: 540 };

const panelTextWidth = 640;

const formatDay = (seconds: number, words: Words) => words.formatDay(toIso(seconds)) ?? '';

function drawLine(pen: Pen, text: string, y: number, style: TextStyle): void {
  pen.text(text, leftEdge, y, { maxWidth: textWidthOfPage, ...style });
}

export function drawText(pen: Pen, certificate: DrawnCertificate, words: Words): void {
  const { t, stored } = words;
  const option = getOption(certificate.type);
  const small = { font: bodyFont, size: 54, color: inks.outline };
  pen.at({ x: leftEdge - 12, y: 176, scale: 2.4 }, logo);
  pen.text('Cache Cards', leftEdge + 124, 252, { font: displayFont, size: 72, color: inks.forestDeep, spacing: -0.6 });
  drawLine(pen, t('Vacation Certificate'), 484, { font: displayFont, size: 162, color: inks.vermilionDeep, spacing: -2 });
  drawLine(pen, t('This treasure belongs to'), 592, small);
  pen.stroke(`M${leftEdge} 828h${textWidthOfPage}`, inks.goldDeep, 5, [0.1, 18]);
  const { tokensRedeemed: tokens } = certificate;
  drawLine(pen, t('who found it card by card and traded {tokens} Treasure Tokens for a', { tokens }), 918, small);
  drawLine(pen, stored(option.name), 1_068, { font: displayFont, size: 128, color: inks.forestDeep, spacing: -1 });
  drawLine(pen, stored(option.description) + (words.language === 'ja' ? '。' : '.'), 1_150, small);
  drawFacts(pen, certificate, words);
  drawRules(pen, certificate, words);
}

function drawFacts(pen: Pen, certificate: DrawnCertificate, words: Words): void {
  const { t } = words;
  const { number, createdAt, activateBy, validUntil } = certificate;
  const facts = [
    [t('CERTIFICATE'), number],
    [t('ISSUED'), formatDay(createdAt, words)],
    isInReview(certificate)
      ? [t('ACTIVATE WITHIN'), t('{days} days of our email', { days: certificateActivationDays })]
      : [t('ACTIVATE BY'), formatDay(activateBy, words)],
    [t('VALID UNTIL'), formatDay(validUntil, words)],
  ] as const;
  facts.forEach(([label, value], index) => {
    const x = leftEdge + index * 415;
    pen.text(label, x, 1_262, { font: boldFont, size: 30, color: inks.goldDeep, spacing: 3, maxWidth: 365 });
    pen.text(value, x, 1_318, { font: boldFont, size: 44, maxWidth: 365, color: inks.black });
  });
}

/** The activation period starts when the review is passed, so there is no deadline before that. */
const isInReview = ({ status, review }: DrawnCertificate) => status === 'active' && review === 'waiting';

function drawRules(pen: Pen, certificate: DrawnCertificate, { t }: Words): void {
  const days = certificateActivationDays;
  const rules = [
    isInReview(certificate)
      ? t('Sign in and activate it within {days} days of our email saying it is ready; after that it expires.', { days })
      : t('Sign in and activate it within {days} days, by the date above; after that it expires.', { days }),
    t('Valid for one year from the date of issue. You can redeem one certificate every 12 months.'),
    t('Scanning the code opens the activation page; it does not activate the certificate by itself.'),
  ];
  rules.forEach((rule, index) => {
    drawLine(pen, rule, 1_424 + index * 50, { font: bodyFont, size: 36, color: inks.outline });
  });
}

export function drawActivation(pen: Pen, certificate: DrawnCertificate, words: Words): void {
  const { t } = words;
  const { activationLink, status } = certificate;
  const [kicker, when] = activationWords(certificate, words);
  pen.fill(roundedBox(tile.x, tile.y, tile.size, tile.size, 32), inks.white);
  drawQrModules(pen, activationLink, tile);
  const drawCentered = (text: string, y: number, style: Omit<TextStyle, 'align'>) => {
    pen.text(text, panelCenter, y, { ...style, maxWidth: panelTextWidth, align: 'center' });
  };
  const heading = status === 'active' ? t('Scan to activate') : t('See it online');
  drawCentered(heading, 262, { font: displayFont, size: 84, color: inks.paperRaised });
  drawCentered(kicker, 1_002, { font: boldFont, size: 34, color: inks.gold, spacing: 5 });
  drawCentered(when, 1_082, { font: displayFont, size: 68, color: inks.paperRaised });
  if (status !== 'active') return;
  const steps = isInReview(certificate)
    ? t('Then scan the code,\nsign in to Cache Cards\nand tap Activate.')
    : t('Scan the code with your phone,\nsign in to Cache Cards\nand tap Activate.');
  for (const [index, step] of steps.split('\n').entries())
    drawCentered(step, 1_190 + index * 54, { font: bodyFont, size: 40, color: inks.paperRaised });
}

function activationWords(certificate: DrawnCertificate, words: Words): [string, string] {
  const { t } = words;
  const { status, activateBy, activatedAt } = certificate;
  if (isInReview(certificate)) return [t('UNDER REVIEW'), t('Wait for our email')];
  if (status === 'activated' && activatedAt !== null) return [t('ACTIVATED ON'), formatDay(activatedAt, words)];
  if (status === 'expired') return [t('EXPIRED ON'), formatDay(activateBy, words)];
  if (status === 'cancelled') return [t('CANCELED'), t('Tokens returned')];
  return [t('ACTIVATE BY'), formatDay(activateBy, words)];
}

export function drawStamp(pen: Pen, status: CertificateStatus, { t }: Words): void {
  if (status === 'active') return;
  const { word, color } = {
    activated: { word: t('ACTIVATED'), color: inks.forest },
    expired: { word: t('EXPIRED'), color: inks.vermilion },
    cancelled: { word: t('CANCELED'), color: inks.vermilion },
  }[status];
  const style = { font: boldFont, size: 84, color, spacing: 12 };
  const width = pen.measure(word, style);
  pen.at({ x: panelCenter, y: 1_300, turn: -9 }, (stamp) => {
    stamp.fill(roundedBox(-width / 2 - 50, -76, width + 100, 152, 24), inks.paperRaised);
    stamp.stroke(roundedBox(-width / 2 - 38, -64, width + 76, 128, 18), color, 8);
    stamp.text(word, 0, 30, { ...style, align: 'center' });
  });
}
