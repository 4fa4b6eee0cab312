/** An owner replaces a lost card, which uses up one of their unplaced cards. Product rules: Cards and scans. */
import { expect, test } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import type { Order } from '#schema/orders/order.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { type Client, change, expectError, newCard, row } from '#tests/worker/support/client.ts';
import { confirmAtStripe, openCheckout } from '#tests/worker/support/memberships/payments.ts';
import { undoneAt } from '#worker/store/accounts/secure-account.ts';

const replace = (client: Client, { cardId }: { cardId: string }, spare: { cardId: string }) =>
  client.post(`/api/cache-cards/${cardId}/replacement`, { spareCardId: spare.cardId });
const pageOf = async (client: Client, { cardId }: { cardId: string }) => (await client.get<OwnCardPage>(`/api/cache-cards/${cardId}`)).body;
const statusOf = async ({ cardId }: { cardId: string }) =>
  (await row<{ status: string }>('SELECT status FROM cache_cards WHERE card_id = ?', cardId))?.status;

async function ownerWithSpare() {
  const owner = await directMember({ role: 'basic' });
  const [lost, other] = (await boughtCards(owner.id, 2, { placed: true })).cards;
  const spareOrder = await boughtCards(owner.id, 1, { status: 'ordered' });
  const [spare] = spareOrder.cards;
  if (!lost || !other || !spare) throw new Error('No cards');
  return { owner, lost, other, spare, spareOrder };
}

test('a lost card gets a new code for one unplaced card, once even concurrently; its old code is unknown', async () => {
  const { owner, lost, other, spare } = await ownerWithSpare();
  expect((await pageOf(owner.client, lost)).spareCardId).toBe(spare.cardId);
  const answers = await Promise.all([lost, other].map((card) => replace(owner.client, card, spare)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [replaced] = answers[0]?.status === 200 ? [lost] : [other];
  if (!replaced) throw new Error('No card was replaced');
  const { code, card, spareCardId } = await pageOf(owner.client, replaced);
  expect([card.status, spareCardId]).toEqual(['active', null]);
  const finder = await directMember();
  expectError(await finder.client.post('/api/scan', { cardId: replaced.cardId, code: replaced.code }), 404, 'card_not_found');
  expectError(await finder.client.post('/api/scan', { cardId: spare.cardId, code: spare.code }), 404, 'card_not_found');
  expect((await finder.client.post('/api/scan', { cardId: replaced.cardId, code })).body).toMatchObject({ tokensEarned: 1 });
  expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'card_replaced'`, owner.id)).toEqual({ n: 1 });
  expectError(await replace(owner.client, replaced, spare), 409, 'no_spare_card');
});

test('a second tab that names the same unplaced card gets an error, and the other unplaced card is left alone', async () => {
  const { owner, lost, spare } = await ownerWithSpare();
  const [other] = (await boughtCards(owner.id, 1, { status: 'ordered' })).cards;
  if (!other) throw new Error('No card');
  const answers = await Promise.all([replace(owner.client, lost, spare), replace(owner.client, lost, spare)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expectError(await replace(owner.client, lost, spare), 409, 'no_spare_card');
  expect([await statusOf(spare), await statusOf(other)]).toEqual(['disabled', 'ordered']);
  expectError(await owner.client.post(`/api/cache-cards/${lost.cardId}/replacement`, {}), 400, 'invalid_input');
});

test('a returned payment of the card that was used up leaves the replaced card alone, and does not bring the other back', async () => {
  const { owner, lost, spare, spareOrder } = await ownerWithSpare();
  expect((await replace(owner.client, lost, spare)).status).toBe(200);
  await reversePayment(spareOrder);
  expect([await statusOf(lost), await statusOf(spare)]).toEqual(['active', 'disabled']);
  await restorePayment(spareOrder);
  expect([await statusOf(lost), await statusOf(spare)]).toEqual(['active', 'disabled']);
});

test('replacing a card needs the password or a fresh sign-in; a recovery lists the card', async () => {
  const { owner, lost, other, spare } = await ownerWithSpare();
  await change('UPDATE sessions SET created_at = 1, authenticated_at = 1 WHERE user_id = ?', owner.id);
  expectError(await replace(owner.client, lost, spare), 403, 'sign_in_again');
  const path = `/api/payment-intent/cache-cards/${other.cardId}`;
  expectError(await owner.client.get(path), 403, 'sign_in_again');
  expectError(await owner.client.post(path, {}), 403, 'sign_in_again');
  expect(await row('SELECT count(*) AS n FROM orders WHERE user_id = ? AND replaces_card IS NOT NULL', owner.id)).toEqual({ n: 0 });
  await change('UPDATE sessions SET authenticated_at = unixepoch() WHERE user_id = ?', owner.id);
  expect((await owner.client.post(path, {})).status).toBe(200);
  await change('UPDATE sessions SET authenticated_at = 1 WHERE user_id = ?', owner.id);
  expect((await owner.client.get(path)).status).toBe(200);
  await change('UPDATE sessions SET authenticated_at = unixepoch() WHERE user_id = ?', owner.id);
  expect((await replace(owner.client, lost, spare)).status).toBe(200);
  const undone = await row<{ json: string }>(
    `SELECT (${undoneAt('unixepoch()', 'canceled')}) AS json FROM users u WHERE u.id = ?`,
    owner.id,
  );
  expect(JSON.parse(undone?.json ?? '')).toEqual([{ kind: 'card', name: lost.cardId }]);
});

test('a replacement needs a placed card of one’s own and a paid one that we do not print', async () => {
  const { owner, lost, spare, spareOrder } = await ownerWithSpare();
  expectError(await replace((await directMember({ role: 'basic' })).client, lost, spare), 404, 'card_not_found');
  expectError(await replace(owner.client, spare, spare), 409, 'card_not_placed');
  for (const unusable of ["delivery = 'ship'", "delivery = NULL, status = 'disputed'"]) {
    await change(`UPDATE orders SET ${unusable} WHERE id = ?`, spareOrder.orderId);
    expectError(await replace(owner.client, lost, spare), 409, 'no_spare_card');
  }
});

async function pay(client: Client, { clientSecret, order }: { clientSecret: string | null; order: Order | null }): Promise<Order> {
  await confirmAtStripe(clientSecret ?? '');
  return (await client.post<Order>(`/api/orders/${order?.id}/confirm`)).body;
}

test('without an unplaced card, a paid order of one card replaces the lost one', async () => {
  const { client, id } = await directMember({ role: 'basic' });
  const lost = await newCard({ owner: id, placed: true });
  const checkout = await openCheckout(client, 'cache-cards', lost.cardId);
  expect(checkout.order).toMatchObject({ checkoutId: lost.cardId, description: `Replacement of ${lost.cardId}`, delivery: 'self_print' });
  expectError(await client.put(`/api/orders/${checkout.order?.id}/delivery`, { delivery: 'self_print' }), 400, 'delivery_fixed');
  expect((await openCheckout(client, 'cache-cards', lost.cardId)).order?.id).toBe(checkout.order?.id);
  expect((await pageOf(client, lost)).code).toBe(lost.code);

  const paid = await pay(client, checkout);
  expect(paid).toMatchObject({ status: 'paid', cards: [{ status: 'disabled' }] });
  const { code, card, spareCardId } = await pageOf(client, lost);
  expect([card.status, spareCardId, code === lost.code]).toEqual(['active', null, false]);
  const finder = await directMember();
  expectError(await finder.client.post('/api/scan', { cardId: lost.cardId, code: lost.code }), 404, 'card_not_found');
  expect((await finder.client.post('/api/scan', { cardId: lost.cardId, code })).body).toMatchObject({ tokensEarned: 1 });
  expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'card_replaced'`, id)).toEqual({ n: 1 });
  expect(await row(`SELECT payload ->> 'description' AS "for" FROM outbox WHERE user_id = ? AND template = 'purchase'`, id)).toEqual({
    for: `Replacement of ${lost.cardId}`,
  });
  // Its code is that of the replaced card, whose downloads leave a trace.
  const { client: boss } = await newAdmin('super_admin');
  const usedUp = `/api/admin/cards/${paid.cards?.[0]?.cardId}/print.pdf?reason=Torn`;
  expectError(await boss.get(usedUp), 404, 'nothing_to_print');
});

