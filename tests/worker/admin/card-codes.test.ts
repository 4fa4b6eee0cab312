/** Secret card codes are visible only to the card's owner, in print orders, and to super administrators. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ViewResponse } from '#schema/accounts/admin-users.ts';
import { freshProofSeconds } from '#schema/rules.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { change, expectError, newCard, newMember, row, type TestCard } from '#tests/worker/support/client.ts';
import { pass, waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';
import { addressOf, isForAdmins, nameOf, routesWhere } from '#tests/worker/support/route-table.ts';
import type { Env } from '#worker/env.ts';
import { openToViewers } from '#worker/middleware/viewing.ts';
import { markSent } from '#worker/store/printing/admin-print-orders.ts';
import { batch } from '#worker/store/sql.ts';
import { createStore } from '#worker/store/store.ts';

const code = 'QZQZ7777';

test('no call that an administrator may make shows a card’s code', async () => {
  const admin = await newAdmin('admin');
  const owner = await newMember({ role: 'basic' });
  const { cards, orderId } = await boughtCards(owner.id, 1, { placed: true });
  const [card] = cards as [TestCard];
  await change('UPDATE cache_cards SET code = ? WHERE id = ?', code, card.id);
  const edit = { version: 1, location: 'Mill', description: 'Here', latitude: 1, longitude: 2, ownerEmail: owner.email };
  expect((await admin.client.put(`/api/admin/cards/${card.cardId}`, edit)).status).toBe(200);
  await owner.client.post('/api/contact', { name: 'Mem', email: owner.email, message: `About ${card.cardId}` });
  const view = await admin.client.post<ViewResponse>(`/api/admin/users/${owner.id}/view`, { reason: 'They asked' });
  const routes = routesWhere(
    (_, route) => route.method === 'GET' && (isForAdmins(route) || openToViewers.has(route.path) || route.path === '/api/qr/:cardId'),
  );
  const shown: string[] = [];
  const open: string[] = [];
  for (const route of routes) {
    const address = addressOf(route, card.cardId)
      .replace('/users/999999', `/users/${owner.id}`)
      .replace('/orders/999999', `/orders/${orderId}`)
      .replace('q=4', `q=${card.cardId}`);
    const viewing = openToViewers.has(route.path) ? { Authorization: `Viewing ${view.body.token}` } : undefined;
    const { status, body } = await admin.client.get<unknown>(address, viewing);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (status === 200) open.push(nameOf(route));
    if (text.includes(code) || /[?&]k=/.test(text)) shown.push(nameOf(route));
  }
  expect(shown).toEqual([]);
  expect(open.length).toBeGreaterThan(50);
  const certain = [
    'admin/cards/:cardId',
    'admin/cards/export.csv',
    'admin/orders/:orderId',
    'admin/users/:userId',
    'admin/search',
    'cache-cards',
  ];
  expect(open).toEqual(expect.arrayContaining(certain.map((path) => `GET /api/${path}`)));
});

describe('a print file that a super administrator downloads', () => {
  const exposure = ({ id }: { id: number }) =>
    row<{ isExposed: 0 | 1; until: number | null }>(
      'SELECT code_exposed_from IS NOT NULL AS isExposed, code_exposed_until AS until FROM cache_cards WHERE id = ?',
      id,
    );
  const mailsTo = async ({ id }: { id: number }) =>
    (
      await env.DB.prepare("SELECT payload ->> 'cards' AS cards FROM outbox WHERE user_id = ? AND template = 'card_code_downloaded'")
        .bind(id)
        .all<{ cards: string }>()
    ).results.map(({ cards }) => cards);
  const download = async ({ client }: TestAdmin, path: string) => {
    const response = await client.fetch(`/api/admin/${path}?reason=Torn`);
    await response.arrayBuffer();
    return response.status;
  };

  test('needs a reason, and in production a proof of the last 15 minutes', async () => {
    const boss = await newAdmin();
    const card = await newCard();
    const path = `/api/admin/cards/${card.cardId}/print.pdf`;
    expect(expectError(await boss.client.get(path), 400, 'invalid_input').fields).toEqual({ reason: 'This field is required' });
    boss.client.workerEnv = { ...boss.client.workerEnv, ENVIRONMENT: 'production' };
    await withProof(boss, freshProofSeconds);
    expectError(await boss.client.get(`${path}?reason=Torn`), 403, 'second_factor_stale');
    expectError(await boss.client.post('/api/admin/download-links', { path: `${path}?reason=Torn` }), 403, 'second_factor_stale');
    expect(await exposure(card)).toEqual({ isExposed: 0, until: null });
  });

  test('is emailed to the owner and marks later finds until the card gets another code, unless it is for the order’s print run', async () => {
    const boss = await newAdmin();
    const owner = await newMember({ role: 'basic' });
    const { cards, orderId } = await boughtCards(owner.id, 2, { status: 'ordered' });
    const [placed, unplaced] = cards as [TestCard, TestCard];
    await change("UPDATE orders SET delivery = 'ship' WHERE id = ?", orderId);
    expect(await download(boss, `orders/${orderId}/print.pdf`)).toBe(200);
    expect([await mailsTo(owner), await exposure(placed)]).toEqual([[], { isExposed: 1, until: null }]);

    for (const status of ['active', 'ordered']) {
      await change('UPDATE cache_cards SET status = ?2, placement_at = code_exposed_from + 1 WHERE id = ?1', placed.id, status);
      expect(await download(boss, `orders/${orderId}/print.pdf`)).toBe(200);
    }
    expect(await mailsTo(owner)).toEqual([placed.cardId, placed.cardId]);
    expect(await exposure(placed)).toMatchObject({ isExposed: 1 });
    expect(await exposure(unplaced)).toEqual({ isExposed: 1, until: null });

    const finder = await waitingCertificate();
    expect((await finder.client.post('/api/scan', { cardId: placed.cardId, code: placed.code })).body).toMatchObject({ tokensEarned: 1 });
    const { reviews } = createStore(env as unknown as Env);
    expect((await reviews.facts(finder.id, { price: 1 }))?.finds).toMatchObject([{ isCodeExposed: true }]);
    expectError(await pass(boss, finder), 403, 'benefactor');
    expect((await pass(await standingAdmin(), finder)).status).toBe(200);

    const card = await row<{ version: number }>('SELECT version FROM cache_cards WHERE id = ?', placed.id);
    const replaced = await boss.client.post(`/api/admin/cards/${placed.cardId}/replace`, { version: card?.version, reason: 'Torn' });
    expect(replaced.status).toBe(200);
    expect((await exposure(placed))?.until).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000));
    expect((await reviews.facts(owner.id, { price: 1 }))?.finds).toMatchObject([{ isCodeExposed: true }]);
  });

  test('for the order’s print run marks finds until the owner places the card, even if the owner is erased later; finds before the print run are marked anyway', async () => {
    const boss = await newAdmin();
    const [owner, finder] = [await newMember({ role: 'basic' }), await waitingCertificate()];
    const { cards, orderId } = await boughtCards(owner.id, 3, { status: 'ordered' });
    await change("UPDATE orders SET delivery = 'ship' WHERE id = ?", orderId);
    const [early, printed, placed] = cards as [TestCard, TestCard, TestCard];
    let found = 0;
    const find = async ({ cardId, code }: TestCard) => {
      expect((await finder.client.post('/api/scan', { cardId, code })).body).toMatchObject({ tokensEarned: 1 });
      const { reviews } = createStore(env as unknown as Env);
      found += 1;
      return (await reviews.facts(finder.id, { price: found }))?.finds.at(-1)?.isCodeExposed;
    };
    expect(await find(early)).toBe(true);
    expect((await pass(boss, finder)).status).toBe(200);
    await change("UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?", finder.certificate.id);
    expect(await download(boss, `orders/${orderId}/print.pdf`)).toBe(200);
    expect(await find(printed)).toBe(true);
    expectError(await pass(boss, finder, 2), 403, 'benefactor');
    await change('UPDATE cache_cards SET placement_at = ? WHERE id = ?', Math.floor(Date.now() / 1_000) - 60, placed.id);
    expect(await find(placed)).toBe(false);

    const { erasure, reviews } = createStore(env as unknown as Env);
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', owner.id);
    expect(await erasure.eraseSome(owner.id, Math.floor(Date.now() / 1_000))).toBe(true);
    expect(await row('SELECT user_id AS owner, placement_at AS placed FROM cache_cards WHERE id = ?', placed.id)).toEqual({
      owner: null,
      placed: null,
    });
    const finds = (await reviews.facts(finder.id, { price: found }))?.finds;
    expect(finds?.map(({ isCodeExposed }) => isCodeExposed)).toEqual([true, true, false]);
  });

  test('marks the cards of its order if the printer prints them after all', async () => {
    const boss = await newAdmin();
    const owner = await newMember({ role: 'basic' });
    const { cards, orderId } = await boughtCards(owner.id, 1, { status: 'ordered' });
    const [card] = cards as [TestCard];
    await change("UPDATE orders SET delivery = 'ship' WHERE id = ?", orderId);
    expect(await download(boss, `orders/${orderId}/print.pdf`)).toBe(200);
    const print = await row<{ id: number }>(
      `INSERT INTO print_orders (reference, order_id, environment, card_size, quantity, status, status_at, created_at)
       VALUES ('exposed-' || ?1, ?1, 'production', 'card_flat_105x74_mm', 1, 'ordered', 1, 1) RETURNING id`,
      orderId,
    );
    await batch(env.DB, markSent(print?.id ?? 0, Math.floor(Date.now() / 1_000)));
    expect(await exposure(card)).toEqual({ isExposed: 1, until: expect.any(Number) });
  });
});
