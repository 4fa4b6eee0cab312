/** Tests the voucher's text and pages. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { readPdfText } from '#tests/support/printing/read-pdf.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { type DrawnVoucher, drawVoucher } from '#worker/pdf/voucher.ts';
import { readWords } from '#worker/words/read-words.ts';

const fonts = nameFonts(siteFiles);

function voucher(changes: Partial<DrawnVoucher> = {}): DrawnVoucher {
  return {
    number: 'VC-7K2M-9QXA',
    reference: 'HTL-4711',
    travelerName: 'Amélie Müller-Østergård',
    createdAt: Date.UTC(2026, 10, 21, 10) / 1_000,
    destinationId: 'lisbon',
    place: 'Lisbon, Portugal',
    address: 'Rua das Flores 12, 1200-195 Lisboa',
    latitude: 38.71,
    longitude: -9.14,
    arrival: '2027-02-27',
    departure: '2027-03-04',
    room: 'Double room with balcony, breakfast included',
    costs: [
      { name: 'City tax', chargedBy: 'the hotel', when: 'at check-in', cents: 4_000 },
      { name: 'Service fee', chargedBy: 'the travel provider', when: 'when you accept the offer', cents: 5_950 },
    ],
    cancellation: 'Free until 14 days before arrival. After that, the booking fee is not refunded.',
    checkIn: 'From 3 pm at the front desk.\nAfter 10 pm, call first.',
    contact: 'Hotel Flores, +351 21 555 0100',
    ...changes,
  };
}

async function read(changes: Partial<DrawnVoucher> = {}) {
  const bytes = await drawVoucher(voucher(changes), fonts);
  const pages = await readPdfText(bytes);
  return {
    bytes,
    pages,
    text: pages
      .map(({ words }) => words)
      .join(' ')
      .replace(/\s+/g, ' '),
  };
}

describe('a voucher', () => {
  test('has everything that the hotel and the traveler need', async () => {
    const { bytes, text, pages } = await read();
    expect(pages).toHaveLength(1);
    for (const part of [
      'VC-7K2M-9QXA',
      'HTL-4711',
      'Amélie Müller-Østergård',
      'Lisbon, Portugal',
      'Rua das Flores 12, 1200-195 Lisboa',
      'Sat, Feb 27, 2027',
      'Thu, Mar 4, 2027',
      '5 nights',
      'Double room with balcony, breakfast included',
      'Charged by the hotel at check-in',
      '$40.00',
      '$99.50',
      'From 3 pm at the front desk.',
      'After 10 pm, call first.',
      'Hotel Flores, +351 21 555 0100',
      'Free until 14 days before arrival.',
    ]) {
      expect(text).toContain(part);
    }
    expect((await PDFDocument.load(bytes, { updateMetadata: false })).getTitle()).toBe('Stay Voucher VC-7K2M-9QXA');
    expect(bytes.length).toBeLessThan(150_000);
  });

  test('is drawn in the place’s script, without letters that no font has', async () => {
    const { text } = await read({ place: '京都, Kyōto', address: 'Ünter den Linden “1” — 𒀀', travelerName: '山田 太郎' });
    for (const part of ['京都, Kyōto', 'Ünter den Linden “1” — ?', '山田 太郎']) expect(text).toContain(part);
  });

  test('is in the member’s language', async () => {
    const german = await readWords(siteListFiles, 'de');
    const bytes = await drawVoucher(voucher(), fonts, german);
    const [page] = await readPdfText(bytes);
    for (const part of ['Hotelgutschein', 'Sa., 27. Feb. 2027', '5 Nächte', 'Zahlbar an das Hotel, beim Einchecken', '99,50 $'])
      expect(page?.words).toContain(part);
    expect((await PDFDocument.load(bytes)).getLanguage()).toBe('de');
  });

  test('continues long texts on further pages, and numbers them', async () => {
    const { pages, text } = await read({ cancellation: 'The hotel refunds nothing after arrival. '.repeat(120), checkIn: 'x'.repeat(400) });
    expect(pages.length).toBeGreaterThan(1);
    expect(text).toContain(`1 / ${pages.length}`);
    expect(text.split('The hotel refunds nothing').length - 1).toBeGreaterThan(115);
  });

  test('says so if there are no costs, and leaves out an erased traveler', async () => {
    const { text } = await read({ costs: [], travelerName: null });
    expect(text).toContain('None besides what you buy yourself.');
    expect(text).not.toContain('TRAVELER');
  });
});
