/** A member's monthly treasure chests: keys, level, projection, payouts. Product rules: Treasure chests. */
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

/** GET /api/treasure-chests. Levels are those of rules.ts, 0 stands for none. */
export const TreasureChests = v.object({
  /** Whether the caller is a Basic or Premium member now. */
  takesPart: v.boolean(),
  /** Keys that count for this month's chest: those earned in the 12 months up to its end. */
  keys: v.object(keyCounts),
  /** All keys ever earned, what was taken back subtracted. */
  totalKeys: v.object(keyCounts),
  /** The same keys by the last month for whose chest they count, the next to go first. */
  expiries: v.array(v.object({ countsThrough: month, ...keyCounts })),
  level: v.number(),
  /** The next level and the keys it still asks for; null at the highest. */
  next: v.nullable(v.object({ level: v.number(), ...keyCounts })),
  /**
   * What this month's chest pays with today's keys, in dollars; null for free members. `membershipEndsBefore` is true where
   * the membership is cancelled and over before the month's last second: then there is no chest.
   */
  projection: v.nullable(v.object({ month, level: v.number(), amount: v.number(), membershipEndsBefore: v.boolean() })),
  /** Newest first. */
  payouts: v.array(ChestPayout),
});
export type TreasureChests = v.InferOutput<typeof TreasureChests>;
