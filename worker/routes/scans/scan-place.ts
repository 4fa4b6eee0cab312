/** PUT /api/scan/place. Product rules: Where a find was made. */
import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { normalizeCardId } from '#schema/cards/card-id.ts';
import { FindPlaceRequest } from '#schema/scans/scan-request.ts';
import { statedDistance } from '#worker/domain/scans/place.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';

/**
 * The response reveals nothing about the card's location. It does not depend on the distance, on whether the location is known, or on
 * whether the finder has already reported a position.
 */
export const scanPlaceRoutes = new Hono<AppEnv>().put('/', requireCaller, json(FindPlaceRequest), async (c) => {
  const { caller, now, store } = c.var;
  const { cardId, ...fix } = c.req.valid('json');
  const { member, find } = await store.scanEvidence.recentFind(caller, normalizeCardId(cardId), now);
  requireMember(member);
  if (!find) throw new ApiError('no_recent_find');
  const distance = statedDistance(fix, find);
  if (distance) await store.scanEvidence.saveDistance(find.id, distance);
  return c.json({ message: 'Thanks for confirming where you are.' } satisfies MessageResponse);
});
