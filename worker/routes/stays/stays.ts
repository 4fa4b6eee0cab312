import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import type { StayFigures } from '#schema/stays/figures.ts';
import { StayAnswer, TravelerRequest, WishesRequest } from '#schema/stays/stay.ts';
import { travelProvider } from '#worker/clients/travel-provider.ts';
import { returnReasons } from '#worker/domain/certificates/certificate.ts';
import { travelerEnteredMail } from '#worker/domain/messages/mail.ts';
import { currentCatalogue } from '#worker/domain/stays/catalogue.ts';
import { canCorrectTraveler, decideWishes, firstArrival, mayReturn } from '#worker/domain/stays/stay.ts';
import { edgeCached } from '#worker/edge-cache.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { returnCertificate } from '#worker/flows/certificates/return-certificate.ts';
import { bookAcceptedNow } from '#worker/flows/stays/book-accepted.ts';
import { requestQuoteNow } from '#worker/flows/stays/request-quote.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, optionalJson } from '#worker/middleware/json-body.ts';
import { limitDrawings, limitProviderCalls } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { refuseAfterEmailChange, refuseTravelerAfterEmailChange } from '#worker/routes/accounts/email-hold.ts';
import { refuseUnreachable } from '#worker/routes/accounts/mailbox-limits.ts';
import { presentCertificate } from '#worker/routes/certificates/present-certificate.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { personHashes, sealTraveler } from '#worker/security/traveler.ts';
import { checkNamedTraveler, refuseTaken } from './check-traveler.ts';
import { loadOwnStay } from './own-stay.ts';
import { stayState } from './present-stay.ts';
import { calendarFile, voucherFile } from './stay-files.ts';

const figuresTtlSeconds = 600;

const OfferAnswer = v.strictObject({ offerId: v.pipe(v.number(), v.integer()), ...IdentityProof.entries });

const noFigures: StayFigures = {
  day: null,
  issued: null,
  booked: null,
  stayed: null,
  returned: null,
  refused: null,
  medianOfferSeconds: null,
};

/** Public figures about stays, shown on /stays. */
export const stayFigureRoutes = new Hono<AppEnv>().get('/figures', async (c) => {
  const { config, store } = c.var;
  const figures = await edgeCached(
    `${config.publicOrigin}/stay-figures`,
    figuresTtlSeconds,
    async () => JSON.stringify((await store.stayFigures.load()) ?? noFigures),
    (work) => c.executionCtx.waitUntil(work),
  );
  return c.body(figures, 200, { 'Content-Type': 'application/json', 'Cache-Control': `public, max-age=${figuresTtlSeconds}` });
});

