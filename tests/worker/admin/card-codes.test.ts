/** Secret card codes are visible only to the card's owner, in print orders, and to super administrators. */
import { expect, test } from 'vitest';
import type { ViewResponse } from '#schema/accounts/admin-users.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { change, newMember, type TestCard } from '#tests/worker/support/client.ts';
import { addressOf, isForAdmins, nameOf, routesWhere } from '#tests/worker/support/route-table.ts';
import { openToViewers } from '#worker/middleware/viewing.ts';

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
