/** GET /api/treasure-chests. Product rules: Treasure chests. */
import { Hono } from 'hono';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { chestMonth, computeChestOutlook, listKeyExpiries, sumValidKeys } from '#worker/domain/chests/chests.ts';
import { utcMonth } from '#worker/domain/chests/months.ts';
import { toIsoOrNull } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';

export const treasureChestRoutes = new Hono<AppEnv>().get('/', requireCaller, async (c) => {
  const { caller, now, store } = c.var;
  const { member: memberRow, earned, payouts } = await store.chests.loadMemberChest(caller, chestMonth(utcMonth(now)), now);
  const { role, autoRenew, membershipExpiresAt, treasureKeys, communityKeys } = requireMember(memberRow);
  const takesPart = role !== 'free';
  const keys = sumValidKeys(earned);
  return c.json({
    takesPart,
    keys,
    totalKeys: { treasureKeys, communityKeys },
    expiries: listKeyExpiries(earned),
    ...computeChestOutlook(keys, { takesPart, autoRenew: autoRenew === 1, membershipExpiresAt }, now),
    payouts: payouts.map(({ amountCents, paidAt, ...payout }) => ({ ...payout, amount: amountCents / 100, paidAt: toIsoOrNull(paidAt) })),
  } satisfies TreasureChests);
});
