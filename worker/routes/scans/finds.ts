/** See "Finds and notes to owners" in docs/product-rules.md. */
import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { cardPageUrl, isCardId, normalizeCardId } from '#schema/cards/card-id.ts';
import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import { maxCountedFinds, maxGpxFinds, maxSummarizedFinds } from '#schema/rules.ts';
import type { FindLog, FindMoment, FoundCard, FoundCards } from '#schema/scans/find.ts';
import { type FindMatches, FindSearchQuery, type FindSummary, FoundCardsQuery, maxSelectedFinds } from '#schema/scans/find-history.ts';
import { LogRequest } from '#schema/scans/log.ts';
import { logLimits } from '#worker/domain/limit.ts';
import { decideLog } from '#worker/domain/scans/find-log.ts';
import { summarizeFinds } from '#worker/domain/scans/find-summary.ts';
import { formatGpx } from '#worker/domain/scans/gpx.ts';
import { toIso, utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { limitLists } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { toOlderRows, toPage } from '#worker/routes/to-page.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import type { LogRow } from '#worker/store/scans/find-logs.ts';
import type { FoundRow } from '#worker/store/scans/finds.ts';
import { readWords } from '#worker/words/read-words.ts';
import type { Words } from '#worker/words/words.ts';

const placeLabels = ({ t }: Words): Record<ShownVisibility, string> => ({
  exact: t('exact place'),
  near: t('within about 100 m'),
  area: t('within about 1 km'),
});

/** Routes at /api/finds. */
export const findRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, query(FoundCardsQuery), async (c) => {
    const { caller, now, store } = c.var;
    const { ids, ...query } = c.req.valid('query');
    if (ids) {
      const { member, finds } = await store.finds.select(caller, ids, now);
      requireMember(member);
      return c.json({ finds: finds.map(presentFind), nextCursor: null } satisfies FoundCards);
    }
    const { member, finds, newThanks } = await store.finds.list(caller, toOlderRows(query), now);
    requireMember(member);
    const { page, nextCursor } = toPage(finds, query);
    return c.json({ finds: page.map(presentFind), nextCursor, ...(newThanks.length > 0 && { newThanks }) } satisfies FoundCards);
  })

  .post('/thanks-seen', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { id } = requireMember(await store.users.signedIn(caller, now));
    await store.findLogs.seeThanks(id, now);
    return c.json({ message: 'Thanks seen.' } satisfies MessageResponse);
  })

  .get('/summary', requireCaller, limitLists, async (c) => {
    const { caller, now, store } = c.var;
    const { member, finds } = await store.finds.outline(caller, maxSummarizedFinds + 1, now);
    requireMember(member);
    return c.json(summarizeFinds(finds) satisfies FindSummary);
  })

  .get('/search', requireCaller, limitLists, query(FindSearchQuery), async (c) => {
    const { caller, now, store } = c.var;
    const { q, ids = [] } = c.req.valid('query');
    const search = { text: q, ids, scanned: maxSummarizedFinds + 1, limit: maxSelectedFinds + 1 };
    const { member, finds } = await store.finds.search(caller, search, now);
    requireMember(member);
    const matches = finds.slice(0, maxSelectedFinds).map((row) => ({ ...presentFind(row), number: row.number }));
    return c.json({ finds: matches, hasMore: finds.length > maxSelectedFinds } satisfies FindMatches);
  })

  .get('/gpx', requireCaller, limitLists, async (c) => {
    const { caller, config, now, store } = c.var;
    const { member, finds } = await store.finds.list(caller, { limit: maxGpxFinds, before: null }, now);
    const words = await readWords(c.env.ASSETS, requireMember(member).language);
    const labels = placeLabels(words);
    const waypoints = finds.map(presentFind).flatMap(({ cardId, name, foundAt, place }) =>
      place === null
        ? []
        : [
            {
              ...place,
              time: foundAt,
              // GPX readers use the waypoint's name as the cache's code, so the name must be unique.
              name: cardId,
              description: [name, labels[place.visibility]].filter((part) => part !== null).join(', '),
              link: cardPageUrl(config.publicOrigin, cardId),
            },
          ],
    );
    return c.body(formatGpx(words.t('Cache Cards I found'), toIso(now), waypoints), 200, {
      'Content-Type': 'application/gpx+xml; charset=utf-8',
      'Content-Disposition': `attachment; filename="cache-cards-found-${utcDay(now)}.gpx"`,
      'Cache-Control': 'private, no-store',
    });
  })

  .get('/:cardId', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const cardId = normalizeCardId(c.req.param('cardId'));
    const { member, find, finds, ...moment } = await store.findLogs.loadMoment(caller, cardId, maxCountedFinds, now);
    const { id } = requireMember(member);
    if (!isCardId(cardId) || !find) throw new ApiError('find_not_found');
    return c.json({ number: finds < maxCountedFinds ? finds : null, takesLog: decideLog(find, id).ok, ...moment } satisfies FindMoment);
  })

  .put('/:cardId/log', requireCaller, json(LogRequest), async (c) => {
    const { caller, now, store } = c.var;
    const cardId = normalizeCardId(c.req.param('cardId'));
    const { member, find } = await store.findLogs.load(caller, cardId, now);
    const { id: userId } = requireMember(member);
    const ownerId = unwrap(decideLog(isCardId(cardId) ? find : undefined, userId));
    await countAttempt(c, logLimits(userId, now), 'too_many_logs');
    const log = await store.findLogs.write({ userId, cardId, ownerId, text: c.req.valid('json').text }, now);
    if (!log) throw new ApiError('changed_meanwhile');
    return c.json(presentLog(log) satisfies FindLog);
  })

  .delete('/:cardId/log', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { id } = requireMember(await store.users.signedIn(caller, now));
    const cardId = normalizeCardId(c.req.param('cardId'));
    if (!isCardId(cardId)) throw new ApiError('card_not_found');
    await store.findLogs.remove(id, cardId, now);
    return c.json({ message: 'Note deleted.' } satisfies MessageResponse);
  });

function presentLog({ text, writtenAt, isThanked }: LogRow): FindLog {
  return { text, writtenAt: toIso(writtenAt), isThanked: isThanked === 1 };
}

function presentFind({ id, cardId, name, tokens, ...row }: FoundRow): FoundCard {
  const { logText, logWrittenAt, latitude, longitude, visibility } = row;
  return {
    id,
    cardId,
    name,
    tokens,
    foundAt: toIso(row.foundAt),
    place: latitude === null || longitude === null || visibility === null ? null : { latitude, longitude, visibility },
    log:
      logText === null || logWrittenAt === null ? null : presentLog({ text: logText, writtenAt: logWrittenAt, isThanked: row.isThanked }),
    takesLog: row.takesLog === 1,
  };
}
