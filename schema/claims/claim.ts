/** Ownership claims: a member says that a card is theirs and shows proof; an administrator decides, unless the member withdraws it first. */
import * as v from 'valibot';
import { isCardId, normalizeTypedCardId } from '#schema/cards/card-id.ts';
import { ProofUrl } from '#schema/claims/proof-url.ts';
import { isoInstant } from '#schema/fields.ts';

export const claimStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** POST /api/ownership-claims; answers the `Claim` with 201. Whether `cardId` is a card, the route judges. */
export const ClaimRequest = v.strictObject({ cardId: v.string('cardId must be text'), proofUrl: ProofUrl });
export type ClaimRequest = v.InferOutput<typeof ClaimRequest>;

/** The form: the card's id as people write it. */
export const ClaimForm = v.object({
  cardId: v.pipe(
    v.string('Please give the ID on the card'),
    v.transform(normalizeTypedCardId),
    v.check(isCardId, 'A card ID is TC- and 7 digits, for example TC-0000001.'),
  ),
  proofUrl: ProofUrl,
});
export type ClaimForm = v.InferInput<typeof ClaimForm>;

export const Claim = v.object({
  id: v.number(),
  userId: v.number(),
  cardId: v.string(),
  proofUrl: v.string(),
  status: v.picklist(claimStatuses),
  adminComment: v.nullable(v.string()),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type Claim = v.InferOutput<typeof Claim>;

/** POST /api/ownership-claims/:claimId/withdraw answers the `Claim`. GET /api/ownership-claims: one's own, newest first. */
export const ClaimList = v.array(Claim);
