/** Product rules: Referrals, keys and commissions. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { isoInstant } from '#schema/fields.ts';

export const commissionStatuses = ['pending', 'paid', 'reversed', 'held'] as const;

/** A commission, its reversal, and the restoration of a mistaken reversal. */
export const commissionKinds = ['commission', 'reversal', 'restoration'] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/** `administrator`: held by hand, with a reason in the audit log. `decision`: by a group decision. */
export const heldReasons = [
  'administrator',
  'decision',
  'disposable_email',
  'dispute',
  'member_left',
  'same_address',
  'same_card',
] as const;
export type HeldReason = (typeof heldReasons)[number];

export const ReferredPerson = v.object({
  id: v.number(),
  /** User name, else first name, else null; 'Former member' if erased. */
  name: v.nullable(v.string()),
  /** Masked: `r•••@e•••.com`; empty if erased. */
  email: v.string(),
  joinedAt: isoInstant,
  tier: v.picklist(tierNames),
  /** Dollars. Null before the first purchase, or if it paid none and is not under review. */
  commission: v.nullable(v.object({ amount: v.number(), status: v.picklist(commissionStatuses) })),
  /** Less reversals. */
  treasureKeys: v.number(),
});
export type ReferredPerson = v.InferOutput<typeof ReferredPerson>;

/** GET /api/referrals, newest first; `nextCursor` goes into `?cursor=`. */
export const Referrals = v.object({
  referralCode: v.string(),
  link: v.string(),
  /** Sign-ups through the link, and how many of them ever bought a membership. */
  totals: v.object({ joined: v.number(), became: v.number(), treasureKeys: v.number() }),
  people: v.array(ReferredPerson),
  nextCursor: v.nullable(v.string()),
});
export type Referrals = v.InferOutput<typeof Referrals>;
