/** Routes at /api/cards. Product rules: Finding cards. */
import { type Context, Hono } from 'hono';
import type { ReportResponse } from '#schema/cards/card.ts';
import {
  type CardCount,
  type CardDetails,
  type CountryPlace,
  type MapWindowCards,
  MapWindowQuery,
  type NearCard,
  type NearCards,
  NearQuery,
} from '#schema/finding/finding.ts';
import { metersBetween } from '#schema/finding/geo.ts';
import { maxCardsOnMap, secondsPerMinute } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type CardAllowance, decideVisibleCards, isDayUsedUp } from '#worker/domain/finding/card-allowance.ts';
import {
  chooseLevel,
  isCrowded,
  isInWindows,
  type MapWindows,
  mergeVisitorTiles,
  splitWindows,
  toCardCount,
  toCountedArea,
  widenForVisitors,
} from '#worker/domain/finding/card-tiles.ts';
import { readCursor, writeCursor } from '#worker/domain/finding/near-cursor.ts';
import { utcDay } from '#worker/domain/time.ts';
import { getWeekStart } from '#worker/domain/weeks.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { limitLists } from '#worker/middleware/member-rate-limit.ts';
import { sameOriginAlways } from '#worker/middleware/same-origin.ts';
import { identify, requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { reportCard } from '#worker/routes/cards/report-card.ts';
import { rowId } from '#worker/routes/row-id.ts';
import type { FinderRow } from '#worker/store/accounts/users.ts';
import type { CardDetailsRow } from '#worker/store/finding/card-places.ts';
import type { Store } from '#worker/store/store.ts';

/** Visitors' card counts are cached because they change slowly and are the same for all visitors. */
const visitorCountsTtlSeconds = 5 * secondsPerMinute;
/** Maximum number of attempts to record shown cards. The limit is high because a member's concurrent requests force each other to retry. */
const allowanceAttempts = 12;

export const findingRoutes = new Hono<AppEnv>()
  .get('/near', sameOriginAlways, requireCaller, limitLists, query(NearQuery), async (c) => {
    const { caller, now, store } = c.var;
    const { lat, lng, limit, cursor } = c.req.valid('query');
    const pageCursor = cursor === undefined ? null : readCursor(cursor);
    // One extra row reveals whether there is another page.
    const request = { cursor: pageCursor, limit: limit + 1 };
    const at = { latitude: lat, longitude: lng };
    const { member, allowance, nearest } = await store.cardPlaces.near(caller, at, request, now);
    const isVerified = requireMember(member).emailVerifiedAt !== null;
    const page = nearest.slice(0, limit);
    const last = page.at(-1);
    const shown = await showCards(c, { caller, allowance, ids: page.map(({ id }) => id), isListed: true });
    if (shown.isDayUsedUp && shown.ids.length === 0) {
      const cards = isVerified || pageCursor ? [] : await listShownCards(c, caller, shown.allowance);
      const byDistance = cards.sort((one, other) => metersBetween(at, one) - metersBetween(at, other)).slice(0, limit);
      return c.json({ cards: byDistance, nextCursor: null, isDayUsedUp: true } satisfies NearCards);
    }
    // Returns no cursor once the daily limit is used up because it would point to a hidden card and reveal its location.
    const nextCursor = last && nearest.length > limit && !shown.isDayUsedUp ? writeCursor(last) : null;
    return c.json({ cards: shown.cards, nextCursor, isDayUsedUp: shown.isDayUsedUp } satisfies NearCards);
  })

  .get('/country', (c) => {
    // Cloudflare's estimate of the network's location, rounded so that it identifies a region, not a home.
    const { latitude, longitude } = (c.req.raw as Request<unknown, IncomingRequestCfProperties>).cf ?? {};
    const place = { latitude: Math.round(Number(latitude)), longitude: Math.round(Number(longitude)) };
    const isKnown = Number.isFinite(place.latitude) && Number.isFinite(place.longitude);
    return c.json({ place: isKnown ? place : null } satisfies CountryPlace, 200, { 'Cache-Control': 'no-store' });
  })

  .get('/in', sameOriginAlways, identify, limitLists, query(MapWindowQuery), async (c) => {
    const { caller, database, now, store } = c.var;
    const { bbox, zoom } = c.req.valid('query');
    const windows = splitWindows(bbox);
    const level = chooseLevel(windows, zoom, { isVisitor: false });
    const result =
      caller &&
      (await database.withFreshRead(
        () => store.cardPlaces.inWindow(caller, windows, level, now),
        ({ member }) => member !== undefined,
      ));
    // Callers with an expired session are treated as visitors.
    if (!caller || !result?.member?.emailVerifiedAt) {
      // On the map, unverified members see the cards that lists showed them today. If there are none, they see the same map as visitors.
      const listedCards = caller && result?.member ? await listShownCards(c, caller, result.allowance) : [];
      const cards = listedCards.filter((card) => isInWindows(card, windows)).map(({ hint: _, ...card }) => card);
      if (cards.length > 0) return c.json({ cards, counts: [], isDayUsedUp: false } satisfies MapWindowCards);
      const counts = await loadVisitorCounts(store, windows, zoom);
      const carried = {
        'Cache-Control': `public, max-age=${visitorCountsTtlSeconds}`,
        Vary: 'Authorization, Cookie',
      };
      return c.json({ cards: [], counts, isDayUsedUp: false } satisfies MapWindowCards, 200, result?.member ? {} : carried);
    }
    const { allowance, cards, tiles } = result;
    const isUsedUp = isDayUsedUp(allowance);
    if (isUsedUp || cards.length > maxCardsOnMap || isCrowded(tiles, level, windows)) {
      const counts = tiles.map((tile) => toCardCount(toCountedArea(tile, level), windows));
      return c.json({ cards: [], counts, isDayUsedUp: isUsedUp } satisfies MapWindowCards);
    }
    const cardsById = new Map(cards.map((card) => [card.id, card]));
    const visible = await showCards(c, { caller, allowance, ids: [...cardsById.keys()] });
    const shownCards = visible.ids.flatMap((cardId) => cardsById.get(cardId) ?? []);
    return c.json({ cards: shownCards, counts: [], isDayUsedUp: visible.isDayUsedUp } satisfies MapWindowCards);
  })

  .get('/:id/details', requireCaller, limitLists, async (c) => {
    const { card, details } = await loadShownCard(c, requireMember);
    const { ownerName, ownerMedal, placedAt, movedAt, finds, lastFoundAt, checkedAt } = details;
    const toWeek = (at: number | null) => (at === null ? null : utcDay(getWeekStart(at)));
    return c.json({
      hint: card.hint,
      ownerName,
      ownerMedal,
      placedOn: movedAt === null ? utcDay(placedAt) : null,
      movedWeek: toWeek(movedAt),
      finds,
      lastFoundWeek: toWeek(lastFoundAt),
      checkedWeek: toWeek(checkedAt),
    } satisfies CardDetails);
  })

  .post('/:id/report', requireCaller, async (c) => {
    const { member, card } = await loadShownCard(c, requireVerified);
    return c.json(
      (await reportCard(c, member, {
        id: card.id,
        status: 'active',
        ownerId: card.found === 'own' ? member.id : null,
      })) satisfies ReportResponse,
    );
  });

/** Throws unless the member's email address is verified; otherwise, mass registration would make it possible to copy the whole map. */
function requireVerified(row: FinderRow | undefined): FinderRow {
  const member = requireMember(row);
  if (member.emailVerifiedAt === null) throw new ApiError('email_unverified');
  return member;
}

/** Loads a card by row id. The card must have been shown to the member today, so ids cannot be enumerated. */
async function loadShownCard(
  c: Context<SignedIn>,
  confirm: (found: FinderRow | undefined) => FinderRow,
): Promise<{ member: FinderRow; card: NearCard; details: CardDetailsRow }> {
  const { caller, now, store } = c.var;
  const { member: row, allowance, card, details } = await store.cardPlaces.one(caller, rowId(c.req.param('id')), now);
  const member = confirm(row);
  if (!card || !details) throw new ApiError('card_not_found');
  if (!allowance.shown.includes(card.id)) {
    const { ids } = await showCards(c, { caller, allowance, ids: [card.id] });
    if (ids.length === 0) throw new ApiError('daily_card_limit');
  }
  return { member, card, details };
}

async function loadVisitorCounts(store: Store, windows: MapWindows, zoom: number): Promise<CardCount[]> {
  const level = chooseLevel(windows, zoom, { isVisitor: true });
  const tiles = await store.cardPlaces.countTiles(widenForVisitors(windows, level), level);
  return mergeVisitorTiles(tiles, level, windows).map((area) => toCardCount(area, windows));
}

/** Returns the cards shown to the member today that are still on the map. The existence of other cards does not affect the response. */
async function listShownCards({ var: { now, store } }: Pick<Context<AppEnv>, 'var'>, caller: Caller, { shown }: CardAllowance) {
  const result = await store.cardPlaces.show(caller, shown, undefined, now);
  return result.isShown ? result.cards : [];
}

interface ShowRequest {
  caller: Caller;
  allowance: CardAllowance;
  ids: readonly number[];
  isListed?: boolean;
}

/** Returns the cards that the member may see. Newly shown cards are recorded first. */
async function showCards(c: Pick<Context<AppEnv>, 'var'>, { caller, allowance, ids, isListed = false }: ShowRequest) {
  const { now, store } = c.var;
  let currentAllowance = allowance;
  for (let attempt = 0; attempt < allowanceAttempts; attempt += 1) {
    const { nextShown, ...visible } = decideVisibleCards(ids, currentAllowance);
    const { version, limit } = currentAllowance;
    const update = nextShown && { version, limit, nextShown };
    const showResult = await store.cardPlaces.show(caller, isListed ? visible.ids : [], update, now);
    if (showResult.isShown) return { ...visible, cards: showResult.cards, allowance: currentAllowance };
    // If no concurrent request has changed the allowance, the write failed because the session is no longer valid.
    if (showResult.allowance.version === currentAllowance.version) throw new ApiError('not_signed_in');
    currentAllowance = showResult.allowance;
  }
  throw new ApiError('changed_meanwhile');
}
