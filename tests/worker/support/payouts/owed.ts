/** Inserts members' earnings into the database: commissions, their reversals, and treasure chests. */
import { env } from 'cloudflare:workers';
import type { Earnings } from '#schema/site.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { type Client, row } from '#tests/worker/support/client.ts';

const secondsNow = () => Math.floor(Date.now() / 1_000);
const insertRow = async (sql: string, ...values: (string | number | null)[]) =>
  (
    await env.DB.prepare(`${sql} RETURNING id`)
      .bind(...values)
      .first<{ id: number }>()
  )?.id ?? 0;

interface Held {
  status?: 'pending' | 'held' | 'paid' | 'reversed';
  why?: string;
  /** When the amount was earned, in Unix seconds. Defaults to now. */
  at?: number;
}

/** Inserts a commission for a newly referred friend. */
export async function owedCommission(memberId: number, cents: number, { status = 'pending', why, at }: Held = {}) {
  const friend = await directMember({ referredBy: memberId });
  const id = await insertRow(
    `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, status, held_reason, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
    memberId,
    friend.id,
    cents,
    status,
    why ?? null,
    at ?? secondsNow(),
  );
  return { id, friendId: friend.id };
}

/** Reverses a commission that was already paid out, as a refund would. */
export function owedReversal(commissionId: number): Promise<number> {
  return insertRow(
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, amount_cents, status, reverses_id, created_at)
     SELECT 'reversal', referrer_id, referred_id, -amount_cents, 'pending', id, ?2 FROM referral_commissions WHERE id = ?1`,
    commissionId,
    secondsNow(),
  );
}

export function owedChest(memberId: number, month: string, cents: number, { status = 'pending', why, at }: Held = {}): Promise<number> {
  return insertRow(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, held_reason, created_at)
     VALUES (?, ?, 1, ?, 0, ?, ?, ?)`,
    memberId,
    month,
    cents,
    status,
    why ?? null,
    at ?? secondsNow(),
  );
}

/** Returns the member's row in the payout queue, with the amount due. */
export async function payoutQueueRow(memberId: number): Promise<{ cents: number; entries: number; rank: number; version: number }> {
  const due = await row<{ cents: number; entries: number; rank: number; version: number }>(
    'SELECT net_cents AS cents, entries, rank, version FROM payout_queue WHERE id = ?',
    memberId,
  );
  return due ?? { cents: 0, entries: 0, rank: 3, version: 0 };
}

export async function earningsOf({ client }: { client: Client }): Promise<Earnings> {
  return (await client.get<Earnings>('/api/earnings')).body;
}
