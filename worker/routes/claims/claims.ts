/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { type Context, Hono } from 'hono';
import { isCardId, normalizeCardId } from '#schema/cards/card-id.ts';
import { type Claim, type ClaimCheck, ClaimCheckQuery, ClaimRequest } from '#schema/claims/claim.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { decideClaim } from '#worker/domain/claims/claim.ts';
import { toIso } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { identifyRequester } from '#worker/routes/scans/requester.ts';
import { refusalError, unwrap } from '#worker/routes/unwrap.ts';
import type { ClaimRow } from '#worker/store/claims/claims.ts';

/** Routes at /api/ownership-claims. */
export const claimRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { member, claims } = await c.var.store.claims.listOwn(c.var.caller, c.var.now);
    requireMember(member);
    return c.json(claims.map(presentClaim));
  })

  .get('/check', requireCaller, query(ClaimCheckQuery), async (c) => {
    const { cardId, kind } = c.req.valid('query');
    await requireClaimable(c, { caller: c.var.caller, cardId, isAdoption: kind === 'adoption' });
    return c.json({ cardId: normalizeCardId(cardId) } satisfies ClaimCheck);
  })

  .post('/', requireCaller, json(ClaimRequest), async (c) => {
    const { caller, now, store } = c.var;
    const { cardId, proofUrl = null } = c.req.valid('json');
    const { memberId, cardRowId } = await requireClaimable(c, { caller, cardId, isAdoption: proofUrl === null });
    const claim = await store.claims.open(memberId, cardRowId, proofUrl, now);
    if (typeof claim === 'string') throw new ApiError(claim);
    return c.json(presentClaim(claim), 201);
  })

  .post('/:claimId/withdraw', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { id } = requireMember(await store.users.signedIn(caller, now));
    const claim = requireValue(await store.claims.withdraw(id, rowId(c.req.param('claimId')), now), 'claim_not_found');
    if (claim.status !== 'withdrawn') throw new ApiError('claim_decided');
    return c.json(presentClaim(claim));
  });

/** Refuses a claim that the member may not make. An unknown card id counts as a guess. */
async function requireClaimable(
  { var: context }: Pick<Context<AppEnv>, 'var'>,
  { caller, cardId: typedId, isAdoption }: { caller: Caller; cardId: string; isAdoption: boolean },
) {
  const { now, store } = context;
  const cardId = normalizeCardId(typedId);
  if (!isCardId(cardId)) {
    requireMember(await store.users.signedIn(caller, now));
    throw new ApiError('card_not_found');
  }
  const { member, refusal, card, lately } = await store.claims.load(await identifyRequester(context, caller), cardId, now);
  const { id, role, emailVerifiedAt } = requireMember(member);
  if (refusal) throw refusalError(refusal);
  if (!card) throw new ApiError('card_not_found');
  unwrap(decideClaim(card, { id, role, emailVerifiedAt, ...lately }, { isAdoption }, now));
  return { memberId: id, cardRowId: card.rowId };
}

function presentClaim({ createdAt, updatedAt, ...same }: ClaimRow): Claim {
  return { ...same, createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) };
}
