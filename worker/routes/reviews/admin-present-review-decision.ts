import type { ReviewDecision, ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import { realAddress } from '#worker/domain/accounts/deletion.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { DecisionRow, DecisionWithEffects } from '#worker/store/reviews/admin-review-decisions.ts';

export function presentDecision(row: DecisionRow): ReviewDecision {
  const { action, undoneById, reviewId, reviewNumber, undoFirst } = row;
  return {
    ...pick(row, 'id', 'action', 'reason', 'decidedBy', 'members', 'version', 'undoFirst'),
    decidedAt: toIso(row.createdAt),
    review: reviewId === null || reviewNumber === null ? null : { id: reviewId, number: reviewNumber },
    undoes: row.undoesId,
    undoneBy: undoneById,
    undoneAt: toIsoOrNull(row.undoneAt),
    canBeUndone: action !== 'undo' && undoneById === null && undoFirst === null,
  };
}

export function presentDecisionDetails({ decision, effects }: DecisionWithEffects): ReviewDecisionDetails {
  return {
    ...presentDecision(decision),
    effects: effects.map((effect) => ({
      ...pick(effect, 'id', 'kind', 'entityId', 'taken', 'owed', 'kept'),
      member: { id: effect.userId, email: realAddress(effect.email), name: effect.name },
      before: JSON.parse(effect.before) as Record<string, unknown>,
    })),
  };
}
