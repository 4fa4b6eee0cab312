/** Evidence for reviewing one certificate. Product rules: Reviews. */
import * as v from 'valibot';
import { scanSources } from '#schema/cards/card.ts';
import { VacationCertificate } from '#schema/certificates/certificate.ts';
import { isoInstant } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { SeenSignal } from '#schema/reviews/signals.ts';

export const CaseSignal = v.object({
  code: v.string(),
  /**
   * Explanation of the signal with the names and numbers of this case; null if the signal was found at redemption or at a decision but is
   * no longer present.
   */
  sentence: v.nullable(v.string()),
  /** Set only if the signal is no longer present; null if no decision was made while it was. */
  seen: v.nullable(SeenSignal),
});
export type CaseSignal = v.InferOutput<typeof CaseSignal>;

export const CaseAccount = v.object({
  id: v.number(),
  /** Username, or else first and last name, or else `member 17`; `member 17 (left)` if the member is erased. */
  name: v.string(),
  /** The member's email address; null if the member is erased. */
  email: v.nullable(v.string()),
  tier: v.picklist(tierNames),
  joinedAt: isoInstant,
  isVerified: v.boolean(),
  isSuspended: v.boolean(),
  /** Whether the account is linked to the certificate holder, who is always first in the list. */
  isInGroup: v.boolean(),
  /** Reasons why the account is linked to other members of the group. */
  reasons: v.array(v.object({ withId: v.number(), code: v.string(), sentence: v.string() })),
});
export type CaseAccount = v.InferOutput<typeof CaseAccount>;

export const CaseCard = v.object({
  id: v.number(),
  name: v.string(),
  ownerId: v.nullable(v.number()),
  /** Location of the card when the finds that paid for the certificate were made. */
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  /** True if the card has since been moved, removed or transferred to another owner. */
  hasMoved: v.boolean(),
  /**
   * Number of members who were rewarded for finding this card, including members who are not part of the case. Excludes revoked rewards.
   */
  finders: v.number(),
});
export type CaseCard = v.InferOutput<typeof CaseCard>;

/**
 * Credibility of the scan times that a device reported. `contradictory`: the times in a sync imply an impossible pace. `out_of_bounds`: a
 * time in the sync is in the future, before the card was placed or before the previous sync.
 */
export const statedTimeBeliefs = ['believed', 'contradictory', 'out_of_bounds'] as const;
export type StatedTimeBelief = (typeof statedTimeBeliefs)[number];

export const CaseFind = v.object({
  cardId: v.number(),
  userId: v.number(),
  /** When the server received and credited the find. */
  at: isoInstant,
  /**
   * Time of the find according to the device, and whether it is credible; null if the device did not report a time or the data has been
   * deleted.
   */
  stated: v.nullable(v.object({ at: isoInstant, belief: v.picklist(statedTimeBeliefs) })),
  source: v.picklist(scanSources),
  codeWasRight: v.boolean(),
  /**
   * Distance in meters from the card to the position that the finder reported; null if no position was reported or the data has been
   * deleted.
   */
  distanceMeters: v.nullable(v.number()),
  /** True if a decision revoked the reward for the find. Signals then ignore the find, unless its reward paid for this certificate. */
  isTakenBack: v.boolean(),
});
export type CaseFind = v.InferOutput<typeof CaseFind>;

/** Amounts that a member paid us and got back, in cents. */
const PaidAndReturned = v.object({ paid: v.number(), returned: v.number() });
const AmountsDue = v.object({ pending: v.number(), held: v.number(), paid: v.number() });

export const CaseMoney = v.object({
  userId: v.number(),
  /** Token totals from the ledger, grouped by purpose. `redeemed` excludes certificates that were canceled and refunded. */
  tokens: v.object({
    finds: v.number(),
    asOwner: v.number(),
    placements: v.number(),
    other: v.number(),
    redeemed: v.number(),
    balance: v.number(),
    owed: v.number(),
  }),
  treasureKeys: v.number(),
  communityKeys: v.number(),
  certificates: v.array(v.pick(VacationCertificate, ['id', 'number', 'status', 'review', 'tokensRedeemed'])),
  commissions: AmountsDue,
  chests: AmountsDue,
  memberships: PaidAndReturned,
  cards: PaidAndReturned,
});
export type CaseMoney = v.InferOutput<typeof CaseMoney>;

export const AdminReviewCase = v.object({
  review: AdminReview,
  signals: v.array(CaseSignal),
  /** Tokens that paid for the certificate, by source. `given`: granted by administrators. */
  paidWith: v.object({ finds: v.number(), asOwner: v.number(), placements: v.number(), given: v.number(), other: v.number() }),
  /** Accounts in the case: the certificate holder first, followed by linked members, card owners and other finders. */
  accounts: v.array(CaseAccount),
  /** Number of other finders of these cards, who are omitted from `accounts` because they do not affect the case. */
  othersLeftOut: v.number(),
  cards: v.array(CaseCard),
  /** Finds of the case's `cards` by the case's `accounts`, oldest first. */
  finds: v.array(CaseFind),
  /** Tokens, keys and money of each group member, in the order of `accounts`. */
  money: v.array(CaseMoney),
});
export type AdminReviewCase = v.InferOutput<typeof AdminReviewCase>;
