/** Evidence for the review of one certificate. Product rules: Reviews. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { scanSources } from '#schema/cards/card.ts';
import { VacationCertificate } from '#schema/certificates/certificate.ts';
import { isoInstant } from '#schema/fields.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';

export const CaseSignal = v.object({
  code: v.string(),
  /** Worded with this case's names and figures; null if the signal was only found at redemption. */
  sentence: v.nullable(v.string()),
});
export type CaseSignal = v.InferOutput<typeof CaseSignal>;

export const CaseAccount = v.object({
  id: v.number(),
  /** Username, else first and last name, else `member 17`; `member 17 (left)` if erased. */
  name: v.string(),
  /** Null if erased. */
  email: v.nullable(v.string()),
  tier: v.picklist(tierNames),
  joinedAt: isoInstant,
  isVerified: v.boolean(),
  isSuspended: v.boolean(),
  /** Linked to the certificate's member, who is first in the group. */
  isInGroup: v.boolean(),
  /** Links to members already in the group. */
  reasons: v.array(v.object({ withId: v.number(), code: v.string(), sentence: v.string() })),
});
export type CaseAccount = v.InferOutput<typeof CaseAccount>;

export const CaseCard = v.object({
  id: v.number(),
  name: v.string(),
  ownerId: v.nullable(v.number()),
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  /** Members rewarded for a find of this card that was not taken back, whether shown here or not. */
  finders: v.number(),
});
export type CaseCard = v.InferOutput<typeof CaseCard>;

export const CaseFind = v.object({
  cardId: v.number(),
  userId: v.number(),
  at: isoInstant,
  source: v.picklist(scanSources),
  codeWasRight: v.boolean(),
  /** Distance from the card to the finder's stated position; null if unstated or deleted. */
  distanceMeters: v.nullable(v.number()),
  /** Taken back by a decision: ignored by signals unless it paid for this certificate. */
  isTakenBack: v.boolean(),
});
export type CaseFind = v.InferOutput<typeof CaseFind>;

/** Cents. */
const PaidAndReturned = v.object({ paid: v.number(), returned: v.number() });
const AmountsDue = v.object({ pending: v.number(), held: v.number(), paid: v.number() });

export const CaseMoney = v.object({
  userId: v.number(),
  /** Ledger totals by purpose; `redeemed` less refunds of cancelled certificates. */
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

/** GET /api/admin/reviews/:id/case. */
export const AdminReviewCase = v.object({
  review: AdminReview,
  signals: v.array(CaseSignal),
  paidWith: v.object({ finds: v.number(), asOwner: v.number(), placements: v.number(), other: v.number() }),
  /** The certificate's member, the linked members, owners, other finders. */
  accounts: v.array(CaseAccount),
  /** Finders of these cards who are missing from `accounts` because the case does not depend on them. */
  othersLeftOut: v.number(),
  cards: v.array(CaseCard),
  /** By `accounts` at `cards`, oldest first. */
  finds: v.array(CaseFind),
  /** One per group member, in the order of `accounts`. */
  money: v.array(CaseMoney),
});
export type AdminReviewCase = v.InferOutput<typeof AdminReviewCase>;
