/** Decisions about a group as administrators are shown them. */
import type { ReviewDecision, ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import { addressOf } from '#worker/domain/accounts/deletion.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { DecisionRow, DecisionWithEffects } from '#worker/store/reviews/admin-review-decisions.ts';

export function presentDecision(row: DecisionRow): ReviewDecision {
  const { id, action, reason, decidedBy, members, undoesId, undoneById, undoneAt, createdAt, version, reviewId, reviewNumber, undoFirst } =
    row;
  return {
    id,
    action,
    reason,
    decidedBy,
    members,
    version,
    decidedAt: toIso(createdAt),
    review: reviewId === null || reviewNumber === null ? null : { id: reviewId, number: reviewNumber },
    undoes: undoesId,
    undoneBy: undoneById,
    undoneAt: toIsoOrNull(undoneAt),
    undoFirst,
    canBeUndone: action !== 'undo' && undoneById === null && undoFirst === null,
  };
}

export function presentDecisionDetails({ decision, effects }: DecisionWithEffects): ReviewDecisionDetails {
  return {
    ...presentDecision(decision),
    effects: effects.map(({ id, userId, email, name, kind, entityId, before, taken, owed, kept }) => ({
      id,
      member: { id: userId, email: addressOf(email), name },
      kind,
      entityId,
      before: JSON.parse(before) as Record<string, unknown>,
      taken,
      owed,
      kept,
    })),
  };
}