export const stayRoutes = new Hono<SignedIn>()
  .use(requireCaller)

  .get('/catalogue', async (c) => {
    const { caller, config, now, store } = c.var;
    const { member, catalogue } = await store.stayCatalogues.load(caller, now);
    requireMember(member);
    return c.json((await currentCatalogue(catalogue, config.travel !== null)) satisfies StayCatalogue);
  })

  .get('/:number/voucher.pdf', limitDrawings, voucherFile)
  .get('/:number/stay.ics', calendarFile)

  .put('/:number/traveler', json(TravelerRequest), async (c) => {
    const { config, now, store } = c.var;
    const request = c.req.valid('json');
    const { traveler, version } = request;
    const { holder, certificate, stay, offer } = await loadOwnStay(c);
    if (!canCorrectTraveler(stayState(stay), offer?.status ?? null)) throw new ApiError('traveler_fixed');
    await Promise.all([
      refuseAfterEmailChange(c, holder.id),
      refuseTravelerAfterEmailChange(c, holder.id, certificate.activatedAt),
      refuseUnreachable(c, holder.email),
    ]);
    await checkNamedTraveler(c, request);
    const hashes = await personHashes(config.personHashKey, traveler);
    await refuseTaken(store, certificate.id, hashes, now);
    const change = {
      certificateId: certificate.id,
      version,
      traveler: await sealTraveler(config.travelerKeys, traveler, certificate.number),
      personHashes: hashes,
      by: null,
      notice: {
        userId: holder.id,
        mail: travelerEnteredMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), holder, certificate.number),
      },
    };
    if (!(await store.stays.changeTraveler(change, now))) {
      await refuseTaken(store, certificate.id, hashes, now);
      throw new ApiError('changed_meanwhile');
    }
    return c.json(await presentOwn(c));
  })

  .put('/:number/wishes', limitProviderCalls, json(WishesRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { wishes, version } = c.req.valid('json');
    const { certificate, stay } = await loadOwnStay(c);
    if (stay.stage !== 'none' && stay.stage !== 'wished') throw new ApiError('wishes_closed');
    const { catalogue } = await store.stayCatalogues.load(caller, now);
    const { terms } = await currentCatalogue(catalogue, config.travel !== null);
    const { type, validUntil } = certificate;
    unwrap(decideWishes(wishes, { type, terms: terms[type], validUntil, travelerEnteredAt: stay.travelerEnteredAt }, now));
    requireValue(await store.stays.wish(certificate.id, { wishes, version }, now), 'changed_meanwhile');
    await requestQuoteNow({ store, travel: travelProvider(config.travel) }, certificate.id, now);
    return c.json(await presentOwn(c));
  })

  .post('/:number/accept', limitProviderCalls, json(OfferAnswer), async (c) => {
    const { config, now, store } = c.var;
    const { offerId, currentPassword } = c.req.valid('json');
    const { certificate, stay, offer } = await loadOwnStay(c);
    const firstDay = firstArrival(stay.travelerEnteredAt);
    if (stay.traveler === null && !canCorrectTraveler(stayState(stay), offer?.status ?? null)) throw new ApiError('traveler_fixed');
    // The travel desk checks its own offers before it books.
    if (offer?.status === 'open' && offer.quoteId !== null && offer.arrival < firstDay)
      throw new ApiError('arrival_too_soon', { params: { firstDay } });
    const isAccepted = offer?.id === offerId && offer.status === 'accepted';
    if (!isAccepted) {
      requireValue(offer?.id === offerId && offer.expiresAt > now, 'offer_closed');
      await confirmCaller(c, currentPassword);
      requireValue(await store.stays.accept(certificate.id, offerId, now), 'offer_closed');
    }
    const { travelerKeys } = config;
    await bookAcceptedNow({ store, travel: travelProvider(config.travel), travelerKeys }, certificate.id, now);
    return c.json(await presentOwn(c));
  })

  .post('/:number/decline', json(OfferAnswer), async (c) => {
    const { now, store } = c.var;
    const { offerId, currentPassword } = c.req.valid('json');
    const { certificate, offer } = await loadOwnStay(c);
    requireValue(offer?.id === offerId && offer.status === 'open' && offer.expiresAt > now, 'offer_closed');
    await confirmCaller(c, currentPassword);
    requireValue(await store.stays.decline(certificate.id, offerId, now), 'offer_closed');
    return c.json(await presentOwn(c));
  })

  .post('/:number/return', optionalJson(IdentityProof), async (c) => {
    const { now, store } = c.var;
    const { certificate, stay, offer } = await loadOwnStay(c);
    if (stay.stage !== 'returned') {
      if (!mayReturn(stayState(stay), offer?.status ?? null)) throw new ApiError('no_return_yet');
      await confirmCaller(c, c.req.valid('json').currentPassword);
      const isReturned = await returnCertificate(store, certificate, returnReasons.declined, now);
      requireValue(isReturned, 'changed_meanwhile');
    }
    return c.json(await presentOwn(c));
  })

  .post('/:number/answer', json(StayAnswer), async (c) => {
    const { tookPlace, comment = null } = c.req.valid('json');
    const { certificate, stay } = await loadOwnStay(c);
    if (stay.stage !== 'stayed') throw new ApiError('stay_not_over');
    requireValue(await c.var.store.stays.answer(certificate.id, { tookPlace, comment: comment || null }, c.var.now), 'changed_meanwhile');
    return c.json(await presentOwn(c));
  });

async function presentOwn(c: Context<SignedIn, '/:number/*'>): Promise<VacationCertificate> {
  const { certificate, stay, offer } = await loadOwnStay(c);
  return presentCertificate(certificate, { stay, offer }, c.var);
}
