/**
 * Replacing a damaged card: the card gets a new code, and scans with the old code are no longer accepted. Product rules: Cards and scans;
 * Administrators.
 */
import { beforeAll, expect, test } from 'vitest';
import type { AdminCard } from '#schema/cards/admin-cards.ts';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { Client, change, expectError, newCard, newMember, row } from '#tests/worker/support/client.ts';
import { paidOrder } from '#tests/worker/support/printing/printing.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
});

const replace = ({ cardId }: { cardId: string }, version = 1, client: Client = admin.client) =>
  client.post<AdminCard>(`/api/admin/cards/${cardId}/replace`, { version, reason: 'Torn by the wind' });
const storedCard = ({ cardId }: { cardId: string }) => row<Record<string, unknown>>('SELECT * FROM cache_cards WHERE card_id = ?', cardId);

test('a replaced card keeps everything but its code; the old code is unknown and the new one pays', async () => {
  const owner = await newMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id });
  const finder = await directMember();
  await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code });
  const before = await storedCard(card);
  const answer = await replace(card, Number(before?.version));
  expect(answer).toMatchObject({ status: 200, body: { cardId: card.cardId, totalScans: 1, version: Number(before?.version) + 1 } });

  const after = await storedCard(card);
  expect(after).toEqual({ ...before, code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/), version: Number(before?.version) + 1 });
  expect(after?.code).not.toBe(card.code);
  const newcomer = await directMember();
  expectError(await newcomer.client.post('/api/scan', { cardId: card.cardId, code: card.code }), 404, 'card_not_found');
  expectError(await newcomer.client.get(`/api/card/${card.cardId}?k=${card.code}`), 404, 'card_not_found');
  const { body } = await owner.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`);
  expect(body.code).toBe(after?.code);
  expect((await newcomer.client.post('/api/scan', { cardId: card.cardId, code: body.code })).body.tokensEarned).toBe(1);

  expect(await row(`SELECT count(*) AS mails FROM outbox WHERE user_id = ? AND template = 'card_replaced'`, owner.id)).toEqual({
    mails: 1,
  });
  const codes = [String(card.code), body.code];
  const [audit, mail] = [
    await row<Record<string, unknown>>(`SELECT * FROM audit_log WHERE action = 'card.replace' AND entity_id = ?`, card.cardId),
    await row<{ payload: string }>(`SELECT payload FROM outbox WHERE user_id = ? AND template = 'card_replaced'`, owner.id),
  ];
  expect(audit).toMatchObject({ admin_id: admin.id, user_id: owner.id, before: null, after: null, reason: 'Torn by the wind' });
  for (const code of codes) expect(JSON.stringify([audit, mail])).not.toContain(code);
});

test('concurrent replacements of one card succeed once, and only from its current version', async () => {
  const card = await newCard({});
  const unwatched = new Client().bearer(admin.client.token ?? '');
  const answers = await Promise.all([1, 2, 3, 4].map(() => replace(card, 1, unwatched)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expectError(await replace(card, 1), 409, 'changed_meanwhile');
  expect(await row(`SELECT count(*) AS n FROM audit_log WHERE action = 'card.replace' AND entity_id = ?`, card.cardId)).toEqual({ n: 1 });
});

test('a replacement is rejected for test cards, unknown cards, without a reason, and while the printer has the current codes', async () => {
  expectError(await replace(await newCard({ isTest: true })), 409, 'test_card_without_code');
  expectError(await replace({ cardId: 'TC-9999999' }), 404, 'card_not_found');
  const card = await newCard({});
  expectError(await admin.client.post(`/api/admin/cards/${card.cardId}/replace`, { version: 1, reason: ' ' }), 400, 'invalid_input');

  const { orderId, cardIds } = await paidOrder();
  const [ordered, moved] = cardIds.map((cardId) => ({ cardId })) as [{ cardId: string }, { cardId: string }];
  await change('UPDATE cache_cards SET user_id = ? WHERE card_id = ?', (await newMember()).id, moved.cardId);
  await row(
    `INSERT INTO print_orders (reference, order_id, environment, card_size, quantity, status, status_at, created_at)
     VALUES ('replaced-' || ?1, ?1, 'production', 'card_flat_105x74_mm', 2, 'producing', 1, 1)`,
    orderId,
  );
  expectError(await replace(ordered), 409, 'card_at_printer');
  expect((await replace(moved)).status).toBe(200);
  await change(`UPDATE print_orders SET status = 'shipped' WHERE order_id = ?`, orderId);
  expect((await replace(ordered)).status).toBe(200);
});

test('a replaced card can be printed alone by a link that a browser opens', async () => {
  const card = await newCard({});
  const path = `/api/admin/cards/${card.cardId}/print.pdf?reason=Torn`;
  const boss = await newAdmin('super_admin');
  const { body } = await boss.client.post<{ url: string }>('/api/admin/download-links', { path });
  const pdf = await new Client().fetch(body.url);
  expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  await pdf.arrayBuffer();
  expect(await auditOf('cache_card', card.cardId)).toMatchObject([{ admin_id: boss.id, action: 'card.print_file' }]);
  expectError(await boss.client.get('/api/admin/cards/TC-9999999/print.pdf?reason=Torn'), 404, 'nothing_to_print');
});

test('an administrator cannot download a card’s print file, with or without a link', async () => {
  const card = await newCard({});
  const path = `/api/admin/cards/${card.cardId}/print.pdf?reason=Torn`;
  expectError(await admin.client.post('/api/admin/download-links', { path }), 403, 'super_admin_only');
  expectError(await admin.client.get(path), 403, 'super_admin_only');
  expect(await auditOf('cache_card', card.cardId)).toEqual([]);
});
