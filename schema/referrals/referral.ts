/** Referrals and commissions, as displayed to members. Product rules: Referrals, keys and commissions. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';

export const commissionStatuses = ['pending', 'paid', 'reversed', 'held'] as const;
/** Commission statuses that members see. `paying`: marked as paid, but an administrator can still undo it. */
export const earningStatuses = [...commissionStatuses, 'paying'] as const;
export type EarningStatus = (typeof earningStatuses)[number];

/** Kinds of commission rows: a commission, its reversal, or the restoration of a commission that was reversed by mistake. */
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
  /** Username, or first name if there is no username; null if both are missing. 'Former member' if the account was erased. */
  name: v.nullable(v.string()),
  /** Masked email address, for example `r•••@e•••.com`; empty if the member is erased. */
  email: v.string(),
  joinedAt: isoInstant,
  /** When the member first paid for a membership; null if they never have. */
  upgradedAt: v.nullable(isoInstant),
  tier: v.picklist(tierNames),
  /**
   * Commission for the referral, with the amount in dollars. Null before the first purchase, or if that purchase earned no commission and
   * is not under review.
   */
  commission: v.nullable(v.object({ amount: v.number(), status: v.picklist(earningStatuses) })),
  /** Number of Treasure Keys earned by the referral, excluding reversed ones. */
  treasureKeys: v.number(),
});
export type ReferredPerson = v.InferOutput<typeof ReferredPerson>;

/** Maximum number of members listed in `Referrals.news`. */
export const maxReferralNews = 3;

/** Response of GET /api/referrals, newest first. Pass `nextCursor` as `?cursor=`. */
export const Referrals = v.object({
  referralCode: v.string(),
  link: v.string(),
  /**
   * Number of members who joined through the referral link (`joined`), how many of them ever bought a membership (`became`), and the number
   * of Treasure Keys.
   */
  totals: v.object({ joined: v.number(), became: v.number(), treasureKeys: v.number() }),
  people: v.array(ReferredPerson),
  /** The members who upgraded most recently, even if they joined long ago. Included only on the first page; empty on all others. */
  news: v.array(ReferredPerson),
  nextCursor: v.nullable(v.string()),
});
export type Referrals = v.InferOutput<typeof Referrals>;
