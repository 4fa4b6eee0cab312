/** Makes decisions about groups of members through the API, and reads the members' complete stored state for comparison. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { expect } from 'vitest';
import { DecisionPreview, ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import type { GroupAction } from '#schema/reviews/review-decision.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type BoughtCards, boughtCards, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { type Answer, change, newMember, row, type TestCard, type TestMember } from '#tests/worker/support/client.ts';

export const path = '/api/admin/review-decisions';

export async function all<Row = Record<string, unknown>>(sql: string): Promise<Row[]> {
  return (await env.DB.prepare(sql).all<Row>()).results;
}

export async function preview(boss: TestAdmin, action: GroupAction, memberIds: number[]): Promise<DecisionPreview> {
  const answer = await boss.client.post(`${path}/preview`, { action, memberIds });
  expect(answer.status).toBe(200);
  return v.parse(DecisionPreview, answer.body);
}

export function send(boss: TestAdmin, action: GroupAction, memberIds: number[], seen: string, reviewId?: number): Promise<Answer> {
  return boss.client.post(path, { action, memberIds, reason: 'One person with many accounts', seen, ...(reviewId && { reviewId }) });
}

export async function decide(boss: TestAdmin, action: GroupAction, memberIds: number[], reviewId?: number): Promise<ReviewDecisionDetails> {
  const { seen } = await preview(boss, action, memberIds);
  const answer = await send(boss, action, memberIds, seen, reviewId);
  expect(answer).toMatchObject({ status: 200 });
  return v.parse(ReviewDecisionDetails, answer.body);
}

export const undo = (boss: TestAdmin, { id, version }: { id: number; version: number }) =>
  boss.client.post(`${path}/${id}/undo`, { reason: 'It was a family', version });

export async function undoDecision(boss: TestAdmin, decision: ReviewDecisionDetails): Promise<ReviewDecisionDetails> {
  const answer = await undo(boss, decision);
  expect(answer).toMatchObject({ status: 200 });
  return v.parse(ReviewDecisionDetails, answer.body);
}

export async function find(member: TestMember, cards: readonly TestCard[]): Promise<void> {
  for (const { cardId, code } of cards) expect((await member.client.post('/api/scan', { cardId, code })).status).toBe(200);
}

export async function redeem(member: TestMember, type = 'regional-short'): Promise<number> {
  expect(await member.client.post('/api/redeem-certificate', { type })).toMatchObject({ status: 200 });
  return (await row<{ id: number }>('SELECT max(id) AS id FROM vacation_certificates WHERE user_id = ?', member.id))?.id ?? 0;
}

/** Returns everything stored about these members and their cards, orders and earnings, for comparison. */
export async function storedState(memberIds: number[]) {
  const ids = memberIds.join(', ');
  return {
    users: await all(
      `SELECT id, token_balance, owed_tokens, treasure_keys, community_keys, suspended_at FROM users WHERE id IN (${ids}) ORDER BY id`,
    ),
    cards: await all(
      `SELECT id, status, total_scans, tokens_earned, placement_confirmed_at FROM cache_cards WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    scans: await all(
      `SELECT id, kind, tokens_earned, taken_back_by, is_awaiting_verification FROM card_scans WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    certificates: await all(
      `SELECT id, status, review, cancelled_at, cancel_reason, review_reason FROM vacation_certificates WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    commissions: await all(
      `SELECT id, kind, status, held_reason, amount_cents FROM referral_commissions WHERE referrer_id IN (${ids}) ORDER BY id`,
    ),
    chests: await all(
      `SELECT id, month, status, held_reason, refused_at, amount_cents FROM treasure_chest_payouts WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    due: await all(`SELECT id, net_cents, entries, rank FROM payout_queue WHERE id IN (${ids}) AND version > 0 ORDER BY id`),
    keys: await all(
      `SELECT user_id, kind, created_at, sum(amount) AS amount FROM key_events WHERE user_id IN (${ids}) GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3`,
    ),
  };
}

export const count = async (table: string) => (await row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? 0;

/** Creates a colluding owner and finder with their earnings. */
export async function pair({ finds = 3 } = {}) {
  const [owner, finder, boss] = [await newMember({ role: 'premium' }), await newMember(), await newAdmin('super_admin')];
  const bought = await boughtCards(owner.id, finds);
  await find(finder, bought.cards);
  return { owner, finder, boss, bought, cards: bought.cards, ids: [owner.id, finder.id] };
}

/** Refunds the full payment for the cards with the same database writes as the webhook. */
export async function refundCards(bought: BoughtCards): Promise<void> {
  await change(
    `INSERT INTO payments (user_id, order_id, amount_cents, currency, description, paid_at, stripe_payment_intent_id)
     SELECT user_id, id, amount_cents, 'usd', 'Cards', paid_at, 'pi_' || id FROM orders WHERE id = ?1 ON CONFLICT (stripe_payment_intent_id) DO NOTHING`,
    bought.orderId,
  );
  await change('UPDATE payments SET revoked_at = paid_at, version = version + 1 WHERE order_id = ?', bought.orderId);
  await reversePayment(bought);
}

/** Restores the payment, as if the refund had failed at the bank or the dispute had been won. */
export async function restoreCards(bought: BoughtCards): Promise<void> {
  await change('UPDATE payments SET revoked_at = NULL, version = version + 1 WHERE order_id = ?', bought.orderId);
  await restorePayment(bought);
}
