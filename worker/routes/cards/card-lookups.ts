/** What anyone may ask of a card by its id: its page, its QR code, and members' reports that it is missing. */
import { type Context, Hono } from 'hono';
import type { CardLookupResponse, ReportResponse } from '#schema/cards/card.ts';
import { cardPageUrl, isCardId, normalizeCardCode } from '#schema/cards/card-id.ts';
import { ApiError } from '#worker/errors.ts';
import { keptAtPlace } from '#worker/kept-at-place.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { confirmed, identify, requireCaller } from '#worker/middleware/session.ts';
import { qrEtag, qrOf } from '#worker/qr/qr-cache.ts';
import { requesterOf } from '#worker/routes/scans/requester.ts';
import { refusalError, unwrap } from '#worker/routes/unwrap.ts';
import type { PublicCard } from '#worker/store/scans/lookups.ts';
import { reportCard } from './report-card.ts';

/** How long a place keeps what it tells visitors of a card: one that is disabled may be shown for so long. */
const keptSeconds = 60;

/** Under /api/card. */
export const cardLookupRoutes = new Hono<AppEnv>()
  .get('/:cardId', identify, async (c) => {
    const cardId = c.req.param('cardId');
    if (!isCardId(cardId)) throw new ApiError('card_not_found');
    return c.body(await knownCard(c, cardId), 200, { 'Content-Type': 'application/json' });
  })

  .post('/:cardId/report', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const cardId = c.req.param('cardId');
    if (!isCardId(cardId)) {
      confirmed(await store.users.signedIn(caller, now));
      throw new ApiError('card_not_found');
    }
    const { member, refusal, card } = await store.cards.loadForReport(await requesterOf(c.var, caller), cardId, now);
    const reporter = confirmed(member);
    if (refusal) throw refusalError(refusal);
    if (!card) throw new ApiError('card_not_found');
    return c.json((await reportCard(c, reporter, card)) satisfies ReportResponse);
  });

const oneYearSeconds = 31_536_000;

/** Under /api/qr: a picture that never changes, so it may be kept for a year. */
export const qrRoutes = new Hono<AppEnv>().get('/:cardId', identify, async (c) => {
  const cardId = c.req.param('cardId');
  if (!isCardId(cardId)) throw new ApiError('card_not_found');
  // Before the drawing, which is kept for longer than it may stand that there is such a card.
  await knownCard(c, cardId);
  const url = cardPageUrl(c.var.config.publicOrigin, cardId);
  const headers = { ETag: qrEtag(url), 'Cache-Control': `public, max-age=${oneYearSeconds}, immutable` };
  if (c.req.header('If-None-Match')?.includes(headers.ETag)) return c.body(null, 304, headers);
  const svg = await qrOf(url, (promise) => c.executionCtx.waitUntil(promise));
  return c.body(svg, 200, { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' });
});

/**
 * What is told of a card, as JSON. Without a code, places keep it for all who are not signed in; what members are told, and who
 * shows a code, is asked anew.
 */
function knownCard(c: Context<AppEnv>, cardId: string): Promise<string> {
  const make = async () => JSON.stringify({ card: await lookUp(c, cardId) } satisfies CardLookupResponse);
  const { caller, config } = c.var;
  if (caller || c.req.query('k') !== undefined) return make();
  return keptAtPlace(`${config.publicOrigin}/card/${cardId}`, keptSeconds, make, (work) => c.executionCtx.waitUntil(work));
}

/** The card of that id; with `?k=` only where that is its code, as in the address of its page. */
async function lookUp(c: Context<AppEnv>, cardId: string): Promise<PublicCard> {
  const given = c.req.query('k');
  const lookup = { cardId, code: given ? normalizeCardCode(given) : null };
  const { caller, database, now, store } = c.var;
  const requester = await requesterOf(c.var, caller);
  // A refusal is final, since it came from the primary: to repeat the request would count the same miss twice.
  return database.withFreshRead(
    async () => unwrap(await store.lookups.find(requester, lookup, now)),
    () => true,
  );
}
