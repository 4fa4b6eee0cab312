/** Routes at /api/cards. Product rules: Finding cards. */
import { type Context, Hono } from 'hono';
import type { ReportResponse } from '#schema/cards/card.ts';
import {
  type CardCount,
  type CardHint,
  type MapWindowCards,
  MapWindowQuery,
  type NearCard,
  type NearCards,
  NearQuery,
} from '#schema/finding/finding.ts';
import { maxCardsOnMap, secondsPerMinute } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type CardAllowance, decideVisibleCards, isDayUsedUp } from '#worker/domain/finding/card-allowance.ts';
import {
  chooseLevel,
  isCrowded,
  joinForVisitors,
  type MapWindows,
  splitWindows,
  toCardCount,
  toCountedArea,
  widenForVisitors,
} from '#worker/domain/finding/card-tiles.ts';
import { readCursor, writeCursor } from '#worker/domain/finding/near-cursor.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { identify, requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { reportCard } from '#worker/routes/cards/report-card.ts';
import { rowId } from '#worker/routes/row-id.ts';
import type { FinderRow } from '#worker/store/accounts/users.ts';
import type { Store } from '#worker/store/store.ts';

/** Counts are cached, because they change slowly and are the same for all visitors. */
const visitorsCountsSeconds = 5 * secondsPerMinute;
/** High, because concurrent requests that show new cards make each other retry. */
const allowanceAttempts = 12;

export const findingRoutes = new Hono<AppEnv>()
  .get('/near', requireCaller, query(NearQuery), async (c) => {
    const { caller, now, store } = c.var;
    const { lat, lng, limit, cursor } = c.req.valid('query');
    const after = cursor === undefined ? null : readCursor(cursor);
    // One extra row reveals whether there is another page.
    const request = { cursor: after, limit: limit + 1 };
    const { member, allowance, nearest } = await store.cardPlaces.near(caller, { latitude: lat, longitude: lng }, request, now);
    requireVerified(member);
    if (isDayUsedUp(allowance)) return c.json({ cards: [], nextCursor: null, isDayUsedUp: true } satisfies NearCards);
    const page = nearest.slice(0, limit);
    const last = page.at(-1);
    const { cards, ...shown } = await showCards(c, { caller, allowance, ids: page.map(({ id }) => id), isListed: true });
    // A cursor that points to a hidden card would reveal its location.
    const nextCursor = last && nearest.length > limit && !shown.isDayUsedUp ? writeCursor(last) : null;
    return c.json({ cards, nextCursor, isDayUsedUp: shown.isDayUsedUp } satisfies NearCards);
  })

  .get('/in', identify, query(MapWindowQuery), async (c) => {
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
    // Callers with an expired session count as visitors. Unverified members see the same as visitors.
    if (!caller || !result?.member?.emailVerifiedAt) {
      const counts = await visitorsCounts(store, windows, zoom);
      const carried = {
        'Cache-Control': `public, max-age=${visitorsCountsSeconds}`,
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
    const found = new Map(cards.map((card) => [card.id, card]));
    const visible = await showCards(c, { caller, allowance, ids: [...found.keys()] });
    const shownCards = visible.ids.flatMap((one) => found.get(one) ?? []);
    return c.json({ cards: shownCards, counts: [], isDayUsedUp: visible.isDayUsedUp } satisfies MapWindowCards);
  })

  .get('/:id/hint', requireCaller, async (c) => {
    const { card } = await loadShownCard(c);
    return c.json({ hint: card.hint } satisfies CardHint);
  })

  .post('/:id/report', requireCaller, async (c) => {
    const { member, card } = await loadShownCard(c);
    return c.json(
      (await reportCard(c, member, {
        id: card.id,
        status: 'active',
        ownerId: card.found === 'own' ? member.id : null,
      })) satisfies ReportResponse,
    );
  });

/** Throws unless the member's email address is verified; otherwise, mass registration would make it possible to copy the whole map. */
function requireVerified(found: FinderRow | undefined): FinderRow {
  const member = requireMember(found);
  if (member.emailVerifiedAt === null) throw new ApiError('email_unverified');
  return member;
}

/** Loads a card by row id. It must have been shown to the member today, so that ids cannot be enumerated. */
async function loadShownCard(c: Context<SignedIn>): Promise<{ member: FinderRow; card: NearCard }> {
  const { caller, now, store } = c.var;
  const { member: found, allowance, card } = await store.cardPlaces.one(caller, rowId(c.req.param('id')), now);
  const member = requireVerified(found);
  if (!card) throw new ApiError('card_not_found');
  if (!allowance.shown.includes(card.id)) {
    const { ids } = await showCards(c, { caller, allowance, ids: [card.id] });
    if (ids.length === 0) throw new ApiError('cards_of_day_used_up');
  }
  return { member, card };
}

async function visitorsCounts(store: Store, windows: MapWindows, zoom: number): Promise<CardCount[]> {
  const level = chooseLevel(windows, zoom, { isVisitor: true });
  const tiles = await store.cardPlaces.countTiles(widenForVisitors(windows, level), level);
  return joinForVisitors(tiles, level, windows).map((area) => toCardCount(area, windows));
}

interface ShowRequest {
  caller: Caller;
  allowance: CardAllowance;
  ids: readonly number[];
  isListed?: boolean;
}

/** Returns the cards that the member may see. Cards not shown before are recorded before they are returned. */
async function showCards(c: Pick<Context<AppEnv>, 'var'>, { caller, allowance, ids, isListed = false }: ShowRequest) {
  const { now, store } = c.var;
  let currentAllowance = allowance;
  for (let attempt = 0; attempt < allowanceAttempts; attempt += 1) {
    const { nextShown, ...visible } = decideVisibleCards(ids, currentAllowance);
    const update = nextShown && { version: currentAllowance.version, nextShown };
    const savedCard = await store.cardPlaces.show(caller, isListed ? visible.ids : [], update, now);
    if (savedCard.isShown) return { ...visible, cards: savedCard.cards };
    // There was no concurrent write, so the session must have become invalid.
    if (savedCard.allowance.version === currentAllowance.version) throw new ApiError('not_signed_in');
    currentAllowance = savedCard.allowance;
  }
  throw new ApiError('changed_meanwhile');
}
