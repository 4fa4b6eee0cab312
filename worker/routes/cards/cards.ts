/** See "Cards and scans" in docs/product-rules.md. */

import { Hono } from 'hono';
import { answers } from '#schema/answers.ts';

import type { CardStatus, OwnCardPage, ReportResponse } from '#schema/cards/card.ts';
import { cardPageUrl, normalizeCardId } from '#schema/cards/card-id.ts';
import { PlacementRequest } from '#schema/cards/placement.ts';
import { ReplacementRequest, ReportAnswerRequest } from '#schema/cards/report-answer.ts';
import { canConfirmFrom, decideOwnReplacement, decidePlacement } from '#worker/domain/cards/card.ts';

import { placeOnMap } from '#worker/domain/finding/place-on-map.ts';
import { placementLimits } from '#worker/domain/limit.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { limitDrawings } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { drawQr } from '#worker/qr/qr.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { randomCode } from '#worker/security/random.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import { toShownPlace } from '#worker/store/finding/place-on-map.ts';
import { presentOwnCard } from './present-card.ts';
import { confirmCard, takeOffMap } from './report-card.ts';

/** Maximum number of attempts to save a placement, which must be recomputed if the owner concurrently places another card nearby. */
const placementAttempts = 5;

export const cardRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { member, cards } = await store.cards.listOwn(caller, now);
    requireMember(member);
    return c.json(cards.map(presentOwnCard));
  })

  .get('/:cardId', requireCaller, async (c) => {
    const { caller, config, now, store } = c.var;
    const { member, card, finds } = await store.cards.ownPage(caller, normalizeCardId(c.req.param('cardId')), now);
    requireMember(member);
    if (!card) throw new ApiError('card_not_found');
    return c.json({
      card: presentOwnCard(card),
      code: card.code,
      scanUrl: cardPageUrl(config.publicOrigin, card.cardId, card.code),
      placement:
        card.placementAt === null
          ? null
          : {
              placedAt: toIso(card.placementAt),
              isConfirmed: card.isConfirmed === 1,
              confirmedOn: card.confirmedOn,
              movedAt: toIsoOrNull(card.movedAt),
            },
      shownAt: toShownPlace(card),
      ...pick(card, 'openReports', 'uncountedReports'),
      checkedAt: toIsoOrNull(card.checkedAt),
      canConfirmFrom: toIsoOrNull(canConfirmFrom(card, now)),
      spareCardId: card.spareCardId,
      finds,
    } satisfies OwnCardPage);
  })

  .get('/:cardId/qr', requireCaller, limitDrawings, async (c) => {
    const { caller, config, now, store } = c.var;
    const { member, card } = await store.cards.own(caller, normalizeCardId(c.req.param('cardId')), now);
    requireMember(member);
    if (!card) throw new ApiError('card_not_found');
    return c.body(drawQr(cardPageUrl(config.publicOrigin, card.cardId, card.code)), 200, {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': 'private, no-store',
    });
  })

  .post('/:cardId/report-answer', requireCaller, json(ReportAnswerRequest), async (c) => {
    const { caller, now, store } = c.var;
    const { member, card } = await store.cards.own(caller, normalizeCardId(c.req.param('cardId')), now);
    const { id } = requireMember(member);
    if (!card) throw new ApiError('card_not_found');
    if (card.status === 'ordered') throw new ApiError('card_not_placed');
    const { answer } = c.req.valid('json');
    return c.json((await (answer === 'off_the_map' ? takeOffMap : confirmCard)(c, id, card.id)) satisfies ReportResponse);
  })

  .post('/:cardId/replacement', requireCaller, json(ReplacementRequest), async (c) => {
    const { caller, now, store } = c.var;
    const { spareCardId, currentPassword } = c.req.valid('json');
    const lost = { cardId: normalizeCardId(c.req.param('cardId')), spareCardId };
    const { member, card } = await store.lostCards.load(caller, lost, now);
    const { id: userId } = requireMember(member);
    const { status } = unwrap(decideOwnReplacement(card));
    await confirmCaller(c, currentPassword);
    if (!(await store.lostCards.replace({ userId, ...lost, code: randomCode() }, now))) throw new ApiError('changed_meanwhile');
    return c.json({ message: answers.cardReplaced, status } satisfies ReportResponse);
  })

  .post('/:cardId/placement', requireCaller, json(PlacementRequest), async (c) => {
    const { caller, now, store } = c.var;
    const { location, description, latitude, longitude, visibility } = c.req.valid('json');
    const place = latitude == null || longitude == null ? null : { latitude, longitude };
    const cardId = normalizeCardId(c.req.param('cardId'));
    // Counts the placement before the anchors are read, which may be many, so that placements above the limit do not read them.
    checkPlacement(await store.cards.own(caller, cardId, now));
    await countAttempt(c, placementLimits(caller.userId, now), 'too_many_requests');
    for (let attempt = 0; attempt < placementAttempts; attempt += 1) {
      const { anchors, ...owned } = await store.cards.loadForPlacement(caller, cardId, place, now);
      const card = checkPlacement(owned);
      const onMap = placeOnMap({ place, visibility }, card.before, anchors);
      const placeResult = await store.cards.place(caller.userId, card.id, { location, description, place, onMap }, now);
      if (placeResult) return c.json(presentOwnCard(placeResult));
    }
    throw new ApiError('changed_meanwhile');
  });

/** Returns the card, or throws if the member may not place it. */
function checkPlacement<Card extends { status: CardStatus }>({
  member: found,
  card,
}: {
  member: Member | undefined;
  card: Card | undefined;
}) {
  const member = requireMember(found);
  if (!card) throw new ApiError('card_not_found');
  unwrap(decidePlacement(card, member));
  return card;
}
