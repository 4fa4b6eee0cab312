/** Product rules: Treasure chests. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** UTC, `2026-11`. */
const month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/));
const keyCounts = { treasureKeys: v.number(), communityKeys: v.number() };

export const chestPayoutStatuses = ['pending', 'paid', 'held', 'reversed'] as const;

export const ChestPayout = v.object({
  id: v.number(),
  month,
  level: v.number(),
  /** Dollars. */
  amount: v.number(),
  status: v.picklist(chestPayoutStatuses),
  paidAt: v.nullable(isoInstant),
});
export type ChestPayout = v.InferOutput<typeof ChestPayout>;

/** GET /api/treasure-chests. Levels as in rules.ts; 0 means none. */
export const TreasureChests = v.object({
  takesPart: v.boolean(),
  /** Keys that count this month: earned in the 12 months up to its end. */
  keys: v.object(keyCounts),
  totalKeys: v.object(keyCounts),
  /** The counting keys by the last month they count for, soonest first. */
  expiries: v.array(v.object({ countsThrough: month, ...keyCounts })),
  level: v.number(),
  /** Next level and the keys missing for it; null at the highest. */
  next: v.nullable(v.object({ level: v.number(), ...keyCounts })),
  /**
   * This month's chest with today's keys, in dollars; null for free members. `membershipEndsBefore`: the membership ends before the month's
   * last second, so there is no chest.
   */
  projection: v.nullable(v.object({ month, level: v.number(), amount: v.number(), membershipEndsBefore: v.boolean() })),
  payouts: v.array(ChestPayout),
});
export type TreasureChests = v.InferOutput<typeof TreasureChests>;
