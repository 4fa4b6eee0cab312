/**
 * Cards whose payment is reversed or restored. The tokens they earned are reversed with the payment and restored with it. Product rules:
 * Payments and memberships.
 */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { balanceOf, change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { day, deliverEvents, passTime, runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
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

async function erase(member: TestMember): Promise<void> {
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
}

const statesOf = async (orderId: number) =>
  (
    await row<{ states: string }>(
      `SELECT group_concat(coalesce(user_id, 'nobody') || ' ' || status, ', ' ORDER BY id) AS states FROM cache_cards WHERE order_id = ?`,
      orderId,
    )
  )?.states;

test('a returned payment disables the cards of an erased buyer until it comes back, but not those of later owners', async () => {
  const [buyer, later, finder] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' }), await directMember()];
  const bought = await boughtCards(buyer.id, 4, { placed: true });
  const [found, moved, disabled, unplaced] = bought.cards;
  await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", disabled?.id ?? 0);
  await change("UPDATE cache_cards SET status = 'ordered', placed_date = NULL WHERE id = ?", unplaced?.id ?? 0);
  await change('UPDATE cache_cards SET user_id = ?2 WHERE id = ?1', moved?.id ?? 0, later.id);
  await erase(buyer);
  const afterErasure = `nobody active, ${later.id} active, nobody disabled, nobody disabled`;
  expect(await statesOf(bought.orderId)).toBe(afterErasure);
  await reversePayment(bought);
  expect(await statesOf(bought.orderId)).toBe(`nobody disabled, ${later.id} active, nobody disabled, nobody disabled`);
  const scan = { cardId: found?.cardId };
  expectError(await finder.client.post('/api/scan', scan), 404, 'card_not_found');
  expectError(await later.client.post('/api/ownership-claims', scan), 404, 'card_not_found');
  await restorePayment(bought);
  expect(await statesOf(bought.orderId)).toBe(afterErasure);
});

test('a card without an owner is neither adopted nor claimed while its payment is disputed', async () => {
  const [buyer, friend] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', friend.id);
  const bought = await boughtCards(buyer.id, 2, { placed: true });
  await erase(buyer);
  await friend.client.post('/api/login', { email: friend.email, password: friend.password });
  const setOrder = (status: string) => change('UPDATE orders SET status = ?2 WHERE id = ?1', bought.orderId, status);
  const claim = (index: number, proof = {}) =>
    friend.client.post<{ id: number }>('/api/ownership-claims', { cardId: bought.cards[index]?.cardId, ...proof });
  const claims = [await claim(0), await claim(1, { proofUrl: 'https://logs.example.com/finds/17' })];
  expect(claims.map(({ status }) => status)).toEqual([201, 201]);
  await setOrder('disputed');
  const admin = await newAdmin('admin');
  for (const { body } of claims) {
    const card = await row<{ version: number }>(
      'SELECT c.version FROM ownership_claims o JOIN cache_cards c ON c.id = o.card_id WHERE o.id = ?',
      body.id,
    );
    const decision = { status: 'approved', version: 1, cardVersion: card?.version };
    expectError(await admin.client.post(`/api/admin/claims/${body.id}/decision`, decision), 409, 'card_not_adoptable');
  }
  await change("UPDATE ownership_claims SET status = 'withdrawn' WHERE user_id = ?", friend.id);
  expectError(await claim(0), 409, 'card_has_owner');
  await setOrder('paid');
  expect((await claim(0)).status).toBe(201);
});

test('a migration disables active cards without an owner whose payment was returned earlier', async () => {
  const [buyer, later] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
  const bought = await boughtCards(buyer.id, 2, { placed: true });
  const kept = await boughtCards(buyer.id, 1, { placed: true });
  await change('UPDATE cache_cards SET user_id = ?2 WHERE id = ?1', bought.cards[1]?.id ?? 0, later.id);
  await erase(buyer);
  for (const [index, { orderId }] of [bought, kept].entries())
    await change(
      `INSERT INTO payments (user_id, order_id, stripe_payment_intent_id, amount_cents, currency, description, paid_at, revoked_at) VALUES (?1, ?2, 'pi_old_' || ?2, 100, 'usd', 'Cards', 1, ?3)`,
      buyer.id,
      orderId,
      index === 0 ? 2 : null,
    );
  await change("UPDATE orders SET status = 'refunded' WHERE id = ?", bought.orderId);
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_returned-cards.sql'));
  for (const query of migration?.queries ?? []) await change(query);
  expect([await statesOf(bought.orderId), await statesOf(kept.orderId)]).toEqual([`nobody disabled, ${later.id} active`, 'nobody active']);
  await restorePayment(bought);
  expect(await statesOf(bought.orderId)).toBe(`nobody active, ${later.id} active`);
});

test('an unplaced card that was disabled with its payment stays disabled if the payment returns after its buyer was erased', async () => {
  const buyer = await newMember({ role: 'basic' });
  const bought = await boughtCards(buyer.id, 1, { status: 'ordered' });
  await reversePayment(bought);
  await erase(buyer);
  await restorePayment(bought);
  expect(await statesOf(bought.orderId)).toBe('nobody disabled');
});

test.each([
  'active',
  'disabled',
])('a card that was %s before its payment was returned is no administrator’s to revive or give away', async (status) => {
  const [buyer, friend] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
  const bought = await boughtCards(buyer.id, 1, { status });
  const { id = 0, cardId = '' } = bought.cards[0] ?? {};
  await reversePayment(bought);
  await change("UPDATE orders SET status = 'refunded' WHERE id = ?", bought.orderId);
  const expectRefusals = async () => {
    const { version } = (await row<{ version: number }>('SELECT version FROM cache_cards WHERE id = ?', id)) ?? {};
    const [admin, superAdmin] = [await newAdmin('admin'), await newAdmin('super_admin')];
    for (const { client } of [admin, superAdmin])
      expectError(await client.post(`/api/admin/cards/${cardId}/status`, { status: 'active', version }), 403, 'card_payment_returned');
    const edit = { version, location: null, description: null, latitude: null, longitude: null, ownerEmail: friend.email };
    expectError(await superAdmin.client.put(`/api/admin/cards/${cardId}`, edit), 403, 'card_payment_returned');
    expectError(await friend.client.post('/api/ownership-claims', { cardId }), 404, 'card_not_found');
  };
  await expectRefusals();
  await erase(buyer);
  await expectRefusals();
  expect(await statesOf(bought.orderId)).toBe('nobody disabled');
});
