/** What a review is decided on: the evidence page of one certificate. Product rules: Reviews. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { scanSources } from '#schema/cards/card.ts';
import { VacationCertificate } from '#schema/certificates/certificate.ts';
import { isoInstant } from '#schema/fields.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';

export const CaseSignal = v.object({
  code: v.string(),
  /** What was seen, with the names and figures of this case; null where it was seen at the redemption and is not any more. */
  sentence: v.nullable(v.string()),
});
export type CaseSignal = v.InferOutput<typeof CaseSignal>;

export const CaseAccount = v.object({
  id: v.number(),
  /** Username, else first and last name, else `member 17`; `member 17 (left)` for who is erased. */
  name: v.string(),
  /** Null for who is erased. */
  email: v.nullable(v.string()),
  tier: v.picklist(tierNames),
  joinedAt: isoInstant,
  isVerified: v.boolean(),
  isSuspended: v.boolean(),
  /** Belongs together with the certificate's member, who is the first of the group. */
  isInGroup: v.boolean(),
  /** What brings them together with one who is in the group already. */
  reasons: v.array(v.object({ withId: v.number(), code: v.string(), sentence: v.string() })),
});
export type CaseAccount = v.InferOutput<typeof CaseAccount>;

export const CaseCard = v.object({
  id: v.number(),
  /** As printed, e.g. TC-0000001. */
  name: v.string(),
  ownerId: v.nullable(v.number()),
  place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  /** Members whom a find of it has paid that was not taken back, whether or not they are shown. */
  finders: v.number(),
});
export type CaseCard = v.InferOutput<typeof CaseCard>;

export const CaseFind = v.object({
  cardId: v.number(),
  userId: v.number(),
  at: isoInstant,
  source: v.picklist(scanSources),
  codeWasRight: v.boolean(),
  /** How far from the card the finder said to stand; null where they said nothing, or it is erased. */
  distanceMeters: v.nullable(v.number()),
  /** A decision has taken it back: it counts for no signal, unless it paid for this certificate. */
  isTakenBack: v.boolean(),
});
export type CaseFind = v.InferOutput<typeof CaseFind>;

/** Cents. */
const PaidAndReturned = v.object({ paid: v.number(), returned: v.number() });
/** Cents; `paid` less what was reversed afterwards. */
const Due = v.object({ pending: v.number(), held: v.number(), paid: v.number() });

export const CaseMoney = v.object({
  userId: v.number(),
  /** What came in and went out of the ledger, by what it was for; `redeemed` less what cancelled certificates gave back. */
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
  commissions: Due,
  chests: Due,
  memberships: PaidAndReturned,
  cards: PaidAndReturned,
});
export type CaseMoney = v.InferOutput<typeof CaseMoney>;

/** GET /api/admin/reviews/:id/case. */
export const AdminReviewCase = v.object({
  review: AdminReview,
  /** The gravest first. */
  signals: v.array(CaseSignal),
  /** The tokens that it was paid with, by what earned them. */
  paidWith: v.object({ finds: v.number(), asOwner: v.number(), placements: v.number(), other: v.number() }),
  /** The certificate's member first, then who belongs together with them, owners, and other finders. */
  accounts: v.array(CaseAccount),
  /** Finders of these cards who are not among `accounts`, since the case does not rest on them. */
  othersLeftOut: v.number(),
  cards: v.array(CaseCard),
  /** Of `accounts` at `cards`, oldest first. */
  finds: v.array(CaseFind),
  /** Of the group, in the order of `accounts`. */
  money: v.array(CaseMoney),
});
export type AdminReviewCase = v.InferOutput<typeof AdminReviewCase>;
