/** Routes for a card's public page, its QR code, and reports that the card is missing. */
import { type Context, Hono } from 'hono';
import type { CardLookupResponse, ReportResponse } from '#schema/cards/card.ts';
import { cardPageUrl, isCardId, normalizeCardCode, normalizeCardId } from '#schema/cards/card-id.ts';
import { edgeCached } from '#worker/edge-cache.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitDrawings } from '#worker/middleware/member-rate-limit.ts';
import { sameOriginAlways } from '#worker/middleware/same-origin.ts';
import { identify, requireCaller, requireMember } from '#worker/middleware/session.ts';
import { getQr, qrEtag } from '#worker/qr/qr-cache.ts';
import { identifyRequester } from '#worker/routes/scans/requester.ts';
import { refusalError, unwrap } from '#worker/routes/unwrap.ts';
import type { PublicCard } from '#worker/store/scans/lookups.ts';
import { reportCard } from './report-card.ts';

/** How long a card may be cached, in seconds. Visitors may still see a disabled card for that long. */
const cacheSeconds = 60;

/** Routes at /api/card. */
export const cardLookupRoutes = new Hono<AppEnv>()
  .get('/:cardId', sameOriginAlways, identify, async (c) => {
    const cardId = normalizeCardId(c.req.param('cardId'));
    if (!isCardId(cardId)) throw new ApiError('card_not_found');
    return c.body(await cardJson(c, cardId), 200, { 'Content-Type': 'application/json' });
  })

  .post('/:cardId/report', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const cardId = normalizeCardId(c.req.param('cardId'));
    if (!isCardId(cardId)) {
      requireMember(await store.users.signedIn(caller, now));
      throw new ApiError('card_not_found');
    }
    const { member, refusal, card } = await store.cardReports.load(await identifyRequester(c.var, caller), cardId, now);
    const reporter = requireMember(member);
    if (refusal) throw refusalError(refusal);
    if (!card) throw new ApiError('card_not_found');
    return c.json((await reportCard(c, reporter, card)) satisfies ReportResponse);
  });

const oneYearSeconds = 31_536_000;

/** Routes at /api/qr. The image never changes, so browsers may cache it for a year. */
export const qrRoutes = new Hono<AppEnv>().get('/:cardId', sameOriginAlways, identify, limitDrawings, async (c) => {
  const cardId = normalizeCardId(c.req.param('cardId'));
  if (!isCardId(cardId)) throw new ApiError('card_not_found');
  // Checks that the card still exists because its QR code may still be cached after the card is gone.
  await cardJson(c, cardId);
  const url = cardPageUrl(c.var.config.publicOrigin, cardId);
  const headers = { ETag: qrEtag(url), 'Cache-Control': `public, max-age=${oneYearSeconds}, immutable` };
  if (c.req.header('If-None-Match')?.includes(headers.ETag)) return c.body(null, 304, headers);
  const svg = await getQr(url, (promise) => c.executionCtx.waitUntil(promise));
  return c.body(svg, 200, { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' });
});

/**
 * Returns the card as JSON. The response is cached for visitors without a code, and read from the database for members and for requests
 * with a code.
 */
function cardJson(c: Context<AppEnv>, cardId: string): Promise<string> {
  const make = async () => JSON.stringify({ card: await findCard(c, cardId) } satisfies CardLookupResponse);
  const { caller, config } = c.var;
  if (caller || c.req.query('k') !== undefined) return make();
  return edgeCached(`${config.publicOrigin}/card/${cardId}`, cacheSeconds, make, (work) => c.executionCtx.waitUntil(work));
}

/** Finds the card. If `?k=` is present, it must match the card's code. */
async function findCard(c: Context<AppEnv>, cardId: string): Promise<PublicCard> {
  const code = c.req.query('k');
  const lookup = { cardId, code: code ? normalizeCardCode(code) : null };
  const { caller, database, now, store } = c.var;
  const requester = await identifyRequester(c.var, caller);
  // A rejection by the primary is final because a retry would count the failed lookup twice.
  return database.withFreshRead(
    async () => unwrap(await store.lookups.find(requester, lookup, now)),
    () => true,
  );
}
