import type { CertificateStatus } from '#schema/certificates/certificate.ts';
import { certificateActivationDays } from '#schema/rules.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import type { DrawnCertificate } from '#worker/pdf/certificate/draw-certificate.ts';
import { textWidth } from '#worker/pdf/print/font.ts';
import { bodyFont, boldFont, displayFont } from '#worker/pdf/print/fonts.ts';
import { inks } from '#worker/pdf/print/ink.ts';
import { logo } from '#worker/pdf/print/landmarks.ts';
import type { Pen } from '#worker/pdf/print/pen.ts';
import { drawQrModules } from '#worker/pdf/print/qr-modules.ts';
import { roundedBox } from '#worker/pdf/print/svg-path.ts';
import { panel } from './scene.ts';

export const leftEdge = 190;
export const textWidthOfPage = 1_640;
const panelCenter = panel.x + panel.width / 2;
const tile = { x: panelCenter - 270, y: 330, size: 540 };

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const formatDay = (seconds: number) => day.format(seconds * 1_000);

export function drawText(pen: Pen, certificate: DrawnCertificate): void {
  const option = getOption(certificate.type);
  pen.at({ x: leftEdge - 12, y: 176, scale: 2.4 }, logo);
  pen.text('Cache Cards', leftEdge + 124, 252, { font: displayFont, size: 72, color: inks.forestDeep, spacing: -0.6 });
  pen.text('Vacation Certificate', leftEdge, 484, { font: displayFont, size: 162, color: inks.vermilionDeep, spacing: -2 });
  pen.text('This treasure belongs to', leftEdge, 592, { font: bodyFont, size: 54, color: inks.outline });
  pen.stroke(`M${leftEdge} 828h${textWidthOfPage}`, inks.goldDeep, 5, [0.1, 18]);
  pen.text(`who found it card by card and traded ${certificate.tokensRedeemed} Treasure Tokens for a`, leftEdge, 918, {
    font: bodyFont,
    size: 54,
    color: inks.outline,
  });
  pen.text(option.name, leftEdge, 1_068, { font: displayFont, size: 128, color: inks.forestDeep, spacing: -1 });
  pen.text(`${option.description}.`, leftEdge, 1_150, { font: bodyFont, size: 54, color: inks.outline });
  drawFacts(pen, certificate);
  drawRules(pen, certificate);
}

function drawFacts(pen: Pen, certificate: DrawnCertificate): void {
  const { number, createdAt, activateBy, validUntil } = certificate;
  const facts = [
    ['CERTIFICATE', number],
    ['ISSUED', formatDay(createdAt)],
    isInReview(certificate)
      ? ['ACTIVATE WITHIN', `${certificateActivationDays} days of our email`]
      : ['ACTIVATE BY', formatDay(activateBy)],
    ['VALID UNTIL', formatDay(validUntil)],
  ] as const;
  facts.forEach(([label, value], index) => {
    const x = leftEdge + index * 415;
    pen.text(label, x, 1_262, { font: boldFont, size: 30, color: inks.goldDeep, spacing: 3 });
    pen.text(value, x, 1_318, { font: boldFont, size: Math.min(44, (44 * 385) / textWidth(boldFont, value, 44)), color: inks.black });
  });
}

/** The activation period starts when the review is passed, so there is no deadline before that. */
const isInReview = ({ status, review }: DrawnCertificate) => status === 'active' && review === 'waiting';

function drawRules(pen: Pen, certificate: DrawnCertificate): void {
  const deadlineText = isInReview(certificate) ? ' of our email saying it is ready' : ', by the date above';
  const rules = [
    `Sign in and activate it within ${certificateActivationDays} days${deadlineText}; after that it expires.`,
    'Valid for one year from the date of issue. You can redeem one certificate every 12 months.',
    'Scanning the code opens the activation page; it does not activate the certificate by itself.',
  ];
  rules.forEach((rule, index) => {
    pen.text(rule, leftEdge, 1_424 + index * 50, { font: bodyFont, size: 36, color: inks.outline });
  });
}

export function drawActivation(pen: Pen, certificate: DrawnCertificate): void {
  const { activationLink, status } = certificate;
  const center = { align: 'center' } as const;
  const [kicker, when] = activationWords(certificate);
  pen.fill(roundedBox(tile.x, tile.y, tile.size, tile.size, 32), inks.white);
  drawQrModules(pen, activationLink, tile);
  pen.text(status === 'active' ? 'Scan to activate' : 'See it online', panelCenter, 262, {
    font: displayFont,
    size: 84,
    color: inks.paperRaised,
    ...center,
  });
  pen.text(kicker, panelCenter, 1_002, { font: boldFont, size: 34, color: inks.gold, spacing: 5, ...center });
  pen.text(when, panelCenter, 1_082, { font: displayFont, size: 68, color: inks.paperRaised, ...center });
  if (status !== 'active') return;
  const steps = [
    isInReview(certificate) ? 'Then scan the code,' : 'Scan the code with your phone,',
    'sign in to Cache Cards',
    'and tap Activate.',
  ];
  steps.forEach((step, index) => {
    pen.text(step, panelCenter, 1_190 + index * 54, { font: bodyFont, size: 40, color: inks.paperRaised, ...center });
  });
}

function activationWords(certificate: DrawnCertificate): [string, string] {
  const { status, activateBy, activatedAt } = certificate;
  if (isInReview(certificate)) return ['UNDER REVIEW', 'Wait for our email'];
  if (status === 'activated' && activatedAt !== null) return ['ACTIVATED ON', formatDay(activatedAt)];
  if (status === 'expired') return ['EXPIRED ON', formatDay(activateBy)];
  if (status === 'cancelled') return ['CANCELED', 'Tokens returned'];
  return ['ACTIVATE BY', formatDay(activateBy)];
}

const stamps = {
  activated: ['ACTIVATED', inks.forest],
  expired: ['EXPIRED', inks.vermilion],
  cancelled: ['CANCELED', inks.vermilion],
} as const;

export function drawStamp(pen: Pen, status: CertificateStatus): void {
  if (status === 'active') return;
  const [word, color] = stamps[status];
  const width = textWidth(boldFont, word, 84) + 12 * (word.length - 1);
  pen.at({ x: panelCenter, y: 1_300, turn: -9 }, (stamp) => {
    stamp.fill(roundedBox(-width / 2 - 50, -76, width + 100, 152, 24), inks.paperRaised);
    stamp.stroke(roundedBox(-width / 2 - 38, -64, width + 76, 128, 18), color, 8);
    stamp.text(word, 0, 30, { font: boldFont, size: 84, color, align: 'center', spacing: 12 });
  });
}
