/** Inserts paid cards into the database, and refunds their payment with the same writes as the webhook. */
import { env } from 'cloudflare:workers';
import { newCard, row, type TestCard } from '#tests/worker/support/client.ts';
import type { OrderState } from '#worker/domain/memberships/account.ts';
import { cardEffects, restorationEffects, revocationEffects } from '#worker/store/orders/order-effects.ts';
import { batch } from '#worker/store/sql.ts';

export interface BoughtCards {
  userId: number;
  orderId: number;
  cards: TestCard[];
}

const seconds = () => Math.floor(Date.now() / 1_000);

export async function boughtCards(userId: number, count = 1, options: { placed?: boolean; status?: string } = {}): Promise<BoughtCards> {
  const order = await row<{ id: number }>(
    `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, created_at, expires_at, paid_at)
     VALUES (?1, 'cache_cards', ?2, ?2 * 100, 'paid', ?3, ?3, ?3) RETURNING id`,
    userId,
    count,
    seconds(),
  );
  const orderId = order?.id ?? 0;
  const cards: TestCard[] = [];
  for (let made = 0; made < count; made += 1) cards.push(await newCard({ owner: userId, ...options }));
  await env.DB.batch(cards.map(({ id }) => env.DB.prepare('UPDATE cache_cards SET order_id = ? WHERE id = ?').bind(orderId, id)));
  return { userId, orderId, cards };
}

const paidOrder = (id: number) => ({ id, kind: 'cache_cards', status: 'paid', paidAt: seconds() }) as OrderState;

/** Simulates the payment of the order. */
export async function receivePayment({ userId, orderId }: BoughtCards): Promise<void> {
  await batch(env.DB, cardEffects({ userId, orderId, contestedSince: null, now: seconds(), from: 'open', to: paidOrder(orderId) }));
}

/** Simulates a full refund or a lost dispute. */
export async function reversePayment({ userId, orderId }: BoughtCards): Promise<void> {
  await batch(env.DB, revocationEffects({ userId, orderId, contestedSince: seconds(), now: seconds() }));
}

/** Restores the payment, as if the refund had failed at the bank. */
export async function restorePayment({ userId, orderId }: BoughtCards): Promise<void> {
  const change = { userId, orderId, contestedSince: seconds(), now: seconds() };
  await batch(env.DB, [...cardEffects({ ...change, from: 'refunded', to: paidOrder(orderId) }), ...restorationEffects(change)]);
}

/** Returns the number of tokens that the member owes, or -1 for an unknown member. */
export async function owedBy(userId: number): Promise<number> {
  const member = await row<{ owed: number }>('SELECT owed_tokens AS owed FROM users WHERE id = ?', userId);
  return member?.owed ?? -1;
}
