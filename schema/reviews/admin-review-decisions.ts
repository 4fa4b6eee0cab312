/** Group decisions, which can only be undone as a whole. Product rules: Reviews, Group decisions. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { isoInstant, requiredText } from '#schema/fields.ts';
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
const reason = requiredText('Please enter a reason', reviewTextMaxLength);

/** POST /api/admin/review-decisions/preview: the effects if it were taken now. */
export const PreviewDecision = v.strictObject({ action, memberIds });
export type PreviewDecision = v.InferOutput<typeof PreviewDecision>;

/** Email and name are null if erased. */
const DecidedMember = v.object({ id: v.number(), email: v.nullable(v.string()), name: v.nullable(v.string()) });

/** Effects on one member. Counts and sums are positive; the action determines the direction. */
export const DecisionShare = v.object({
  member: DecidedMember,
  /** Deletion requested: not suspended and not mailed. */
  isLeaving: v.boolean(),
  /** Certificates held, released or refused, with their cost. */
  certificates: v.array(v.object({ id: v.number(), number: v.string(), tokens: v.number() })),
  finds: v.number(),
  /** Own cards whose placement was confirmed only by those finds. */
  placements: v.number(),
  /** Refunded from certificates first, which makes them available to take back. */
  tokensRefunded: v.number(),
  /** Tokens earned by the finds, up to the balance; the rest is owed. */
  tokensTaken: v.number(),
  tokensOwed: v.number(),
  treasureKeys: v.number(),
  communityKeys: v.number(),
  /** Those already paid are deducted from the next payout. */
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
  /** Every requested member, in order; all zeros if nothing changes. */
  members: v.array(DecisionShare),
  /** Send it with the decision, which fails with 409 if the effects have changed since. */
  seen: v.string(),
});
export type DecisionPreview = v.InferOutput<typeof DecisionPreview>;

/**
 * POST /api/admin/review-decisions; returns the `ReviewDecisionDetails`. Suspended members and owners of refused certificates read the
 * reason.
 */
export const DecideGroup = v.strictObject({
  action,
  memberIds,
  reason,
  /** Certificate whose case led to the decision (id as in /api/admin/reviews/:id). */
  reviewId: v.optional(rowNumber),
  seen: v.pipe(v.string('seen is required'), v.maxLength(100, 'seen must come from the preview')),
});
export type DecideGroup = v.InferOutput<typeof DecideGroup>;
export const DecideGroupForm = v.object({ reason });

/** POST /api/admin/review-decisions/:id/undo; returns the `ReviewDecisionDetails` of the undone decision. */
export const UndoDecision = v.strictObject({ reason, version });
export type UndoDecision = v.InferOutput<typeof UndoDecision>;
export const UndoDecisionForm = v.object({ reason });

/** GET /api/admin/review-decisions: newest first; `?action=hold` or `?member=17` filters. */
export const ReviewDecision = v.object({
  id: v.number(),
  action: v.picklist(decisionActions),
  reason: v.string(),
  decidedAt: isoInstant,
  decidedBy: v.nullable(v.string()),
  review: v.nullable(v.object({ id: v.number(), number: v.string() })),
  members: v.number(),
  /** For an undo: the decision it undid. */
  undoes: v.nullable(v.number()),
  /** Null if not undone. */
  undoneBy: v.nullable(v.number()),
  undoneAt: v.nullable(isoInstant),
  /** A later active decision about the same things, to undo first. */
  undoFirst: v.nullable(v.number()),
  /** Whether it can be undone now: active, not an undo itself, and no later decision to undo first. */
  canBeUndone: v.boolean(),
  version: v.number(),
});
export type ReviewDecision = v.InferOutput<typeof ReviewDecision>;
export const ReviewDecisionList = v.array(ReviewDecision);

/** One change by a decision; kind `member` lists the members named, changed or not. */
export const DecisionEffect = v.object({
  id: v.number(),
  member: DecidedMember,
  kind: v.picklist(effectKinds),
  /** Id of the certificate, scan, card, commission or chest; of the member for other kinds. */
  entityId: v.number(),
  before: v.record(v.string(), v.unknown()),
  /** Tokens; cents for commissions and chests. */
  taken: v.number(),
  owed: v.number(),
  /** Why an undo left it unchanged; null if reverted or not undone. */
  kept: v.nullable(v.string()),
});
export type DecisionEffect = v.InferOutput<typeof DecisionEffect>;

/** GET /api/admin/review-decisions/:id */
export const ReviewDecisionDetails = v.object({ ...ReviewDecision.entries, effects: v.array(DecisionEffect) });
export type ReviewDecisionDetails = v.InferOutput<typeof ReviewDecisionDetails>;
