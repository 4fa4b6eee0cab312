/** Voucher for a booked stay, in US Letter portrait format. Units are tenths of a millimeter. Long text continues on additional pages. */
import { nightsBetween, type OfferDetails, sumOfferCosts } from '#schema/stays/stay.ts';
import { isFullWidth } from '#worker/words/line-breaks.ts';
import { english, type Words } from '#worker/words/words.ts';
import { writeDocument } from './document.ts';
import { Lettering, type LetterStyle } from './lettering.ts';
import type { NameFonts } from './names/name-fonts.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import { type Ink, inks } from './print/ink.ts';
import { logo } from './print/landmarks.ts';
import { Pen } from './print/pen.ts';
import { roundedBox } from './print/svg-path.ts';

export interface DrawnVoucher extends OfferDetails {
  /** Certificate number. */
  number: string;
  reference: string;
  /** Name of the traveler; null once the traveler's data is erased. */
  travelerName: string | null;
  /** Creation time in Unix seconds (UTC). */
  createdAt: number;
}

const page = { width: 2_159, height: 2_794 } as const;
const pointsPerUnit = 72 / 254;
const pagePoints: [number, number] = [page.width * pointsPerUnit, page.height * pointsPerUnit];
const left = 170;
const right = page.width - left;
const textWidth = right - left;
const bottom = page.height - 190;

type VoucherStyle = LetterStyle & { color: Ink };

const label: VoucherStyle = { size: 30, font: boldFont, color: inks.goldDeep };
const body: VoucherStyle = { size: 42, font: bodyFont, color: inks.outline };
const strong: VoucherStyle = { size: 42, font: boldFont, color: inks.forestDeep };
export async function drawVoucher(voucher: DrawnVoucher, fonts: NameFonts, words = english): Promise<Uint8Array<ArrayBuffer>> {
  const { t } = words;
  const { checkIn, contact, cancellation } = voucher;
  const lettering = new Lettering(fonts, [words.language]);
  const drawPages = () => {
    const sheets = new Sheets(lettering, words);
    drawHead(sheets, voucher);
    drawPlace(sheets, voucher);
    drawFacts(sheets, voucher);
    drawCosts(sheets, voucher);
    sheets.section(t('CHECK-IN'), checkIn);
    sheets.section(t('CONTACT AT THE PLACE'), contact);
    sheets.section(t('CANCELLATION'), cancellation);
    return sheets.finish();
  };
  await lettering.loadFonts(drawPages);
  const title = t('Stay Voucher {number}', { number: voucher.number });
  return writeDocument({ title, language: words.language, createdAt: voucher.createdAt }, pagePoints, drawPages(), lettering);
}

/** Pages of the voucher, filled from top to bottom. */
class Sheets {
  readonly lettering: Lettering;
  readonly words: Words;
  readonly #pens: Pen[] = [];
  /** Y coordinate of the bottom of the content drawn so far. */
  y = 0;

  constructor(lettering: Lettering, words: Words) {
    this.lettering = lettering;
    this.words = words;
    this.#addPage();
  }

  get pen(): Pen {
    return this.#pens.at(-1) as Pen;
  }

  /** Starts a new page if less than this height is left on the current page. */
  reserve(height: number): void {
    if (this.y + height > bottom) this.#addPage();
  }

  paragraph(text: string, style: VoucherStyle, leading = isFullWidth(text) ? 1.5 : 1.36): void {
    for (const line of this.lettering.wrap(text, textWidth, style)) {
      this.reserve(style.size * leading);
      this.y += style.size * leading;
      this.pen.text(line, left, this.y, style);
    }
  }

  heading(text: string): void {
    this.reserve(170);
    this.y += 84;
    this.pen.text(text, left, this.y, { ...label, spacing: 3 });
    this.y += 4;
  }

  section(heading: string, text: string): void {
    if (text.trim() === '') return;
    this.heading(heading);
    this.paragraph(text, body);
  }

  finish(): Pen[] {
    this.#pens.forEach((pen, index) => {
      const { t } = this.words;
      const note = t('The hotel compares the name with a passport or ID. This voucher cannot be passed on to someone else.');
      pen.stroke(`M${left} ${page.height - 150}h${textWidth}`, inks.goldDeep, 4, [0.1, 16]);
      pen.text(note, left, page.height - 96, {
        font: bodyFont,
        size: 32,
        maxWidth: textWidth - 120,
        color: inks.outline,
      });
      pen.text(`${index + 1} / ${this.#pens.length}`, right, page.height - 96, {
        font: boldFont,
        size: 32,
        color: inks.outline,
        align: 'right',
      });
      pen.raw('Q');
    });
    return this.#pens;
  }

  #addPage(): void {
    const pen = new Pen(this.lettering);
    pen.raw(`q ${pointsPerUnit} 0 0 ${-pointsPerUnit} 0 ${pagePoints[1]} cm`);
    pen.fill(`M0 0H${page.width}V${page.height}H0Z`, inks.paperRaised);
    this.#pens.push(pen);
    this.y = 130;
  }
}

