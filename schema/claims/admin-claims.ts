/** Review of ownership claims by administrators. Product rules: Claims, printing, email and messages; Administrators. */
import * as v from 'valibot';
import { cardStatuses } from '#schema/cards/card.ts';
import { claimStatuses } from '#schema/claims/claim.ts';
import { isoInstant, optionalLines } from '#schema/fields.ts';

const text = v.nullable(v.string());
const member = v.object({ id: v.number(), email: v.string() });

export const AdminClaim = v.object({
  id: v.number(),
  cardId: v.string(),
  claimant: member,
  /** Null for an adoption. */
  proofUrl: text,
  status: v.picklist(claimStatuses),
  adminComment: text,
  createdAt: isoInstant,
  /** When the claim was approved, rejected or withdrawn; null while pending. */
  decidedAt: v.nullable(isoInstant),
  /** Optimistic lock. A decision must send the version it is based on. */
  version: v.number(),
});
export type AdminClaim = v.InferOutput<typeof AdminClaim>;
export const AdminClaimList = v.array(AdminClaim);

export const AdminClaimDetails = v.object({
  claim: AdminClaim,
  version: v.number(),
  /** The administrator who decided the claim; null if it is undecided or was withdrawn by the claimant. */
  decidedBy: text,
  /** True if the card belongs to a paying member, so only a super administrator may approve the claim. */
  needsSuperAdmin: v.boolean(),
  claimant: v.object({
    ...member.entries,
    name: v.string(),
    role: v.string(),
    createdAt: isoInstant,
    isLeaving: v.boolean(),
    cards: v.number(),
  }),
  card: v.object({
    cardId: v.string(),
    version: v.number(),
    status: v.picklist(cardStatuses),
    location: text,
    totalScans: v.number(),
    createdAt: isoInstant,
    owner: v.nullable(v.object({ ...member.entries, name: v.string() })),
  }),
  others: v.array(v.object({ id: v.number(), claimant: member, status: v.picklist(claimStatuses), createdAt: isoInstant })),
});
export type AdminClaimDetails = v.InferOutput<typeof AdminClaimDetails>;

/** Body of POST /api/admin/claims/:id/decision, which returns the `AdminClaim`. */
export const ClaimDecisionRequest = v.strictObject({
  status: v.picklist(['approved', 'rejected'], 'Choose approved or rejected'),
  comment: optionalLines('Comment', 500),
  /** Versions of the claim and its card, as returned in `AdminClaimDetails`. Both are optimistic locks. */
  version: v.pipe(v.number(), v.integer()),
  cardVersion: v.pipe(v.number(), v.integer()),
});
export type ClaimDecisionRequest = v.InferOutput<typeof ClaimDecisionRequest>;

export const ClaimDecisionForm = v.object({ comment: ClaimDecisionRequest.entries.comment });
export type ClaimDecisionForm = v.InferOutput<typeof ClaimDecisionForm>;
