/** An administrator sends a member's parcel to a friend, who scans the cards. Product rules: Reviews; security: Insiders. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { home, paidOrder, signal, standardSize } from '#tests/worker/support/printing/printing.ts';
import { pass, waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

let admin: TestAdmin;
let printing: TestAdmin;
beforeAll(async () => {
  [admin, printing] = [await newAdmin('admin'), await newAdmin()];
});

const cards = 2;
const pageOf = async (orderId: number) => (await admin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`)).body;

async function redirect(orderId: number, by: TestAdmin) {
  const { version } = await pageOf(orderId);
  const address = { ...home, name: 'Fred Friend', line1: '66 Thief St' };
  expect((await by.client.put(`/api/admin/orders/${orderId}/address`, { version, address })).status).toBe(200);
}

async function print(path: string, wish: object): Promise<string> {
  const { body } = await printing.client.post<SendToPrintResponse>(path, wish);
  const placed = await printing.client.post<SendToPrintResponse>(path, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  return placed.body.order?.reference ?? '';
}
const printFirst = (orderId: number) => print(`/api/admin/orders/${orderId}/print`, { cardSize: standardSize, environment: 'production' });

/** The friend scans the cards with their codes, then one of the administrators would pass the friend's certificate. */
async function expectKnown(cardIds: string[], by: TestAdmin) {
  const friend = await waitingCertificate();
  for (const cardId of cardIds) {
    const code = (await row<{ code: string }>('SELECT code FROM cache_cards WHERE card_id = ?', cardId))?.code;
    expect((await friend.client.post('/api/scan', { cardId, code })).body).toMatchObject({ tokensEarned: 1 });
  }
  const { reviews } = createStore(env as unknown as Env);
  expect((await reviews.facts(friend.id, { price: cards }))?.finds.map(({ isCodeExposed }) => isCodeExposed)).toEqual([true, true]);
  expectError(await pass(by, friend), 403, 'benefactor');
}

const replaceCodes = async (cardIds: string[]) => {
  for (const cardId of cardIds) {
    const card = await row<{ version: number }>('SELECT version FROM cache_cards WHERE card_id = ?', cardId);
    const body = { version: card?.version, reason: 'Misprint' };
    expect((await admin.client.post(`/api/admin/cards/${cardId}/replace`, body)).status).toBe(200);
  }
};

test('new codes printed for the parcel count as known', async () => {
  const { orderId, cardIds } = await paidOrder({ cards });
  await redirect(orderId, admin);
  await replaceCodes(cardIds);
  await printFirst(orderId);
  await expectKnown(cardIds, admin);
});

test('so do codes of cards whose owner filled in the placement form before', async () => {
  const { orderId, cardIds } = await paidOrder({ cards });
  await change("UPDATE cache_cards SET status = 'active', placement_at = unixepoch() - 60 WHERE order_id = ?", orderId);
  await redirect(orderId, admin);
  await printFirst(orderId);
  await expectKnown(cardIds, admin);
});

test('so do new codes of a parcel that is sent again, until the cards get others', async () => {
  const { orderId, cardIds } = await paidOrder({ cards });
  const reference = await printFirst(orderId);
  const ship = async (of: string) => {
    for (const item of ['1', '2']) await signal(of, 'ItemShipped', { item, item_reference: item, tracking: 'TRACK-1' });
  };
  await ship(reference);
  await redirect(orderId, printing);
  const { resendablePrintId } = await pageOf(orderId);
  const wish = { printOrderId: resendablePrintId, newCodes: true, reason: 'The carrier lost the parcel' };
  const again = await print(`/api/admin/orders/${orderId}/send-again`, wish);
  await expectKnown(cardIds, printing);

  await ship(again);
  await replaceCodes(cardIds);
  await signal(again, 'ItemShipped', { item: '1', item_reference: '1', tracking: 'TRACK-2' });
  expect(await row('SELECT count(*) AS n FROM cache_cards WHERE order_id = ? AND code_exposed_until > unixepoch()', orderId)).toEqual({
    n: 0,
  });
});
