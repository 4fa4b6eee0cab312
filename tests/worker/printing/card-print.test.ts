/** GET /api/cache-cards/print.pdf: which cards it includes, and which members may print them. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardOrderMaxQuantity } from '#schema/rules.ts';
import {
  advanceClock,
  Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import { drawCardSheet } from '#worker/pdf/card-print.ts';
import { drawHomeSheets } from '#worker/pdf/home-sheet.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const path = '/api/cache-cards/print.pdf';

async function pdfOf(client: Client, query = ''): Promise<{ headers: Headers; bytes: Uint8Array }> {
  const response = await client.fetch(`${path}${query}`);
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Draws a PDF of the given cards for comparison. The PDF contains the card codes, so different cards produce different bytes. */
const drawCards = (...cards: TestCard[]) =>
  drawCardSheet(
    cards.map(({ cardId, code }) => ({ cardId, code })),
    nameFonts(undefined),
    'https://cards.test',
    new Date(),
  );

async function newOrder(userId: number, cards: TestCard[]): Promise<number> {
  const order = await row<{ id: number }>(
    `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, created_at, expires_at)
     VALUES (?, 'cache_cards', ?, ?, 'paid', 1, 2) RETURNING id`,
    userId,
    cards.length,
    100 * cards.length,
  );
  for (const { id } of cards) await change('UPDATE cache_cards SET order_id = ? WHERE id = ?', order?.id ?? 0, id);
  return order?.id ?? 0;
}

describe('printing one card', () => {
  test('returns an uncacheable sheet with its secret code to its owner', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const card = await newCard({ owner: id });
    const { headers, bytes } = await pdfOf(client, `?card=${card.cardId}`);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toBe(`inline; filename="cache-cards-${card.cardId}.pdf"`);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(bytes).toEqual(await drawCards(card));
    const document = await PDFDocument.load(bytes);
    expect(document.getPageCount()).toBe(2);
    expect(document.getTitle()).toBe(`Cache Card ${card.cardId}`);
  });

  test('can be a sheet for printing at home', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const { cardId, code } = await newCard({ owner: id });
    const { bytes } = await pdfOf(client, `?card=${cardId}&paper=a4`);
    expect(bytes).toEqual(await drawHomeSheets([{ cardId, code }], 'a4', nameFonts(undefined), 'https://cards.test', new Date()));
    // An unknown country prints on Letter.
    const regional = await pdfOf(client, `?card=${cardId}&paper=regional`);
    expect(regional.bytes).toEqual(
      await drawHomeSheets([{ cardId, code }], 'letter', nameFonts(undefined), 'https://cards.test', new Date()),
    );
    const { fields } = expectError(await client.get(`${path}?card=${cardId}&paper=a3`), 400, 'invalid_input');
    expect(fields).toEqual({ paper: 'Choose one of regional, letter, a4' });
  });

  test('fails for other members, before its order is paid, and when it is disabled', async () => {
    const owner = await newMember({ role: 'basic' });
    const other = await newMember({ role: 'premium' });
    const card = await newCard({ owner: owner.id });
    const unpaid = await newCard({ owner: owner.id, status: 'ordered', paid: false });
    const disabled = await newCard({ owner: owner.id, status: 'disabled' });
    const ownerless = await newCard();
    expectError(await other.client.get(`${path}?card=${card.cardId}`), 404, 'card_not_found');
    for (const cardId of [unpaid.cardId, disabled.cardId, ownerless.cardId, 'TC-9999999', 'rubbish', '']) {
      expectError(await owner.client.get(`${path}?card=${cardId}`), 404, 'card_not_found');
    }
  });
});

describe('printing an order', () => {
  test('includes all its cards in order, placed ones too', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const cards = [await newCard({ owner: id }), await newCard({ owner: id, status: 'ordered' })];
    await newCard({ owner: id, status: 'ordered' });
    const order = await newOrder(id, cards);
    const { headers, bytes } = await pdfOf(client, `?order=${order}`);
    expect(headers.get('Content-Disposition')).toBe(`inline; filename="cache-cards-order-${order}.pdf"`);
    expect(bytes).toEqual(await drawCards(...cards));
  });

  test('fails for an unknown, unpaid or other member’s order', async () => {
    const owner = await newMember({ role: 'basic' });
    const other = await newMember({ role: 'basic' });
    const order = await newOrder(owner.id, [await newCard({ owner: owner.id })]);
    const unpaid = await newOrder(owner.id, [await newCard({ owner: owner.id, status: 'ordered', paid: false })]);
    const body = expectError(await other.client.get(`${path}?order=${order}`), 404, 'nothing_to_print');
    expect(body.message).toBe('There are no paid Cache Cards to print here.');
    for (const id of [unpaid, 999_999, 0, -1, '1e3', 'rubbish', '', '9'.repeat(30)]) {
      expectError(await owner.client.get(`${path}?order=${id}`), 404, 'nothing_to_print');
    }
  });
});

describe('printing all cards that are not placed yet', () => {
  test('is the default: own, paid and not yet active cards', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    const first = await newCard({ owner: id, status: 'ordered' });
    await newCard({ owner: id, status: 'active' });
    await newCard({ owner: id, status: 'ordered', paid: false });
    await newCard({ status: 'ordered' });
    const second = await newCard({ owner: id, status: 'ordered' });
    const { headers, bytes } = await pdfOf(client);
    expect(headers.get('Content-Disposition')).toBe('inline; filename="cache-cards-2026-11-21.pdf"');
    expect(bytes).toEqual(await drawCards(first, second));
  });

  test('is limited to the newest 100', { tags: 'long' }, async () => {
    const { client, id } = await newMember({ role: 'premium' });
    const cards: TestCard[] = [];
    for (let count = 0; count < cardOrderMaxQuantity + 2; count += 1) cards.push(await newCard({ owner: id, status: 'ordered' }));
    const { bytes } = await pdfOf(client);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2 * cardOrderMaxQuantity);
    expect(bytes).toEqual(await drawCards(...cards.slice(2)));
  });

  test('returns an empty result without such cards', async () => {
    const { client, id } = await newMember({ role: 'basic' });
    await newCard({ owner: id, status: 'active' });
    expectError(await client.get(path), 404, 'nothing_to_print');
  });

  test('needs a valid session', async () => {
    expectError(await new Client().get(path), 401, 'not_signed_in');
    const { client, id } = await newMember();
    await newCard({ owner: id, status: 'ordered' });
    advanceClock(31 * 24 * 3_600);
    expectError(await client.get(path), 401, 'not_signed_in');
  });
});
