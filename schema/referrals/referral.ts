/** Whom a member has invited, and what that brought. Product rules: Referrals, keys and commissions. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { isoInstant } from '#schema/fields.ts';

export const commissionStatuses = ['pending', 'paid', 'reversed', 'held'] as const;

/** A commission, what takes one back, and what gives that back where it was a mistake. */
export const commissionKinds = ['commission', 'reversal', 'restoration'] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/**
 * Why a commission or a chest is held. `administrator`: one of them said so, with a reason that the audit log keeps.
 * `decision`: a decision about a group.
 */
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
  /** User name, else first name, else null; 'Former member' for who has left. */
  name: v.nullable(v.string()),
  /** Masked: `r•••@e•••.com`; empty for who has left. */
  email: v.string(),
  joinedAt: isoInstant,
  tier: v.picklist(tierNames),
  /** Null where their first purchase has not been made, or paid none and is not looked at. Dollars. */
  commission: v.nullable(v.object({ amount: v.number(), status: v.picklist(commissionStatuses) })),
  /** Treasure Keys that they brought, reversals subtracted. */
  treasureKeys: v.number(),
});
export type ReferredPerson = v.InferOutput<typeof ReferredPerson>;

/** GET /api/referrals, newest first; `nextCursor` goes into `?cursor=`. */
export const Referrals = v.object({
  referralCode: v.string(),
  link: v.string(),
  /** How many people came by the link, and how many of them ever bought a membership. */
  totals: v.object({ joined: v.number(), became: v.number(), treasureKeys: v.number() }),
  people: v.array(ReferredPerson),
  nextCursor: v.nullable(v.string()),
});
export type Referrals = v.InferOutput<typeof Referrals>;
