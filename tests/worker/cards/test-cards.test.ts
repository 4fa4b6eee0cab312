/** Test cards: administrators create, list and print them. In production, they earn nothing. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestCard } from '#schema/cards/admin-test-cards.ts';
import { maxPrintedTestCards } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newCard, row } from '#tests/worker/support/client.ts';

const path = '/api/test-cards';
let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
});

const makeTestCard = async (says: object = { location: 'City library', description: 'Test card created on 11/21/2026 by Ad' }) =>
  admin.client.post<TestCard>(path, says);
const printSheet = async (query = '') => {
  const response = await admin.client.fetch(`${path}/print.pdf${query}`);
  expect(response.status).toBe(200);
  return { headers: response.headers, document: await PDFDocument.load(await response.arrayBuffer()) };
};

describe('creating a test card', () => {
  test('returns it active, ownerless and marked, without an order, with an audit row', async () => {
    const made = await makeTestCard();
    expect(made).toMatchObject({
      status: 201,
      body: {
        cardId: expect.stringMatching(/^TC-\d{7}$/),
        location: 'City library',
        description: 'Test card created on 11/21/2026 by Ad',
        createdAt: expect.any(String),
      },
    });
    expect(
      await row('SELECT status, user_id, is_test, order_id, available_at IS NULL AS hidden FROM cache_cards WHERE id = ?', made.body.id),
    ).toEqual({
      status: 'active',
      user_id: null,
      is_test: 1,
      order_id: null,
      hidden: 0,
    });
    expect(
      await row("SELECT action, admin_id FROM audit_log WHERE entity_type = 'cache_card' AND entity_id = ?", made.body.cardId),
    ).toEqual({
      action: 'test_card.create',
      admin_id: admin.id,
    });
    const lookup = await new Client().get(`/api/card/${made.body.cardId}`);
    expect(lookup.body).toEqual({
      card: { cardId: made.body.cardId, location: 'City library', description: 'Test card created on 11/21/2026 by Ad' },
    });
    expect((await new Client().get(`/api/qr/${made.body.cardId}`)).status).toBe(200);
  });

  test('many times concurrently creates different cards', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => makeTestCard()));
    expect(new Set(made.map(({ body }) => body.cardId)).size).toBe(12);
  });

  test.each([
    [{ description: 'x' }, { location: 'This field is required' }],
    [{ location: ' ', description: 'x' }, { location: 'Please enter the card’s location' }],
    [{ location: 'x', description: 'y'.repeat(501) }, { description: 'Use at most 500 characters' }],
    [{ location: 'x', description: 'y', userId: 1 }, { userId: 'This field is not accepted here' }],
  ])('from invalid values is rejected: %#', async (body, fields) => {
    expect(expectError(await makeTestCard(body), 400, 'invalid_input').fields).toEqual(fields);
  });

  test('lets it pay in development', async () => {
    const { client } = await directMember();
    const { body } = await makeTestCard();
    expect((await client.post('/api/scan', { cardId: body.cardId })).body).toMatchObject({ tokensEarned: 1 });
  });
});

describe('the list of test cards', () => {
  test('shows them newest first, by page, without disabled ones', async () => {
    const members = await newCard();
    const [older, newer] = [await newCard({ isTest: true }), await newCard({ isTest: true })];
    const disabled = await newCard({ isTest: true, status: 'disabled' });
    await change('UPDATE cache_cards SET created_at = created_at + 100 WHERE id IN (?, ?, ?)', older.id, newer.id, disabled.id);
    const { body, headers } = await admin.client.get<TestCard[]>(`${path}?limit=2`);
    expect(body.map(({ cardId }) => cardId)).toEqual([newer.cardId, older.cardId]);
    const next = /<(.*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    const all = [...body, ...(await admin.client.get<TestCard[]>(next)).body].map(({ cardId }) => cardId);
    expect(all).not.toContain(members.cardId);
    expect(all).not.toContain(disabled.cardId);
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(['cardId', 'createdAt', 'description', 'id', 'location']);
  });
});

describe('the print sheet of test cards', () => {
  test('has two pages per chosen card, and no other cards', async () => {
    const [one, other] = [await newCard({ isTest: true }), await newCard({ isTest: true })];
    const members = await newCard();
    const { headers, document } = await printSheet(`?cards=${one.cardId},${other.cardId},${members.cardId}`);
    expect(document.getPageCount()).toBe(4);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="test-cards-\d{4}-\d\d-\d\d\.pdf"$/);
    expectError(await admin.client.get(`${path}/print.pdf?cards=${members.cardId}`), 404, 'nothing_to_print');
  });

  test('of all is limited to 100 cards', { tags: 'long' }, async () => {
    for (let count = 0; count < maxPrintedTestCards + 2; count += 1) await newCard({ isTest: true });
    const { document } = await printSheet();
    expect(document.getPageCount()).toBe(2 * maxPrintedTestCards);
  });

  test('is downloaded by a signed link, and not by an altered one', async () => {
    const card = await newCard({ isTest: true });
    const { body } = await admin.client.post<{ url: string }>('/api/admin/download-links', {
      path: `${path}/print.pdf?cards=${card.cardId}`,
    });
    expect((await new Client().fetch(body.url)).status).toBe(200);
    const other = await newCard({ isTest: true });
    expectError(await new Client().get(body.url.replace(card.cardId, other.cardId)), 403, 'link_not_ours');
    expectError(await new Client().get(`${path}/print.pdf`), 401, 'admin_not_signed_in');
  });

  test.each([
    ['rubbish', 'These are not card ids'],
    ['', 'These are not card ids'],
    [Array.from({ length: maxPrintedTestCards + 1 }, () => 'TC-0000001').join(','), `Choose at most ${maxPrintedTestCards} cards`],
  ])('of invalid card ids is rejected: %#', async (cards, message) => {
    expect(expectError(await admin.client.get(`${path}/print.pdf?cards=${cards}`), 400).fields).toEqual({ cards: message });
  });
});
