/** A member's treasure chests and keys. Product rules: Treasure chests. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/** UTC month, for example `2026-11`. */
export const chestMonth = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please enter a month such as 2026-11'));
const keyCounts = { treasureKeys: v.number(), communityKeys: v.number() };

export const chestPayoutStatuses = ['pending', 'paid', 'held', 'reversed'] as const;

export const ChestPayout = v.object({
  id: v.number(),
  month: chestMonth,
  level: v.number(),
  /** Amount in dollars. */
  amount: v.number(),
  status: v.picklist(chestPayoutStatuses),
  paidAt: v.nullable(isoInstant),
});
export type ChestPayout = v.InferOutput<typeof ChestPayout>;

/** Body of PUT /api/treasure-chests/opened: the member opened this month's chest on a device. */
export const OpenedChestRequest = v.strictObject({ month: chestMonth });

/** Newest month whose chest the member has opened; null if none. */
const openedMonth = v.nullable(chestMonth);
export const OpenedChest = v.object({ openedMonth });
export type OpenedChest = v.InferOutput<typeof OpenedChest>;

/** Response of GET /api/treasure-chests. Levels are defined in rules.ts; 0 means no chest. */
export const TreasureChests = v.object({
  takesPart: v.boolean(),
  /** Keys that count toward this month's chest: those earned in the 12 months that end with this month. */
  keys: v.object(keyCounts),
  totalKeys: v.object(keyCounts),
  /** Current keys grouped by the last month in which they count, earliest first. */
  expiries: v.array(v.object({ countsThrough: chestMonth, ...keyCounts })),
  level: v.number(),
  /** Next level and the number of keys still needed for it; null at the highest level. */
  next: v.nullable(v.object({ level: v.number(), ...keyCounts })),
  /**
   * Projected chest for this month based on the current keys, with the amount in dollars; null for free members. `membershipEndsBefore`:
   * the membership ends before the month does, so no chest will be paid.
   */
  projection: v.nullable(v.object({ month: chestMonth, level: v.number(), amount: v.number(), membershipEndsBefore: v.boolean() })),
  payouts: v.array(ChestPayout),
  openedMonth,
});
export type TreasureChests = v.InferOutput<typeof TreasureChests>;
