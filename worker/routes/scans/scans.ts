/** POST /api/scan. Product rules: Cards and scans. */
import { type Context, Hono } from 'hono';
import { isCardId, normalizeCardCode, normalizeCardId } from '#schema/cards/card-id.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { ScanRequest } from '#schema/scans/scan-request.ts';
import { memberMissLimits } from '#worker/domain/limit.ts';
import { statedDistance } from '#worker/domain/scans/place.ts';
import { decideScan, type ScanPlan, scanMessage } from '#worker/domain/scans/scan.ts';
import { statedAge } from '#worker/domain/scans/stated-time.ts';
import { secondsUntilMidnightUtc } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { refusalError, unwrap } from '#worker/routes/unwrap.ts';
import type { ScanOutcome } from '#worker/store/scans/scan-writes.ts';
import type { LoadedScan } from '#worker/store/scans/scans.ts';

export const scanRoutes = new Hono<AppEnv>().post('/', requireCaller, json(ScanRequest), async (c) => {
  const { caller, config, database, now, store } = c.var;
  const request = c.req.valid('json');
  const requestKey = readRequestKey(c);
  const { source = 'typed' } = request;
  const cardId = typeof request.cardId === 'string' ? normalizeCardId(request.cardId) : request.cardId;
  if (typeof cardId !== 'string' || !isCardId(cardId)) return refuseCardId(c.var, cardId);
  const code = request.code ? normalizeCardCode(request.code) : null;
  // A scan without a valid session is rejected anyway, so the limits for visitors do not apply.
  const scanner = { caller, memberLimits: memberMissLimits(caller.userId, now), addressLimits: [], anonymousLimit: null };
  // A card is found only if the code is correct or missing, so if the request contains a code, that code is correct.
  const codeWasRight = code !== null;

  const response = await database.withFreshRead(async () => {
    const { card, finder } = unwrap(await store.scans.load(scanner, { cardId, code, requestKey }, now));
    const plan = unwrap(decideScan(card, finder, { codeWasRight, testCardsPay: config.environment === 'development', now }));
    const stated = statedDistance(request, card);
    const circumstances = {
      ...{ source, codeWasRight, stated, requestKey, ageSeconds: statedAge(request.scannedAt, now) },
      addressHash: await c.var.addressHash(),
    };
    const outcome = await store.scans.commit(scanner, plan, card, finder, circumstances, now);
    if (outcome === 'stale') return outcome;
    if (typeof outcome === 'string') throw refusalError({ reason: outcome, retryAfterSeconds: secondsUntilMidnightUtc(now) });
    return c.json(presentScan(plan, { card, finder }, outcome));
  });
  if (response === 'stale') throw new ApiError('changed_meanwhile');
  return response;
});

/** A repeated scan shows the number of finds at the time of the member's own find, so that it does not reveal when others find the card. */
function presentScan(plan: ScanPlan, { card, finder }: LoadedScan, outcome: ScanOutcome): ScanResponse {
  const isOwn = card.ownerId === finder.id;
  const isRepeated = (plan.kind === 'repeat' || plan.kind === 'replay') && !isOwn;
  return {
    message: scanMessage(plan, outcome.status),
    tokensEarned: plan.kind === 'reward' || plan.kind === 'replay' ? plan.tokens : 0,
    tokenBalance: outcome.tokenBalance,
    card: {
      cardId: card.cardId,
      status: outcome.status,
      location: card.location,
      description: card.description,
      place: card.shown,
      totalScans: isRepeated ? (card.seenScans ?? 1) : outcome.totalScans,
      isOwn,
    },
  };
}

/** Rejects a missing or malformed card id, after checking the session. */
function refuseCardId({ caller, database, now, store }: SignedIn['Variables'], cardId: unknown): Promise<never> {
  return database.withFreshRead(async () => {
    requireMember(await store.users.signedIn(caller, now));
    throw new ApiError(cardId === undefined || cardId === null || cardId === '' ? 'no_card_id' : 'card_not_found');
  });
}

/** Reads the Idempotency-Key; null if missing. Repeating a stored scan with its key returns the same tokens without paying again. */
function readRequestKey(c: Context): string | null {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (!/^[\w-]{8,100}$/.test(key)) throw new ApiError('bad_idempotency_key');
  return key;
}
