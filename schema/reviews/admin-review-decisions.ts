/** Group decisions, which can only be undone as a whole. Product rules: Reviews, Group decisions. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { isoInstant, requiredLines } from '#schema/fields.ts';
import { decisionActions, effectKinds, groupActions } from '#schema/reviews/review-decision.ts';
import { reviewDecisionMembers } from '#schema/rules.ts';
import { reviewTextMaxLength } from './admin-reviews.ts';

const rowNumber = v.pipe(v.number('This must be a number'), v.integer('This must be a whole number'), v.minValue(1));
const memberIds = v.pipe(
  v.array(rowNumber, 'memberIds is required'),
  v.minLength(1, 'Please choose at least one member'),
  v.maxLength(reviewDecisionMembers, `Choose at most ${reviewDecisionMembers} members; decide on the rest separately`),
  v.check((ids) => new Set(ids).size === ids.length, 'Choose each member only once'),
);
const action = v.picklist(groupActions, `action must be one of ${groupActions.join(', ')}`);
const reason = requiredLines('Please enter a reason', reviewTextMaxLength);

/** Body of POST /api/admin/review-decisions/preview, which returns the effects that the decision would currently have. */
export const PreviewDecision = v.strictObject({ action, memberIds });
export type PreviewDecision = v.InferOutput<typeof PreviewDecision>;

/** A member affected by a group decision. The email address and name are null if the member is erased. */
const DecidedMember = v.object({ id: v.number(), email: v.nullable(v.string()), name: v.nullable(v.string()) });

/** Effects of a group decision on one member. Counts and sums are never negative, whether the action adds or removes them. */
export const DecisionShare = v.object({
  member: DecidedMember,
  /** True if the member has requested deletion; the decision then neither suspends nor emails them. */
  isLeaving: v.boolean(),
  /** Certificates that the decision holds, releases or refuses, with their price in tokens. */
  certificates: v.array(v.object({ id: v.number(), number: v.string(), tokens: v.number() })),
  finds: v.number(),
  /** Number of the member's own cards whose placement was confirmed only by the affected finds. */
  placements: v.number(),
  /**
   * Tokens refunded for the member's certificates. The decision refunds them first so that it can withdraw tokens from the increased
   * balance.
   */
  tokensRefunded: v.number(),
  /** Tokens earned from the affected finds that can be withdrawn from the balance. The member owes the rest. */
  tokensTaken: v.number(),
  tokensOwed: v.number(),
  treasureKeys: v.number(),
  communityKeys: v.number(),
  /** Number of commissions that the decision affects. Amounts that were already paid are deducted from the next payout. */
  commissions: v.number(),
  commissionsCents: v.number(),
  commissionsPaidCents: v.number(),
  chests: v.number(),
  chestsCents: v.number(),
  isSuspended: v.boolean(),
});
export type DecisionShare = v.InferOutput<typeof DecisionShare>;

export const DecisionPreview = v.object({
  action,
  /** Effects on each member in the request, in the order of the request. All values are 0 for an unaffected member. */
  members: v.array(DecisionShare),
  /**
   * Fingerprint of the previewed effects. The decision request must include it and fails with status 409 if the effects have changed since.
   */
  seen: v.string(),
});
export type DecisionPreview = v.InferOutput<typeof DecisionPreview>;

/**
 * Body of POST /api/admin/review-decisions, which returns the `ReviewDecisionDetails`. Suspended members and owners of refused certificates
 * see the reason.
 */
export const DecideGroup = v.strictObject({
  action,
  memberIds,
  reason,
  /** Id of the certificate whose review case led to the decision, as in /api/admin/reviews/:id. */
  reviewId: v.optional(rowNumber),
  seen: v.pipe(v.string('seen is required'), v.maxLength(100, 'seen must come from the preview')),
});
export type DecideGroup = v.InferOutput<typeof DecideGroup>;
export const DecideGroupForm = v.object({ reason });

/** Body of POST /api/admin/review-decisions/:id/undo, which returns the `ReviewDecisionDetails` of the undone decision. */
export const UndoDecision = v.strictObject({ reason, version });
export type UndoDecision = v.InferOutput<typeof UndoDecision>;
export const UndoDecisionForm = v.object({ reason });

/** Entry in the response of GET /api/admin/review-decisions, newest first. Filters: `?action=hold` and `?member=17`. */
export const ReviewDecision = v.object({
  id: v.number(),
  action: v.picklist(decisionActions),
  reason: v.string(),
  decidedAt: isoInstant,
  decidedBy: v.nullable(v.string()),
  review: v.nullable(v.object({ id: v.number(), number: v.string() })),
  members: v.number(),
  /** Id of the decision that this one undid; null unless it is an undo. */
  undoes: v.nullable(v.number()),
  /** Id of the decision that undid this one; null if it was not undone. */
  undoneBy: v.nullable(v.number()),
  undoneAt: v.nullable(isoInstant),
  /** Id of a later active decision on the same items, which must be undone first; null if there is none. */
  undoFirst: v.nullable(v.number()),
  /** Whether the decision can be undone now: it is active, it is not an undo itself, and no later decision has to be undone first. */
  canBeUndone: v.boolean(),
  version: v.number(),
});
export type ReviewDecision = v.InferOutput<typeof ReviewDecision>;
export const ReviewDecisionList = v.array(ReviewDecision);

/** One change made by a decision. Every member of the group has an effect of kind `member`, even if nothing changed for them. */
export const DecisionEffect = v.object({
  id: v.number(),
  member: DecidedMember,
  kind: v.picklist(effectKinds),
  /** Id of the affected certificate, scan, card, commission or chest. For other kinds of effects, id of the member. */
  entityId: v.number(),
  before: v.record(v.string(), v.unknown()),
  /** Amount withdrawn: in cents for commissions and chests, otherwise in tokens. */
  taken: v.number(),
  owed: v.number(),
  /** Why undoing the decision did not revert this change; null if the change was reverted or the decision was not undone. */
  kept: v.nullable(v.string()),
});
export type DecisionEffect = v.InferOutput<typeof DecisionEffect>;

export const ReviewDecisionDetails = v.object({
  ...ReviewDecision.entries,
  effects: v.array(DecisionEffect),
  /** Totals, in cents, of restored commissions that undoing the decision would make payable or put back on hold. */
  restorations: v.object({ payableCents: v.number(), heldCents: v.number() }),
});
export type ReviewDecisionDetails = v.InferOutput<typeof ReviewDecisionDetails>;
