/** PDFs in every language: each letter of our own words is drawn, in Latin letters with the print fonts alone. */
import { describe, expect, test } from 'vitest';
import { languages } from '#schema/languages.ts';
import { hashMessage } from '#schema/message.ts';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { readPdfText } from '#tests/support/printing/read-pdf.ts';
import { drawCardSheet } from '#worker/pdf/card-print.ts';
import { drawCertificate } from '#worker/pdf/certificate.ts';
import { drawHomeSheets } from '#worker/pdf/home-sheet.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { drawVoucher } from '#worker/pdf/voucher.ts';
import { parseMessage } from '#worker/words/parse-message.ts';
import { readWords } from '#worker/words/read-words.ts';
import { createWords, type Words } from '#worker/words/words.ts';

const origin = 'https://cards.test';
const createdAt = Date.UTC(2026, 10, 21, 10) / 1_000;
const drawnAt = new Date(createdAt * 1_000);
const number = 'VC-7K2M-9QXA';
const certificate = {
  number,
  type: 'global',
  review: 'passed',
  holderName: 'Fay Finder',
  tokensRedeemed: 120,
  activationLink: `${origin}/dashboard/certificates/${number}/activate`,
  createdAt,
  activateBy: createdAt + 30 * 86_400,
  validUntil: createdAt + 365 * 86_400,
  activatedAt: createdAt,
} as const;
const offer = {
  destinationId: 'lisbon',
  place: 'Lisbon',
  address: 'Rua das Flores 12',
  latitude: 38.71,
  longitude: -9.14,
  arrival: '2027-02-27',
  departure: '2027-03-04',
  room: 'Twin',
  cancellation: 'None',
  checkIn: '3 pm',
  contact: '+351 21 555 0100',
};
const costs = [{ name: 'City tax', chargedBy: 'the hotel', when: 'at check-in', cents: 123_456 }];
const voucher = { ...offer, number, reference: 'HTL-4711', travelerName: 'Fay Finder', createdAt, costs };

/** Draws all PDFs. Returns the words that they asked for, the letters of those that no page has, the fonts for names, and the sizes. */
async function drawAll(words: Words) {
  const asked: string[] = [];
  const files = new Set<string>();
  const record = <Text extends string | null>(text: Text): Text => {
    // Titles of documents are not on a page.
    if (text && !text.includes(number)) asked.push(text);
    return text;
  };
  const recorded = {
    ...words,
    t: (message, values) => record(words.t(message, values)),
    stored: (text: string) => record(words.stored(text)),
    dollars: (cents: number) => record(words.dollars(cents)),
    formatDay: (iso) => record(words.formatDay(iso)),
  } as Words;
  const source = nameFonts(siteFiles);
  const fonts = {
    ...source,
    load: (file: string) => {
      files.add(file);
      return source.load(file);
    },
  };
  const cards = Array.from({ length: 10 }, (_, index) => ({ cardId: `TC-123456${index}`, code: 'ABCD2345', words: recorded }));
  const pdfs = {
    certificate: await drawCertificate({ ...certificate, status: 'active' }, fonts, recorded),
    review: await drawCertificate({ ...certificate, status: 'active', review: 'waiting' }, fonts, recorded),
    activated: await drawCertificate({ ...certificate, status: 'activated' }, fonts, recorded),
    expired: await drawCertificate({ ...certificate, status: 'expired' }, fonts, recorded),
    cancelled: await drawCertificate({ ...certificate, status: 'cancelled' }, fonts, recorded),
    voucher: await drawVoucher(voucher, fonts, recorded),
    voucherWithoutCosts: await drawVoucher({ ...voucher, costs: [] }, fonts, recorded),
    cards: await drawCardSheet(cards, fonts, origin, drawnAt),
    homeSheet: await drawHomeSheets(cards, 'a4', fonts, origin, drawnAt, recorded),
  };
  const printed = new Set<string>();
  for (const pdf of Object.values(pdfs))
    for (const { words: text } of await readPdfText(pdf)) for (const letter of text.normalize('NFKC')) printed.add(letter);
  const letters = new Set(asked.join('').normalize('NFKC').replace(/\s/g, ''));
  const sizes = Object.fromEntries(Object.entries(pdfs).map(([name, { length }]) => [name, length]));
  return { missing: [...letters].filter((letter) => !printed.has(letter)), files: [...files], sizes };
}

/** Makes words of some messages with their translations. */
const translate = (language: string, messages: Record<string, string>) =>
  createWords(
    language,
    Object.fromEntries(Object.entries(messages).map(([message, text]) => [hashMessage(parseMessage(message)), parseMessage(text)])),
  );

const holderFont = ['alegreya-latin'];

test.each(Object.keys(languages))('every PDF has every letter of our words in %s', async (language) => {
  const { missing, files } = await drawAll(await readWords(siteListFiles, language));
  expect(missing).toEqual([]);
  if (language !== 'ja') expect(files, 'other fonts than our own').toEqual(holderFont);
});

describe('letters on PDFs', () => {
  test('that no font has are found, and become question marks', async () => {
    const words = translate('cs', { 'Vacation Certificate': 'Poukaz 𒀀', 'Stay Voucher': 'Λόγος' });
    const { missing, files } = await drawAll(words);
    expect(missing).toEqual(['𒀀']);
    expect(files).toEqual([...holderFont, 'alegreya-greek']);
  });

  test('of all our languages in Latin letters are in the print fonts', async () => {
    const text =
      'Příliš žluťoučký kůň úpěl ďábelské ódy ĚŠČŘŽŮŇŤĎÝÁÍÉ. Œuvre, cœur, Ÿ… 1\u202f234\u202f€ «\u202foui\u202f» ¿Qué? ¡Sí! nº 1ª';
    const words = translate('cs', {
      'Vacation Certificate': text,
      'You found\na Cache Card!': text,
      'CARD ID': text,
      'Stay Voucher': text,
    });
    expect(await drawAll(words)).toMatchObject({ missing: [], files: holderFont });
  });

  test('of Japanese are drawn with few bytes, embedded once for all cards', async () => {
    const words = translate('ja', {
      'Vacation Certificate': '宿泊券',
      'You found\na Cache Card!': 'Cache Cardを\n見つけました！',
      'CARD ID': 'カードID',
      'Stay Voucher': '宿泊バウチャー',
      'Please leave this card\nwhere you found it.': 'カードは見つけた場所に\n戻してください。',
    });
    const { missing, files, sizes } = await drawAll(words);
    expect(missing).toEqual([]);
    expect(files.filter((file) => !file.startsWith('noto-sans-jp-'))).toEqual(holderFont);
    for (const size of Object.values(sizes)) expect(size).toBeLessThan(130_000);
  });
});
