/** Voucher for a booked stay, in US Letter portrait format. Units are tenths of a millimeter. Long text continues on additional pages. */
import { nightsBetween, type OfferDetails, sumOfferCosts } from '#schema/stays/stay.ts';
import { fontNames, writeDocument } from './document.ts';
import type { NameFonts } from './names/name-fonts.ts';
import { bodyFont, boldFont, displayFont } from './print/fonts.ts';
import { inks } from './print/ink.ts';
import { logo } from './print/landmarks.ts';
import { Pen } from './print/pen.ts';
import { roundedBox } from './print/svg-path.ts';
import { paragraphsOf, type VoucherStyle, VoucherText } from './voucher/voucher-text.ts';

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

const label: VoucherStyle = { size: 30, font: boldFont, color: inks.goldDeep };
const body: VoucherStyle = { size: 42 };
const strong: VoucherStyle = { size: 42, font: boldFont, color: inks.forestDeep };
const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const formatCents = (cents: number) => moneyFormat.format(cents / 100);

export async function drawVoucher(voucher: DrawnVoucher, fonts: NameFonts): Promise<Uint8Array<ArrayBuffer>> {
  const { costs, place, address, room, cancellation, checkIn, contact, reference, travelerName } = voucher;
  const texts = [
    place,
    address,
    room,
    cancellation,
    checkIn,
    contact,
    reference,
    ...costs.flatMap((cost) => [cost.name, chargedText(cost)]),
  ];
  const text = await VoucherText.create(paragraphsOf(texts), travelerName === null ? [] : [travelerName], fonts);
  const sheets = new Sheets(text);
  drawHead(sheets, voucher);
  drawPlace(sheets, voucher);
  drawFacts(sheets, voucher);
  drawCosts(sheets, voucher);
  sheets.section('CHECK-IN', checkIn);
  sheets.section('CONTACT AT THE PLACE', contact);
  sheets.section('CANCELLATION', cancellation);
  const title = `Stay Voucher ${voucher.number}`;
  return writeDocument({ title, createdAt: voucher.createdAt }, pagePoints, sheets.finish(), text.names);
}

/** Pages of the voucher, filled from top to bottom. */
class Sheets {
  readonly text: VoucherText;
  readonly #pens: Pen[] = [];
  /** Y coordinate of the bottom of the content drawn so far. */
  y = 0;

  constructor(text: VoucherText) {
    this.text = text;
    this.#addPage();
  }

  get pen(): Pen {
    return this.#pens.at(-1) as Pen;
  }

  /** Starts a new page if less than this height is left on the current page. */
  reserve(height: number): void {
    if (this.y + height > bottom) this.#addPage();
  }

  paragraph(text: string, style: VoucherStyle, leading = 1.36): void {
    for (const line of this.text.wrap(text, textWidth, style)) {
      this.reserve(style.size * leading);
      this.y += style.size * leading;
      this.text.draw(this.pen, line, left, this.y, style);
    }
  }

  heading(text: string): void {
    this.reserve(170);
    this.y += 84;
    this.pen.text(text, left, this.y, { font: boldFont, size: label.size, color: inks.goldDeep, spacing: 3 });
    this.y += 4;
  }

  section(heading: string, text: string): void {
    if (text.trim() === '') return;
    this.heading(heading);
    this.paragraph(text, body);
  }

  finish(): Pen[] {
    this.#pens.forEach((pen, index) => {
      const note = 'The hotel compares the name with a passport or ID. This voucher cannot be passed on to someone else.';
      pen.stroke(`M${left} ${page.height - 150}h${textWidth}`, inks.goldDeep, 4, [0.1, 16]);
      pen.text(note, left, page.height - 96, { font: bodyFont, size: 32, color: inks.outline });
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
    const pen = new Pen(fontNames);
    pen.raw(`q ${pointsPerUnit} 0 0 ${-pointsPerUnit} 0 ${pagePoints[1]} cm`);
    pen.fill(`M0 0H${page.width}V${page.height}H0Z`, inks.paperRaised);
    this.#pens.push(pen);
    this.y = 130;
  }
}

