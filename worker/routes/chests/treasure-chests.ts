/** Routes at /api/treasure-chests. Product rules: Treasure chests. */
import { Hono } from 'hono';
import { type OpenedChest, OpenedChestRequest, type TreasureChests } from '#schema/chests/treasure-chest.ts';
import { chestMonth, computeChestOutlook, listKeyExpiries, sumValidKeys } from '#worker/domain/chests/chests.ts';
import { utcMonth } from '#worker/domain/chests/months.ts';
import { toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';

export const treasureChestRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { member: memberRow, openedMonth, earned, payouts } = await store.chests.loadMemberChest(caller, chestMonth(utcMonth(now)), now);
    const { role, autoRenew, membershipExpiresAt, treasureKeys, communityKeys } = requireMember(memberRow);
    const takesPart = role !== 'free';
    const keys = sumValidKeys(earned);
    return c.json({
      takesPart,
      openedMonth,
      keys,
      totalKeys: { treasureKeys, communityKeys },
      expiries: listKeyExpiries(earned),
      ...computeChestOutlook(keys, { takesPart, autoRenew: autoRenew === 1, membershipExpiresAt }, now),
      payouts: payouts.map(({ amountCents, paidAt, ...payout }) => ({ ...payout, amount: amountCents / 100, paidAt: toIsoOrNull(paidAt) })),
    } satisfies TreasureChests);
  })

  .put('/opened', requireCaller, json(OpenedChestRequest), async (c) => {
    const { caller, now, store } = c.var;
    const { month } = c.req.valid('json');
    const { openedChestMonth: openedMonth } = requireMember(await store.chests.markOpened(caller, month, now));
    if (openedMonth === null || openedMonth < month) throw new ApiError('payout_not_found');
    return c.json({ openedMonth } satisfies OpenedChest);
  });
