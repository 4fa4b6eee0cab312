/** Routes at /api/admin/claims. Product rules: Claims, printing, email and messages; Administrators. */

import { type Context, Hono } from 'hono';
import { RejectClaimsRequest } from '#schema/admin/bulk.ts';
import { type AdminClaim, type AdminClaimDetails, ClaimDecisionRequest } from '#schema/claims/admin-claims.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { forEachItem } from '#worker/routes/admin/bulk.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseOwnMember, refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { randomCode } from '#worker/security/random.ts';
import { type AdminClaimRow, type ClaimDetailsRow, claimList } from '#worker/store/claims/admin-claims.ts';
import type { ClaimDecision } from '#worker/store/claims/claims.ts';

const list = adminList({
  shape: claimList,
  read: (store, request) => store.admin.claims.list(request),
  present: presentClaim,
  csv: {
    fileName: 'claims.csv',
    columns: [
      { header: 'Claim', value: ({ id }) => id },
      { header: 'Card ID', value: ({ cardId }) => cardId },
      { header: 'Claimant', value: ({ claimant }) => claimant.email },
      { header: 'Claimant ID', value: ({ claimant }) => claimant.id },
      { header: 'Proof', value: ({ proofUrl }) => proofUrl },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Comment', value: ({ adminComment }) => adminComment },
      { header: 'Submitted', value: ({ createdAt }) => createdAt },
      { header: 'Decided', value: ({ decidedAt }) => decidedAt },
    ],
  },
});

export const adminClaimRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .get('/:id', requireAdmin, async (c) => {
    const { claim, others } = await c.var.store.admin.claims.details(readRowId(c));
    if (!claim) throw new ApiError('claim_not_found');
    return c.json({
      ...presentDetails(claim),
      others: others.map(({ id, userId, email, status, createdAt }) => ({
        id,
        claimant: { id: userId, email },
        status,
        createdAt: toIso(createdAt),
      })),
    } satisfies AdminClaimDetails);
  })

  /** Only rejections can be made in bulk. An approval changes the owner of a card, so claims are approved one at a time. */
  .post('/rejections', requireAdmin, json(RejectClaimsRequest), async (c) => {
    const { claims, comment = null } = c.req.valid('json');
    // The card's version is not checked because a rejection does not change the card.
    const rejection = { status: 'rejected', cardVersion: 0, comment } as const;
    return c.json(
      await forEachItem(
        claims,
        ({ id }) => id,
        ({ id, version }) => commitDecision(c, { claimId: id, version, ...rejection }),
      ),
    );
  })

  .post('/:id/decision', requireAdmin, json(ClaimDecisionRequest), async (c) => {
    const { comment = null, ...decision } = c.req.valid('json');
    return c.json(await commitDecision(c, { claimId: readRowId(c), ...decision, comment }));
  });

async function commitDecision(
  c: Context<AdminEnv>,
  decision: Omit<ClaimDecision, 'code' | 'mayTransfer' | 'check' | 'actor'>,
): Promise<AdminClaim> {
  const { actor, now, store } = c.var;
  const checks = decision.status === 'approved' ? await checkApproval(c, decision.claimId) : await checkRejection(c, decision.claimId);
  const decidedClaim = await store.claims.decide({ ...decision, ...checks, code: randomCode(), actor }, now);
  if (typeof decidedClaim === 'string') throw new ApiError(decidedClaim);
  return presentClaim(decidedClaim);
}

async function checkApproval(c: Context<AdminEnv>, claimId: number): Promise<Pick<ClaimDecision, 'mayTransfer' | 'check'>> {
  const { claim } = await c.var.store.admin.claims.details(claimId);
  if (!claim) throw new ApiError('claim_not_found');
  const mayTransfer = claim.needsSuperAdmin === 1;
  if (mayTransfer) moneyMoverOnly(c);
  return { mayTransfer, check: await refuseOwnMember(c, claim.userId) };
}

async function checkRejection(c: Context<AdminEnv>, claimId: number): Promise<Pick<ClaimDecision, 'mayTransfer'>> {
  await refuseOwnMembers(c, await c.var.store.admin.claims.rivals(claimId));
  return { mayTransfer: false };
}

function presentClaim(row: AdminClaimRow): AdminClaim {
  return {
    ...pick(row, 'id', 'cardId', 'proofUrl', 'status', 'adminComment', 'version'),
    claimant: { id: row.userId, email: row.email },
    createdAt: toIso(row.createdAt),
    decidedAt: row.status === 'pending' ? null : toIso(row.updatedAt),
  };
}

function presentDetails(row: ClaimDetailsRow): Omit<AdminClaimDetails, 'others'> {
  return {
    claim: presentClaim(row),
    version: row.version,
    decidedBy: row.decidedBy,
    needsSuperAdmin: row.needsSuperAdmin === 1,
    claimant: {
      id: row.userId,
      email: row.email,
      name: row.claimantName,
      role: row.claimantRole,
      createdAt: toIso(row.claimantSince),
      isLeaving: row.isLeaving === 1,
      cards: row.claimantCards,
    },
    card: {
      cardId: row.cardId,
      version: row.cardVersion,
      status: row.cardStatus,
      location: row.location,
      totalScans: row.totalScans,
      createdAt: toIso(row.cardCreatedAt),
      owner: row.ownerId === null ? null : { id: row.ownerId, email: row.ownerEmail ?? '', name: row.ownerName ?? '' },
    },
  };
}
