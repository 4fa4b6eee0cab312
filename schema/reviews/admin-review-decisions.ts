/** Decisions about a group of members, each of which can be undone as one. Product rules: Reviews, Group decisions. */
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
  v.maxLength(reviewDecisionMembers, `At most ${reviewDecisionMembers} members at once: please decide about a part of them first`),
  v.check((ids) => new Set(ids).size === ids.length, 'Each member once'),
);
const action = v.picklist(groupActions, `action is one of ${groupActions.join(', ')}`);
const reason = requiredText('Please say why', reviewTextMaxLength);

/** POST /api/admin/review-decisions/preview: what would go along, as of now. */
export const PreviewDecision = v.strictObject({ action, memberIds });
export type PreviewDecision = v.InferOutput<typeof PreviewDecision>;

/** Without email and name for who is erased. */
const DecidedMember = v.object({ id: v.number(), email: v.nullable(v.string()), name: v.nullable(v.string()) });

/** What a decision does to one member. Counts and sums are positive; the action says in which direction. */
export const DecisionShare = v.object({
  member: DecidedMember,
  /** Has deleted the account: there is nothing to suspend, and no mail goes to them. */
  isLeaving: v.boolean(),
  /** Certificates that are held, let go or refused, with what each cost. */
  certificates: v.array(v.object({ id: v.number(), number: v.string(), tokens: v.number() })),
  /** Finds of the member. */
  finds: v.number(),
  /** Own cards whose placement was confirmed by those finds alone. */
  placements: v.number(),
  /** What certificates bring back first, which is then there to be taken. */
  tokensRefunded: v.number(),
  /** Of what was earned by the finds: as far as the balance reaches; the rest is owed. */
  tokensTaken: v.number(),
  tokensOwed: v.number(),
  treasureKeys: v.number(),
  communityKeys: v.number(),
  /** Of these, what was paid out before is taken off the next payout. */
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
  /** Every member who was named, in that order; nothing changes for who has zeros alone. */
  members: v.array(DecisionShare),
  /** Goes into the decision: 409 where what would go along has changed since. */
  seen: v.string(),
});
export type DecisionPreview = v.InferOutput<typeof DecisionPreview>;

/** POST /api/admin/review-decisions; answers the `ReviewDecisionDetails`. Suspended members and those with refused certificates read the reason. */
export const DecideGroup = v.strictObject({
  action,
  memberIds,
  reason,
  /** The certificate (its id, as in /api/admin/reviews/:id) whose case it was taken from. */
  reviewId: v.optional(rowNumber),
  seen: v.pipe(v.string('seen is required'), v.maxLength(100, 'seen is what the preview said')),
});
export type DecideGroup = v.InferOutput<typeof DecideGroup>;
export const DecideGroupForm = v.object({ reason });

/** POST /api/admin/review-decisions/:id/undo; answers the `ReviewDecisionDetails` of the decision that is undone. */
export const UndoDecision = v.strictObject({ reason, version });
export type UndoDecision = v.InferOutput<typeof UndoDecision>;
export const UndoDecisionForm = v.object({ reason });

/** GET /api/admin/review-decisions: the newest first; `?action=hold` or `?member=17` filters. */
export const ReviewDecision = v.object({
  id: v.number(),
  action: v.picklist(decisionActions),
  reason: v.string(),
  decidedAt: isoInstant,
  /** E-mail of the administrator. */
  decidedBy: v.nullable(v.string()),
  /** The case it was taken from: the certificate's id and number. */
  review: v.nullable(v.object({ id: v.number(), number: v.string() })),
  members: v.number(),
  /** Of an undoing: the decision that it undid. */
  undoes: v.nullable(v.number()),
  /** The decision by which it was undone; null while it stands. */
  undoneBy: v.nullable(v.number()),
  undoneAt: v.nullable(isoInstant),
  /** A later decision about some of the same, which stands: it is undone before this one. */
  undoFirst: v.nullable(v.number()),
  /** Whether it can be undone now: it stands, is no undoing itself, and nothing is to be undone first. */
  canBeUndone: v.boolean(),
  version: v.number(),
});
export type ReviewDecision = v.InferOutput<typeof ReviewDecision>;
export const ReviewDecisionList = v.array(ReviewDecision);

/** One thing that a decision changed; `member` says whom it was about, whether or not anything changed for them. */
export const DecisionEffect = v.object({
  id: v.number(),
  member: DecidedMember,
  kind: v.picklist(effectKinds),
  /** Of the certificate, scan, card, commission or chest; of the member for the other kinds. */
  entityId: v.number(),
  /** How it stood before. */
  before: v.record(v.string(), v.unknown()),
  /** In tokens; of commissions and chests in cents. */
  taken: v.number(),
  owed: v.number(),
  /** Why undoing left it as it is; null where it went back, or nothing was undone. */
  kept: v.nullable(v.string()),
});
export type DecisionEffect = v.InferOutput<typeof DecisionEffect>;

/** GET /api/admin/review-decisions/:id */
export const ReviewDecisionDetails = v.object({ ...ReviewDecision.entries, effects: v.array(DecisionEffect) });
export type ReviewDecisionDetails = v.InferOutput<typeof ReviewDecisionDetails>;