function drawHead(sheets: Sheets, { number }: DrawnVoucher): void {
  const {
    pen,
    words: { t },
  } = sheets;
  pen.fill(`M0 0H${page.width}V310H0Z`, inks.forestDeep).fill(`M0 310H${page.width}V322H0Z`, inks.gold);
  pen.fill(roundedBox(left - 22, 84, 146, 146, 30), inks.paperRaised);
  pen.at({ x: left, y: 104, scale: 2.1 }, logo);
  pen.text('Cache Cards', left + 158, 138, { font: displayFont, size: 56, color: inks.gold });
  pen.text(t('Stay Voucher'), left + 158, 222, { font: displayFont, size: 80, color: inks.paperRaised, spacing: -0.6 });
  pen.text(t('CERTIFICATE'), right, 142, { font: boldFont, size: 28, color: inks.gold, spacing: 3, align: 'right' });
  pen.text(number, right, 206, { font: boldFont, size: 54, color: inks.paperRaised, align: 'right' });
  sheets.y = 350;
}

function drawPlace(sheets: Sheets, { place, address, arrival, departure }: DrawnVoucher): void {
  sheets.paragraph(place, { size: 104, font: displayFont, color: inks.vermilionDeep }, 1.16);
  sheets.y += 22;
  sheets.paragraph(address, { ...body, size: 44 });
  const { pen, words } = sheets;
  const { t } = words;
  const top = sheets.y + 56;
  const nights = nightsBetween(arrival, departure);
  pen.fill(roundedBox(left, top, textWidth, 190, 26), inks.paper).stroke(roundedBox(left, top, textWidth, 190, 26), inks.goldDeep, 4);
  const columns = [
    [t('ARRIVAL'), formatDay(arrival, words)],
    [t('DEPARTURE'), formatDay(departure, words)],
    [t('LENGTH'), t('{nights, plural, one {# night} other {# nights}}', { nights })],
  ] as const;
  columns.forEach(([name, value], index) => {
    const x = left + 50 + index * 650;
    pen.text(name, x, top + 72, { ...label, spacing: 3, maxWidth: 560 });
    pen.text(value, x, top + 140, { font: displayFont, size: 58, maxWidth: 600, color: inks.forestDeep });
  });
  sheets.y = top + 190;
}

function drawFacts(sheets: Sheets, { travelerName, reference, room }: DrawnVoucher): void {
  const { t } = sheets.words;
  if (travelerName !== null) {
    sheets.heading(t('TRAVELER'));
    sheets.paragraph(travelerName, { size: 76, font: 'names', color: inks.forestDeep }, 1.24);
  }
  sheets.heading(t('BOOKING REFERENCE'));
  sheets.paragraph(reference, { size: 60, font: boldFont, color: inks.forestDeep }, 1.2);
  sheets.section(t('ROOM'), room);
}

function drawCosts(sheets: Sheets, { costs }: DrawnVoucher): void {
  const { words } = sheets;
  const { t } = words;
  sheets.heading(t('COSTS TO EXPECT'));
  if (costs.length === 0) {
    sheets.paragraph(t('None besides what you buy yourself.'), body);
    return;
  }
  for (const cost of costs) {
    const [name, charged] = [
      sheets.lettering.wrap(words.stored(cost.name), textWidth - 400, strong),
      sheets.lettering.wrap(chargedText(cost, words), textWidth - 400, body),
    ];
    sheets.reserve((name.length + charged.length) * 58 + 16);
    sheets.y += 16;
    name.forEach((line, index) => {
      sheets.y += 58;
      sheets.pen.text(line, left, sheets.y, strong);
      if (index === 0) drawAmount(sheets, cost.cents);
    });
    for (const line of charged) {
      sheets.y += 54;
      sheets.pen.text(line, left, sheets.y, body);
    }
  }
  sheets.reserve(90);
  sheets.y += 24;
  sheets.pen.stroke(`M${left} ${sheets.y}h${textWidth}`, inks.landLine, 4);
  sheets.y += 60;
  sheets.pen.text(t('Total'), left, sheets.y, { font: boldFont, size: 46, color: inks.forestDeep });
  drawAmount(sheets, sumOfferCosts(costs));
}

function drawAmount({ pen, words, y }: Sheets, cents: number): void {
  pen.text(words.dollars(cents), right, y, { font: boldFont, size: 46, color: inks.forestDeep, align: 'right' });
}

function chargedText({ chargedBy, when }: OfferDetails['costs'][number], { t, stored }: Words): string {
  return t('Charged by {chargedBy} {when}', { chargedBy: stored(chargedBy), when: stored(when) });
}

function formatDay(day: string, { language }: Words): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
