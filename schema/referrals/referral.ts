/** Referrals and commissions, as displayed to members. Product rules: Referrals, keys and commissions. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';

export const commissionStatuses = ['pending', 'paid', 'reversed', 'held'] as const;
/** Statuses that members see. `paying`: marked as paid, which can still be undone. */
export const earningStatuses = [...commissionStatuses, 'paying'] as const;
export type EarningStatus = (typeof earningStatuses)[number];

/** A commission, its reversal, or the restoration of a reversal that was made in error. */
export const commissionKinds = ['commission', 'reversal', 'restoration'] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/**
 * Why a commission is on hold. `administrator`: put on hold manually, with a reason in the audit log. `decision`: put on hold by a group
 * decision.
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
  /** Username or, if there is none, first name; null if both are missing. 'Former member' if the account was erased. */
  name: v.nullable(v.string()),
  /** Masked email address, for example `r•••@e•••.com`; empty if the member is erased. */
  email: v.string(),
  joinedAt: isoInstant,
  /** Time of the first paid membership; null before it. */
  upgradedAt: v.nullable(isoInstant),
  tier: v.picklist(tierNames),
  /** Amount in dollars. Null before the first purchase, or if that purchase earned no commission and is not under review. */
  commission: v.nullable(v.object({ amount: v.number(), status: v.picklist(earningStatuses) })),
  /** Number of Treasure Keys earned by the referral, excluding reversed ones. */
  treasureKeys: v.number(),
});
export type ReferredPerson = v.InferOutput<typeof ReferredPerson>;

/** Maximum length of `news` in Referrals. */
export const maxReferralNews = 3;

/** Response of GET /api/referrals, newest first. Pass `nextCursor` as `?cursor=`. */
export const Referrals = v.object({
  referralCode: v.string(),
  link: v.string(),
  /** Number of sign-ups through the link, number of those members who ever bought a membership, and number of Treasure Keys. */
  totals: v.object({ joined: v.number(), became: v.number(), treasureKeys: v.number() }),
  people: v.array(ReferredPerson),
  /** On the first of several pages: the members who upgraded last, who may have joined long ago. Otherwise empty. */
  news: v.array(ReferredPerson),
  nextCursor: v.nullable(v.string()),
});
export type Referrals = v.InferOutput<typeof Referrals>;
