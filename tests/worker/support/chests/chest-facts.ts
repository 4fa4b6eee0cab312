import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import { type Client, change, signInAgain, type TestMember } from '#tests/worker/support/client.ts';
import { getLastSecond, utcMonth } from '#worker/domain/chests/months.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';

/** Gives a member the keys for `count` placements that finders confirmed at `at` (Unix seconds). */
export async function confirmPlacements({ id }: { id: number }, count: number, at = Math.floor(Date.now() / 1_000)): Promise<void> {
  for (let card = 1; card <= count; card += 1) await change(keyRow('placement', { user: id, amount: 1, subject: id * 1_000 + card, at }));
}

/**
 * Sets the clock to the first second of the next month and opens the previous month's chests as if for the first time. Then signs the given
 * members in again.
 */
export async function endMonth(...members: TestMember[]): Promise<void> {
  const now = getLastSecond(utcMonth(Math.floor(Date.now() / 1_000))) + 1;
  vi.setSystemTime(now * 1_000);
  await change('DELETE FROM chest_months');
  await openChests({ store: { chests: chestStore(env.DB as unknown as D1Database) } }, now);
  await signInAgain(...members);
}

/** Returns the member's chests as strings like `2026-11 3 $20 pending`, newest first. */
export async function chestsOf({ client }: { client: Client }): Promise<string[]> {
  const { payouts } = (await client.get<TreasureChests>('/api/treasure-chests')).body;
  return payouts.map(({ month, level, amount, status }) => `${month} ${level} $${amount} ${status}`);
}

/** Returns the number of a member's valid Treasure Keys, regardless of when they were earned. */
export async function treasureKeysOf({ client }: { client: Client }): Promise<number> {
  return (await client.get<TreasureChests>('/api/treasure-chests')).body.totalKeys.treasureKeys;
}
