/**
 * Ownership claims. A member claims a card with proof, and an administrator approves or rejects the claim unless the member withdraws it
 * first.
 */
import * as v from 'valibot';
import { isCardId, normalizeCardId } from '#schema/cards/card-id.ts';
import { ProofUrl } from '#schema/claims/proof-url.ts';
import { isoInstant } from '#schema/fields.ts';

export const claimStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/**
 * Body of POST /api/ownership-claims, which returns the `Claim` with status 201. The route validates `cardId`. Without `proofUrl`, the
 * member asks to adopt a card that has lost its owner.
 */
export const ClaimRequest = v.strictObject({ cardId: v.string('cardId must be text'), proofUrl: v.optional(ProofUrl) });
export type ClaimRequest = v.InferOutput<typeof ClaimRequest>;

const claimKinds = ['claim', 'adoption'] as const;
export type ClaimKind = (typeof claimKinds)[number];

/**
 * Query of GET /api/ownership-claims/check, which fails like a claim would: `adoption` without a proof, `claim` with one. Lets the page
 * refuse before the member fills in the form.
 */
export const ClaimCheckQuery = v.object({
  cardId: v.string('cardId is required'),
  kind: v.picklist(claimKinds, 'kind must be claim or adoption'),
});
export const ClaimCheck = v.object({ cardId: v.string() });
export type ClaimCheck = v.InferOutput<typeof ClaimCheck>;

export const ClaimForm = v.object({
  cardId: v.pipe(
    v.string('Please enter the card’s ID'),
    v.transform(normalizeCardId),
    v.check(isCardId, 'A card ID is TC- followed by 7 digits, such as TC-0000001.'),
  ),
  proofUrl: ProofUrl,
});
export type ClaimForm = v.InferInput<typeof ClaimForm>;

export const Claim = v.object({
  id: v.number(),
  userId: v.number(),
  cardId: v.string(),
  /** Null for an adoption. */
  proofUrl: v.nullable(v.string()),
  status: v.picklist(claimStatuses),
  adminComment: v.nullable(v.string()),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type Claim = v.InferOutput<typeof Claim>;

/** Response of GET /api/ownership-claims, newest first. POST /api/ownership-claims/:claimId/withdraw returns the `Claim`. */
export const ClaimList = v.array(Claim);