function drawHead(sheets: Sheets, { number }: DrawnVoucher): void {
  const { pen } = sheets;
  pen.fill(`M0 0H${page.width}V310H0Z`, inks.forestDeep).fill(`M0 310H${page.width}V322H0Z`, inks.gold);
  pen.fill(roundedBox(left - 22, 84, 146, 146, 30), inks.paperRaised);
  pen.at({ x: left, y: 104, scale: 2.1 }, logo);
  pen.text('Cache Cards', left + 158, 148, { font: displayFont, size: 58, color: inks.gold });
  pen.text('Stay Voucher', left + 158, 224, { font: displayFont, size: 84, color: inks.paperRaised, spacing: -0.6 });
  pen.text('CERTIFICATE', right, 142, { font: boldFont, size: 28, color: inks.gold, spacing: 3, align: 'right' });
  pen.text(number, right, 206, { font: boldFont, size: 54, color: inks.paperRaised, align: 'right' });
  sheets.y = 350;
}

function drawPlace(sheets: Sheets, { place, address, arrival, departure }: DrawnVoucher): void {
  sheets.paragraph(place, { size: 104, font: displayFont, color: inks.vermilionDeep }, 1.16);
  sheets.y += 16;
  sheets.paragraph(address, { size: 44 });
  const { pen } = sheets;
  const top = sheets.y + 56;
  const nights = nightsBetween(arrival, departure);
  pen.fill(roundedBox(left, top, textWidth, 190, 26), inks.paper).stroke(roundedBox(left, top, textWidth, 190, 26), inks.goldDeep, 4);
  const columns = [
    ['ARRIVAL', formatDay(arrival)],
    ['DEPARTURE', formatDay(departure)],
    ['LENGTH', `${nights} ${nights === 1 ? 'night' : 'nights'}`],
  ] as const;
  columns.forEach(([name, value], index) => {
    const x = left + 50 + index * 650;
    pen.text(name, x, top + 72, { font: boldFont, size: label.size, color: inks.goldDeep, spacing: 3 });
    pen.text(value, x, top + 140, { font: displayFont, size: 58, color: inks.forestDeep });
  });
  sheets.y = top + 190;
}

function drawFacts(sheets: Sheets, { travelerName, reference, room }: DrawnVoucher): void {
  if (travelerName !== null) {
    sheets.heading('TRAVELER');
    sheets.paragraph(travelerName, { size: 76, color: inks.forestDeep }, 1.24);
  }
  sheets.heading('BOOKING REFERENCE');
  sheets.paragraph(reference, { size: 60, font: boldFont, color: inks.forestDeep }, 1.2);
  sheets.section('ROOM', room);
}

function drawCosts(sheets: Sheets, { costs }: DrawnVoucher): void {
  sheets.heading('COSTS TO EXPECT');
  if (costs.length === 0) {
    sheets.paragraph('None besides what you buy yourself.', body);
    return;
  }
  for (const cost of costs) {
    const [name, charged] = [
      sheets.text.wrap(cost.name, textWidth - 400, strong),
      sheets.text.wrap(chargedText(cost), textWidth - 400, body),
    ];
    sheets.reserve((name.length + charged.length) * 58 + 16);
    sheets.y += 16;
    name.forEach((line, index) => {
      sheets.y += 58;
      sheets.text.draw(sheets.pen, line, left, sheets.y, strong);
      if (index === 0) drawAmount(sheets, cost.cents);
    });
    for (const line of charged) {
      sheets.y += 54;
      sheets.text.draw(sheets.pen, line, left, sheets.y, body);
    }
  }
  sheets.reserve(90);
  sheets.y += 24;
  sheets.pen.stroke(`M${left} ${sheets.y}h${textWidth}`, inks.landLine, 4);
  sheets.y += 60;
  sheets.pen.text('Total', left, sheets.y, { font: boldFont, size: 46, color: inks.forestDeep });
  drawAmount(sheets, sumOfferCosts(costs));
}

function drawAmount({ pen, y }: Sheets, cents: number): void {
  pen.text(formatCents(cents), right, y, { font: boldFont, size: 46, color: inks.forestDeep, align: 'right' });
}

function chargedText({ chargedBy, when }: OfferDetails['costs'][number]): string {
  return `Charged by ${chargedBy} ${when}`;
}