test('an order of one card for another purpose closes the open one, so that nobody pays for what they gave up', async () => {
  const { client, id } = await directMember({ role: 'basic' });
  const lost = await newCard({ owner: id, placed: true });
  const replacement = await openCheckout(client, 'cache-cards', lost.cardId);
  const plain = await openCheckout(client, 'cache-cards', '1');
  expect((await client.get<Order>(`/api/orders/${replacement.order?.id}`)).body.status).toBe('cancelled');
  expect(await pay(client, plain)).toMatchObject({ checkoutId: '1', cards: [{ status: 'ordered' }] });
  expect((await pageOf(client, lost)).code).toBe(lost.code);
});

test('a lost card that can no longer be replaced when its order is paid stays as it is, and the bought card is unplaced', async () => {
  const { client, id } = await directMember({ role: 'basic' });
  const lost = await newCard({ owner: id, placed: true });
  const checkout = await openCheckout(client, 'cache-cards', lost.cardId);
  await change('UPDATE cache_cards SET user_id = NULL WHERE id = ?', lost.id);
  expect(await pay(client, checkout)).toMatchObject({ status: 'paid', cards: [{ status: 'ordered' }] });
  expect(await row('SELECT code FROM cache_cards WHERE id = ?', lost.id)).toEqual({ code: lost.code });
});

test('a replacement can be ordered only for a placed card of one’s own', async () => {
  const { client, id } = await directMember({ role: 'basic' });
  const order = ({ cardId }: { cardId: string }) => client.get(`/api/payment-intent/cache-cards/${cardId}`);
  expectError(await order(await newCard({ placed: true })), 404, 'card_not_found');
  expectError(await order(await newCard({ owner: id, status: 'ordered' })), 409, 'card_not_placed');
  expect(await row('SELECT count(*) AS n FROM orders WHERE user_id = ?', id)).toEqual({ n: 0 });
});
