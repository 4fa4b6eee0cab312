/**
 * Routes at /api/admin/stays. Every administrator may enter offers and see the traveler; only super administrators may correct the
 * traveler or confirm an unclear booking.
 */

import { type Context, Hono } from 'hono';
import {
  type AdminOffer,
  type AdminStay,
  type AdminStayDetails,
  ConfirmBooking,
  CorrectTraveler,
  OfferRequest,
  RecordNoShow,
  SettleComplaint,
  type StayPlace,
  WithdrawOffer,
} from '#schema/stays/admin-stays.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import { travelerEnteredMail } from '#worker/domain/messages/mail.ts';
import { currentCatalogue } from '#worker/domain/stays/catalogue.ts';
import { canRecordNoShow, decideOffer, stayDueBy, stayToDo } from '#worker/domain/stays/desk.ts';
import { maxCostCents, offerExpiry } from '#worker/domain/stays/stay.ts';
import { isCorrection } from '#worker/domain/stays/traveler-correction.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireMoneyMover } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseEmailChanger, refuseOwnMember, refuseOwnPass } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { openTraveler, personHashes, sealTraveler } from '#worker/security/traveler.ts';
import { type AdminOfferRow, type AdminStayRow, stayListShape } from '#worker/store/stays/admin-stays.ts';
import { requireAdult } from './check-traveler.ts';
import { didTakePlace, presentOffer } from './present-stay.ts';

export const adminStayRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList<AdminStayRow, AdminStay>({
      shape: stayListShape,
      read: (store, request) => store.admin.stays.list(request),
      present: presentListed,
      csv: {
        fileName: 'stays.csv',
        columns: [
          { header: 'Certificate', value: ({ number }) => number },
          { header: 'Member', value: ({ user }) => user.email },
          { header: 'Stay', value: ({ type }) => getOption(type).name },
          { header: 'Stage', value: ({ stage }) => stage },
          { header: 'To do', value: ({ toDo }) => toDo },
          { header: 'Due by', value: ({ dueBy }) => dueBy },
          { header: 'Place', value: ({ place }) => place },
          { header: 'Arrival', value: ({ arrival }) => arrival },
          { header: 'Departure', value: ({ departure }) => departure },
          { header: 'Reference', value: ({ reference }) => reference },
          { header: 'Cost', value: ({ costCents }) => (costCents === null ? null : { cents: costCents }) },
          { header: 'Provider error', value: ({ providerError }) => providerError },
        ],
      },
    }),
  )

  .get('/places', requireAdmin, async (c) => {
    const places = await c.var.store.admin.stays.places();
    return c.json(
      places.map(({ costs, ...place }) => ({ ...place, costs: JSON.parse(costs) as StayPlace['costs'] })) satisfies StayPlace[],
    );
  })

  .get('/:id', requireAdmin, async (c) => c.json(await presentDetails(c)))

  .post('/:id/offers', requireAdmin, json(OfferRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { version, ...offer } = c.req.valid('json');
    const { stay, catalogue } = await loadStay(c);
    await refuseOwnMember(c, stay.userId);
    await refuseOwnPass(c, stay.id);
    await refuseEmailChanger(c, stay.userId);
    const { terms } = await currentCatalogue(catalogue, c.var.config.travel !== null);
    const limits = {
      maxCostCents: maxCostCents(stay.type, stay.seenTerms),
      isHolderSuspended: stay.ownerSuspendedAt !== null,
      destinationIds: terms[stay.type].destinations.map(({ id }) => id),
    };
    unwrap(decideOffer(offer, { ...stay, ...limits }, now));
    const expiresAt = offerExpiry(offer, now);
    const isOffered = await store.admin.stays.offer({ ...stay, version }, { ...offer, quoteId: null }, actor, expiresAt, now);
    requireValue(isOffered, 'changed_meanwhile');
    return c.json(await presentDetails(c));
  })

  .post('/:id/offers/:offerId/withdraw', requireAdmin, json(WithdrawOffer), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const { stay } = await loadStay(c);
    await refuseOwnMember(c, stay.userId);
    const offer = { offerId: rowId(c.req.param('offerId')), reason };
    requireValue(await store.admin.stays.withdraw({ ...stay, version }, offer, actor, now), 'changed_meanwhile');
    return c.json(await presentDetails(c));
  })

  .put('/:id/traveler', requireMoneyMover, json(CorrectTraveler), async (c) => {
    const { actor, config, now, store } = c.var;
    const { traveler, reason, version, isConfirmedByMember = false } = c.req.valid('json');
    const { stay } = await loadStay(c);
    await refuseOwnMember(c, stay.userId);
    await refuseEmailChanger(c, stay.userId);
    requireAdult(traveler, now);
    // Compares with what the member entered, so that several small corrections do not lead to another person.
    const entered = await openTraveler(config.travelerKeys, stay.enteredTraveler, stay.number);
    const isOtherPerson = !entered || !isCorrection(entered, traveler);
    if (isOtherPerson && (stay.stage === 'booked' || stay.offerStatus === 'accepted')) throw new ApiError('other_person_too_late');
    const hashes = await personHashes(config.personHashKey, traveler);
    if (await store.stays.isPersonTaken(stay.id, hashes, now)) throw new ApiError('traveler_has_stay');
    const change = {
      certificateId: stay.id,
      version,
      traveler: await sealTraveler(config.travelerKeys, traveler, stay.number),
      personHashes: hashes,
      notice: {
        userId: stay.userId,
        mail: travelerEnteredMail(
          await newLinkedMail(config.linkSigningKey, config.publicOrigin),
          { email: stay.email, firstName: null },
          stay.number,
          true,
        ),
      },
      by: { actor, reason, isOtherPerson, isConfirmedByMember: isConfirmedByMember && stay.recoveredAt !== null },
    };
    requireValue(await store.stays.changeTraveler(change, now), 'changed_meanwhile');
    return c.json(await presentDetails(c));
  })

  .post('/:id/confirm-booking', requireMoneyMover, json(ConfirmBooking), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const { stay } = await loadStay(c);
    await refuseOwnMember(c, stay.userId);
    requireValue(await store.admin.stays.confirmBooking({ ...stay, version }, reason, actor, now), 'changed_meanwhile');
    return c.json(await presentDetails(c));
  })

  .post('/:id/no-show', requireAdmin, json(RecordNoShow), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const { stay } = await loadStay(c);
    await refuseOwnMember(c, stay.userId);
    if (!canRecordNoShow({ ...stay, tookPlace: didTakePlace(stay) }, now)) throw new ApiError('stay_not_missed');
    requireValue(await store.admin.stays.recordNoShow({ ...stay, version }, reason, actor, now), 'changed_meanwhile');
    return c.json(await presentDetails(c));
  })

  .post('/:id/settle', requireAdmin, json(SettleComplaint), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const { stay } = await loadStay(c);
    await refuseOwnMember(c, stay.userId);
    requireValue(await store.admin.stays.settle({ ...stay, version }, reason, actor, now), 'changed_meanwhile');
    return c.json(await presentDetails(c));
  });

