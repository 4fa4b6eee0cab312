/**
 * Cards whose payment is reversed or restored. The tokens they earned are reversed with the payment and restored with it. Product rules:
 * Payments and memberships.
 */
import { afterEach, expect, test, vi } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { balanceOf, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { day, deliverEvents, passTime } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, testCards } from '#tests/worker/support/memberships/payments.ts';

afterEach(() => {
  vi.useRealTimers();
});

const keysOf = async ({ id }: TestMember) => (await row<{ n: number }>('SELECT community_keys AS n FROM users WHERE id = ?', id))?.n;

async function placeAndFind(owner: TestMember, cardId: string): Promise<void> {
  await owner.client.post(`/api/cache-cards/${cardId}/placement`, { location: 'Mill', description: 'Stone' });
  const { code } = (await owner.client.get<OwnCardPage>(`/api/cache-cards/${cardId}`)).body;
  expect((await (await directMember()).client.post('/api/scan', { cardId, code })).body.tokensEarned).toBe(1);
}

test('a key earned during a dispute is lost with the dispute', async () => {
  const owner = await newMember({ role: 'basic' });
  const { cards } = await buy(owner.client, 'cache-cards', '1');
  const dispute = await disputeAtStripe(await intentPaidBy(owner));
  await deliverEvents(owner);
  await placeAndFind(owner, cards[0]?.cardId ?? '');
  expect(await keysOf(owner)).toBe(1);
  await closeDispute(dispute, 'lost');
  await deliverEvents(owner);
  expect([await keysOf(owner), await balanceOf(owner.id)]).toEqual([0, 0]);
});

test('a refund that fails at the bank restores cards with their status, tokens and keys', async () => {
  const owner = await newMember({ role: 'basic' });
  const { cards } = await buy(owner.client, 'cache-cards', '2', testCards.refundFails);
  await placeAndFind(owner, cards[0]?.cardId ?? '');
  await owner.client.post(`/api/cache-cards/${cards[0]?.cardId}/report-answer`, { answer: 'off_the_map' });
  await refundAtStripe(await intentPaidBy(owner));
  await deliverEvents(owner);
  expect((await owner.client.get('/api/cache-cards')).body).toEqual([]);
  expect([await keysOf(owner), await balanceOf(owner.id)]).toEqual([0, 0]);
  await passTime(owner, 8 * day);
  await deliverEvents(owner);
  const { body } = await owner.client.get<{ status: string }[]>('/api/cache-cards');
  expect(body.map(({ status }) => status).sort()).toEqual(['missing', 'ordered']);
  expect([await keysOf(owner), await balanceOf(owner.id)]).toEqual([1, 11]);
});
