/** An owner replaces a lost card, which uses up one of their unplaced cards. Product rules: Cards and scans. */
import { expect, test } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { boughtCards, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { type Client, change, expectError, row } from '#tests/worker/support/client.ts';

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

test('a replacement needs a placed card of one’s own and a paid one that we do not print', async () => {
  const { owner, lost, spare, spareOrder } = await ownerWithSpare();
  expectError(await replace((await directMember({ role: 'basic' })).client, lost, spare), 404, 'card_not_found');
  expectError(await replace(owner.client, spare, spare), 409, 'card_not_placed');
  for (const unusable of ["delivery = 'ship'", "delivery = NULL, status = 'disputed'"]) {
    await change(`UPDATE orders SET ${unusable} WHERE id = ?`, spareOrder.orderId);
    expectError(await replace(owner.client, lost, spare), 409, 'no_spare_card');
  }
});