async function loadStay(c: Context<AdminEnv>) {
  const { stay, ...rest } = await c.var.store.admin.stays.find(readRowId(c));
  return { stay: requireValue(stay, 'certificate_not_found'), ...rest };
}

function presentListed(row: AdminStayRow): AdminStay {
  const { id, number, type, stage, offerStatus, reference } = row;
  const { place, arrival, departure, costCents, providerError } = row;
  const state = {
    stage,
    offerStatus,
    reference,
    unclearSince: row.unclearSince,
    tookPlace: didTakePlace(row),
    isComplaintSettled: row.complaintSettledAt !== null,
  };
  return {
    id,
    number,
    type,
    user: { id: row.userId, email: row.email, name: row.name },
    stage,
    toDo: stayToDo(state),
    dueBy: toIsoOrNull(stayDueBy(state, row)),
    place,
    arrival,
    departure,
    reference,
    costCents,
    providerError,
  };
}

async function presentDetails(c: Context<AdminEnv>): Promise<AdminStayDetails> {
  const { travel, travelerKeys } = c.var.config;
  const { stay, offers, catalogue } = await loadStay(c);
  const { terms } = await currentCatalogue(catalogue, travel !== null);
  const tookPlace = didTakePlace(stay);
  return {
    ...presentListed(stay),
    status: stay.status,
    validUntil: toIso(stay.validUntil),
    traveler: await openTraveler(travelerKeys, stay.traveler, stay.number),
    isOtherPerson: stay.isOtherPerson === 1,
    isRecovered: stay.recoveredAt !== null,
    wishes: JSON.parse(stay.wishes) as AdminStayDetails['wishes'],
    offers: offers.map(presentAdminOffer),
    destinations: terms[stay.type].destinations,
    declinedOffers: stay.declinedOffers,
    tookPlace,
    comment: stay.comment,
    complaintSettledAt: toIsoOrNull(stay.complaintSettledAt),
    noShowAt: toIsoOrNull(stay.noShowAt),
    canRecordNoShow: canRecordNoShow({ ...stay, tookPlace }, c.var.now),
    version: stay.version,
  };
}

function presentAdminOffer({ createdAt, createdBy, ...offer }: AdminOfferRow): AdminOffer {
  return { ...presentOffer(offer), costCents: offer.costCents, createdAt: toIso(createdAt), createdBy };
}
