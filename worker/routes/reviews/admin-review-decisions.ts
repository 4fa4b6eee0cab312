/**
 * Routes at /api/admin/review-decisions. Every administrator can read decisions and place holds; super administrators release, revoke,
 * suspend and undo. Product rules: Reviews, Group decisions.
 */
import { type Context, Hono } from 'hono';
import {
  DecideGroup,
  type DecisionPreview,
  PreviewDecision,
  type ReviewDecision,
  type ReviewDecisionDetails,
  UndoDecision,
} from '#schema/reviews/admin-review-decisions.ts';
import type { GroupAction } from '#schema/reviews/review-decision.ts';
import { realAddress } from '#worker/domain/accounts/deletion.ts';
import { pick } from '#worker/domain/pick.ts';
import { computeShares } from '#worker/domain/reviews/decision-shares.ts';
import { decideGroup, isEmptyDecision } from '#worker/domain/reviews/group-decision.ts';
import { decideUndo } from '#worker/domain/reviews/undo-decision.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin, requireMoneyMover, superAdminOnly } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { currentSignals } from '#worker/routes/reviews/admin-reviews.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import { type DecisionRow, type DecisionWithEffects, decisionListShape } from '#worker/store/reviews/admin-review-decisions.ts';

export const reviewDecisionRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: decisionListShape,
      read: (store, request) => store.admin.reviewDecisions.list(request),
      present: (row: DecisionRow) => presentDecision(row),
      csv: {
        fileName: 'review-decisions.csv',
        columns: [
          { header: 'Decision', value: ({ id }) => id },
          { header: 'Decided', value: ({ decidedAt }) => decidedAt },
          { header: 'By', value: ({ decidedBy }) => decidedBy },
          { header: 'Action', value: ({ action }) => action },
          { header: 'Members', value: ({ members }) => members },
          { header: 'Case', value: ({ review }) => review?.number ?? null },
          { header: 'Reason', value: ({ reason }) => reason },
          { header: 'Undoes', value: ({ undoes }) => undoes },
          { header: 'Undone by', value: ({ undoneBy }) => undoneBy },
          { header: 'Undone', value: ({ undoneAt }) => undoneAt },
        ],
      },
    }),
  )

  .get('/:id', requireAdmin, async (c) => c.json(await details(c, readRowId(c))))

  .post('/preview', requireAdmin, json(PreviewDecision), async (c) => {
    const { action, memberIds } = c.req.valid('json');
    if (action !== 'hold') superAdminOnly(c);
    const { preview } = await planDecision(c, action, memberIds, null);
    return c.json(preview);
  })

  .post('/', requireAdmin, json(DecideGroup), async (c) => {
    const { actor, admin, now, store } = c.var;
    const { action, memberIds, reason, reviewId = null, seen } = c.req.valid('json');
    if (action !== 'hold') moneyMoverOnly(c);
    const { preview, plan, group } = await planDecision(c, action, memberIds, reviewId);
    if (preview.seen !== seen) throw new ApiError('changed_meanwhile');
    if (isEmptyDecision(plan, group.facts, action, admin.role)) throw new ApiError('review_decision_empty');
    // Ending a hold benefits the members, so administrators must not end one on their own member accounts.
    if (action === 'release' || action === 'take_back') await refuseOwnMembers(c, memberIds);
    const key = randomToken();
    const signals = reviewId === null ? [] : await currentSignals(c, reviewId);
    const order = { key, action, memberIds, reason, certificateId: reviewId, signals, actor };
    const outcome = await store.admin.reviewDecisions.decide(order, plan, group, now);
    if (outcome === 'changed_meanwhile') throw new ApiError(outcome);
    return c.json(await details(c, key));
  })

  .post('/:id/undo', requireMoneyMover, json(UndoDecision), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const id = readRowId(c);
    const snapshot = requireValue(await store.admin.reviewDecisions.loadUndo(id), 'review_decision_not_found');
    const plan = unwrap(decideUndo(snapshot.facts, version, now));
    await refuseOwnMembers(
      c,
      snapshot.facts.members.map((member) => member.id),
    );
    const outcome = await store.admin.reviewDecisions.undo({ id, key: randomToken(), reason, actor }, plan, snapshot, now);
    if (outcome !== 'undone') throw new ApiError(outcome);
    return c.json(await details(c, id));
  });

async function planDecision(c: Context<AdminEnv>, action: GroupAction, memberIds: number[], reviewId: number | null) {
  const { now, store } = c.var;
  const group = await store.admin.reviewDecisions.load(action, memberIds, reviewId);
  if (group.facts.members.length < memberIds.length) throw new ApiError('member_not_found');
  if (!group.hasCase) throw new ApiError('certificate_not_found');
  const plan = unwrap(decideGroup(group.facts, action, now));
  const members = computeShares(group.facts, plan);
  const preview: DecisionPreview = { action, members, seen: await sha256(JSON.stringify([action, members])) };
  return { group, plan, preview };
}

async function details(c: Context<AdminEnv>, idOrKey: number | string): Promise<ReviewDecisionDetails> {
  const { reviewDecisions } = c.var.store.admin;
  const storedDecision = await (typeof idOrKey === 'number' ? reviewDecisions.find(idOrKey) : reviewDecisions.findByKey(idOrKey));
  if (!storedDecision) throw new ApiError('review_decision_not_found');
  return presentDecisionDetails(storedDecision);
}

function presentDecision(row: DecisionRow): ReviewDecision {
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

function presentDecisionDetails({ decision, effects, restorations }: DecisionWithEffects): ReviewDecisionDetails {
  return {
    ...presentDecision(decision),
    restorations,
    effects: effects.map((effect) => ({
      ...pick(effect, 'id', 'kind', 'entityId', 'taken', 'owed', 'kept'),
      member: { id: effect.userId, email: realAddress(effect.email), name: effect.name },
      before: JSON.parse(effect.before) as Record<string, unknown>,
    })),
  };
}
