/** POST /api/scan. Product rules: Cards and scans. */
import { type Context, Hono } from 'hono';
import { isCardId, normalizeCardCode } from '#schema/cards/card-id.ts';
import { ScanRequest, type ScanResponse } from '#schema/scans/scan.ts';
import { memberMissLimits } from '#worker/domain/limit.ts';
import { statedDistance } from '#worker/domain/scans/place.ts';
import { decideScan, type ScanPlan } from '#worker/domain/scans/scan.ts';
import { secondsUntilMidnightUtc } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { refusalError, unwrap } from '#worker/routes/unwrap.ts';
import type { ScannedCard } from '#worker/store/scans/scan-writes.ts';

/** How often a scan loads again after others changed the same card or member between its load and its commit. */
const attempts = 5;

export const scanRoutes = new Hono<AppEnv>().post('/', requireCaller, json(ScanRequest), async (c) => {
  const { caller, config, database, now, store } = c.var;
  const request = c.req.valid('json');
  const requestKey = requestKeyOf(c);
  const { cardId } = request;
  if (typeof cardId !== 'string' || !isCardId(cardId)) {
    database.readAtPrimary();
    requireMember(await store.users.signedIn(caller, now));
    throw new ApiError(cardId === undefined || cardId === null || cardId === '' ? 'no_card_id' : 'card_not_found');
  }
  const code = request.code ? normalizeCardCode(request.code) : null;
  // A session that does not hold is refused, so only the member's own limits matter.
  const requester = { caller, memberLimits: memberMissLimits(caller.userId, now), addressLimits: [], anonymousLimit: null };
  const circumstances = async (card: ScannedCard) => ({
    source: request.source ?? ('typed' as const),
    codeWasRight: code !== null,
    stated: statedDistance(request, card),
    addressHash: await c.var.addressHash(),
    requestKey,
  });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // The first load is at the nearest copy, whose word is enough for what the write repeats. The primary alone refuses, and counts unknown ids.
    const isFinal = attempt > 1;
    const seen = await store.scans.load(requester, { cardId, code, requestKey }, isFinal, now);
    const { card, member } = seen;
    if (!isFinal && (!card || (database.isFromCopy && (!member || seen.refusal)))) continue;
    const finder = requireMember(member);
    if (seen.refusal) throw refusalError(seen.refusal);
    if (!card) throw new ApiError('card_not_found');
    const asFinder = {
      id: finder.id,
      referredById: finder.referredById,
      isVerified: finder.emailVerifiedAt !== null,
      rewardedToday: seen.rewardedToday,
      codelessToday: seen.codelessToday,
    };
    const decided = decideScan(card, asFinder, {
      codeWasRight: code !== null,
      testCardsPay: config.environment === 'development',
      now,
    });
    if (!decided.ok && database.isFromCopy) continue;
    const plan = unwrap(decided);
    // Whether there is anything to write is the primary's to say: the card may have been reported missing since.
    if (writesNothing(plan) && database.isFromCopy) continue;
    const unchanged = { tokenBalance: finder.tokenBalance, status: card.status, totalScans: card.totalScans };
    const outcome = writesNothing(plan)
      ? unchanged
      : await store.scans.commit(requester, plan, card, asFinder, await circumstances(card), now);
    if (outcome === 'look_again') continue;
    if (typeof outcome === 'string') throw refusalError({ reason: outcome, retryAfterSeconds: secondsUntilMidnightUtc(now) });
    return c.json({
      message: messageOf(plan),
      tokensEarned: plan.kind === 'reward' || plan.kind === 'replay' ? plan.tokens : 0,
      tokenBalance: outcome.tokenBalance,
      card: {
        cardId: card.cardId,
        status: outcome.status,
        location: card.location,
        description: card.description,
        place: card.shown,
        totalScans: outcome.totalScans,
        isOwn: card.ownerId === finder.id,
      },
    } satisfies ScanResponse);
  }
  throw new ApiError('changed_meanwhile');
});

type Writing = Exclude<ScanPlan, { kind: 'replay' }>;

function writesNothing(plan: ScanPlan): plan is Exclude<ScanPlan, Writing> {
  return plan.kind === 'replay' || ('activates' in plan && !plan.activates && plan.kind !== 'unpaid');
}

function messageOf(plan: ScanPlan): string {
  switch (plan.kind) {
    case 'own_card':
      return plan.activates
        ? 'This is your own Cache Card. It is active now and waits to be found.'
        : 'This is your own Cache Card. Others earn tokens by finding it, and so do you.';
    case 'repeat':
      return 'You have already collected this Cache Card';
    case 'unpaid':
      return 'This is a test card. It scanned correctly; test cards pay no tokens.';
    case 'replay':
      return plan.tokens > 0 ? 'Cache Card scanned successfully' : 'This scan was already received.';
    case 'reward':
      return 'Cache Card scanned successfully';
  }
}

/** The caller's Idempotency-Key, so that a repeated request gets the first one's answer; null where there is none. */
function requestKeyOf(c: Context): string | null {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (!/^[\w-]{8,100}$/.test(key)) throw new ApiError('bad_idempotency_key');
  return key;
}
