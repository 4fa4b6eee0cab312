/** The dashboard's three tiles are always exact, even before the job has added the latest changes to the totals. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Totals } from '#schema/admin/totals.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { giveTokens } from '#tests/worker/support/certificates/redeemer.ts';
import { change, newMember, row } from '#tests/worker/support/client.ts';
import { buy, openCheckout } from '#tests/worker/support/memberships/payments.ts';
import type { Env } from '#worker/env.ts';
import { recreateCards } from '#worker/store/orders/lost-orders.ts';
import { batch } from '#worker/store/sql.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => {
  vi.setSystemTime(Date.now());
});
afterEach(() => {
  vi.useRealTimers();
});

let drawnCards = 0;

/** Creates a paid order whose cards are missing or unpaid, as after restoring a backup made before the payment. */
async function restoredOrder(userId: number, cards: 'lost' | 'unpaid'): Promise<void> {
  const order = await row<{ id: number }>(
    `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, created_at, expires_at, paid_at)
     VALUES (?1, 'cache_cards', 2, 200, 'paid', 1, 9, 2) RETURNING id`,
    userId,
  );
  const id = order?.id ?? 0;
  const drawn = Array.from({ length: 3 }, () => {
    drawnCards += 1;
    return { cardId: `TC-${String(7_000_000 + drawnCards)}`, code: 'AAAA0000' };
  });
  if (cards === 'unpaid')
    for (const { cardId, code } of drawn.slice(0, 2))
      await change(
        'INSERT INTO cache_cards (card_id, code, user_id, order_id, created_at) VALUES (?, ?, ?, ?, 1)',
        cardId,
        code,
        userId,
        id,
      );
  await batch(env.DB, recreateCards({ id, quantity: 2, paidAt: 2 } as Parameters<typeof recreateCards>[0], drawn, 3));
}

test.each([
  ['never runs', false],
  ['runs after each change', true],
])('while the job %s, the dashboard tiles match the rows after each change', async (_, isSummedUp) => {
  const admin = await newAdmin('super_admin');
  const owner = await newMember({ role: 'basic' });
  const finder = await newMember();
  const leaving = await directMember();
  const { erasure } = createStore(env as unknown as Env);

  const changes: Record<string, () => Promise<unknown>> = {
    'a sign-up': () => newMember(),
    'paid cards': () => buy(owner.client, 'cache-cards', '3'),
    'a checkout that expires': async () => {
      const { order } = await openCheckout(owner.client, 'cache-cards', '5');
      await change('UPDATE orders SET next_check_at = 1, expires_at = 1 WHERE id = ?', order?.id ?? 0);
      await fire('reconcile-payments');
      expect(await row('SELECT status FROM orders WHERE id = ?', order?.id ?? 0)).toEqual({ status: 'cancelled' });
    },
    'a test card': () => admin.client.post('/api/test-cards', { location: 'City library', description: 'By the door' }),
    'a test card whose id is taken': async () => {
      const { cardId } = (await row<{ cardId: string }>('SELECT card_id AS "cardId" FROM cache_cards LIMIT 1')) ?? { cardId: '' };
      const actor = { adminId: admin.id, requestId: 'r', address: null } as never;
      await createStore(env as unknown as Env).admin.testCards.make(
        { cardId, code: 'AAAA0000' },
        { location: '', description: '' },
        actor,
        1,
      );
    },
    'cards that are made again': () => restoredOrder(owner.id, 'lost'),
    'cards that become available late': () => restoredOrder(owner.id, 'unpaid'),
    'a find': async () => {
      const card = await row('SELECT card_id AS "cardId", code FROM cache_cards WHERE user_id = ? AND available_at IS NOT NULL', owner.id);
      expect((await finder.client.post('/api/scan', card ?? {})).status).toBe(200);
    },
    'an adjustment': () => giveTokens(finder.id, 25),
    'an erased member': async () => {
      await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', leaving.id);
      await fire('erase-accounts');
      expect(await row('SELECT erased_at IS NOT NULL AS "isErased" FROM users WHERE id = ?', leaving.id)).toEqual({ isErased: 1 });
    },
    'a member who is erased twice': () => erasure.finishErasure(leaving.id, '!', 5),
  };
  for (const [name, make] of Object.entries(changes)) {
    await make();
    if (isSummedUp) await fire('add-up-totals');
    const { users, cards, tokensIssued } = (await admin.client.get<Totals>('/api/admin/totals')).body;
    expect({ users, cards, tokensIssued }, name).toEqual(
      await row(
        `SELECT (SELECT count(*) FROM users WHERE erased_at IS NULL) AS users,
           (SELECT count(*) FROM cache_cards WHERE available_at IS NOT NULL) AS cards,
           (SELECT coalesce(sum(amount), 0) FROM token_transactions) AS "tokensIssued"`,
      ),
    );
  }
});
