import { type Context, Hono } from 'hono';
import { isFirstReview, RedeemRequest, type RedeemResponse, type VacationCertificate } from '#schema/certificates/certificate.ts';
import { routes } from '#schema/routes.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import { ActivateRequest } from '#schema/stays/stay.ts';
import {
  certificateIssuedMail,
  decideActivation,
  decideRedemption,
  type RedemptionRefusal,
  returnReasons,
} from '#worker/domain/certificates/certificate.ts';
import { travelerEnteredMail } from '#worker/domain/messages/mail.ts';
import { decideReview } from '#worker/domain/reviews/certificate-review.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';
import { currentCatalogue } from '#worker/domain/stays/catalogue.ts';
import { toIso } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { returnCertificate } from '#worker/flows/certificates/return-certificate.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, readJson } from '#worker/middleware/json-body.ts';
import { limitDrawings } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { findPrintableName } from '#worker/pdf/names/printable-name.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { refuseAfterEmailChange, refuseUntil } from '#worker/routes/accounts/email-hold.ts';
import { refuseUnreachable } from '#worker/routes/accounts/mailbox-limits.ts';
import { checkNamedTraveler } from '#worker/routes/stays/check-traveler.ts';
import { loadOwnStay } from '#worker/routes/stays/own-stay.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { hashMailboxes, mailboxHash } from '#worker/security/mailbox.ts';
import { randomCode } from '#worker/security/random.ts';
import { personHashes, sealTraveler } from '#worker/security/traveler.ts';
import type { CertificateRow, NewCertificate } from '#worker/store/certificates/certificates.ts';
import { certificatePdf, visitorsToPage } from './certificate-pdf.ts';
import { presentCertificate } from './present-certificate.ts';

/** Maximum number of attempts to load and commit. Only a concurrent change makes more than one necessary. */
const attempts = 3;

export const redemptionRoutes = new Hono<AppEnv>().post('/', requireCaller, json(RedeemRequest), async (c) => {
  const request = c.req.valid('json');
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const certificate = await redeem(c, request);
    if (!certificate) continue;
    const { activationLink, pdfUrl } = certificate;
    const presented = await presentCertificate(certificate, { stay: undefined, offer: undefined }, c.var);
    return c.json({ activationLink, pdfUrl, certificate: presented } satisfies RedeemResponse);
  }
  throw new ApiError('changed_meanwhile');
});

export const certificateRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { member, certificates, stays, offers } = await store.certificates.own(caller, now);
    requireMember(member);
    const presented = certificates.map((certificate) => {
      const stay = stays.find(({ certificateId }) => certificateId === certificate.id);
      const offer = offers.find(({ certificateId }) => certificateId === certificate.id);
      return presentCertificate(certificate, { stay, offer }, c.var);
    });
    return c.json((await Promise.all(presented)) satisfies VacationCertificate[]);
  })

  .get('/:number/certificate.pdf', visitorsToPage, requireCaller, limitDrawings, async (c) => {
    const { holder, certificate } = await own(c);
    return certificatePdf(c, certificate, holder);
  })

  .post('/:number/activate', requireCaller, async (c) => {
    const { config, now, store } = c.var;
    const { holder, certificate: unactivated } = await loadToActivate(c);
    const { id, number } = unactivated;
    await refuseUnreachable(c, holder.email);
    const request = readJson(c, ActivateRequest);
    await checkNamedTraveler(c, request);
    const { traveler } = request;
    const hashes = await personHashes(config.personHashKey, traveler);
    const person = { traveler: await sealTraveler(config.travelerKeys, traveler, number), personHashes: hashes };
    const mail = travelerEnteredMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), holder, number);
    if (!(await store.certificates.activate(id, person, { userId: holder.id, mail }, now))) {
      // Throws if the certificate can no longer be activated. If it still can, the activation failed because of the traveler.
      await loadToActivate(c);
      await store.stays.recordRefusal(id, hashes);
      throw new ApiError('traveler_has_stay');
    }
    const { certificate, stay, offer } = await loadOwnStay(c);
    return c.json((await presentCertificate(certificate, { stay, offer }, c.var)) satisfies VacationCertificate);
  })

  /** Refunds the tokens of a certificate whose traveler has another stay within the year. */
  .post('/:number/return', requireCaller, json(ActivateRequest), async (c) => {
    const { config, now, store } = c.var;
    const { certificate: current } = await own(c);
    if (current.status !== 'cancelled') {
      if (current.status === 'activated') throw new ApiError('no_return_yet');
      const { certificate } = await loadToActivate(c);
      const { traveler, currentPassword } = c.req.valid('json');
      await confirmCaller(c, currentPassword);
      const hashes = await personHashes(config.personHashKey, traveler);
      // A certificate can be returned only because of the traveler who was rejected at activation; otherwise, members could find out who
      // has a stay.
      const isRefused = certificate.refusedPerson === hashes.own[0] && (await store.stays.isPersonTaken(certificate.id, hashes, now));
      if (!isRefused) throw new ApiError('traveler_may_stay');
      const isReturned = await returnCertificate(store, certificate, returnReasons.traveler, now);
      requireValue(isReturned, 'changed_meanwhile');
    }
    const { certificate: returned } = await own(c);
    return c.json((await presentCertificate(returned, { stay: undefined, offer: undefined }, c.var)) satisfies VacationCertificate);
  });

/** Makes one attempt to load and commit; returns undefined if the loaded state was stale. */
async function redeem(c: Context<SignedIn>, { type, latinName, catalogueVersion }: RedeemRequest): Promise<CertificateRow | undefined> {
  const { caller, config, now, store } = c.var;
  const loaded = await store.certificates.loadForRedemption(caller, now);
  const member = requireMember(loaded.member);
  const hash = await mailboxHash(config.personHashKey, member.email);
  const formerlyRedeemedAt = await store.formerRedemptions.redeemedAt(hash);
  const lastRedeemedAt = Math.max(loaded.lastRedeemedAt ?? 0, formerlyRedeemedAt ?? 0) || null;
  const decision = decideRedemption(type, member, lastRedeemedAt, now);
  if (!decision.ok) throw refusal(decision.refusal);
  refuseUntil(loaded.heldUntil, now);
  await refuseUnreachable(c, member.email);
  const catalogue = await currentCatalogue(loaded.receivedCatalogue, config.travel !== null);
  if (catalogueVersion !== undefined && catalogueVersion !== catalogue.version) {
    throw new ApiError('stay_costs_changed', { data: catalogue satisfies StayCatalogue });
  }
  const fonts = nameFonts(c.env.ASSETS);
  const isOwnNamePrintable = (await findPrintableName(decision.value.holderName, fonts)) !== null;
  const holderName = isOwnNamePrintable ? decision.value.holderName : latinName;
  if (holderName === undefined || !(await findPrintableName(holderName, fonts)))
    throw new ApiError('name_not_printable', { field: 'latinName' });
  const number = certificateNumber();
  const signals = await reviewSignalCodes(c, member.id, decision.value.option.tokenCost);
  const isFirst = loaded.lastRedeemedAt === null;
  const isPaidMember = await store.payingMembers.isPaying(member.id, now);
  const review = decideReview({ isFirst, isPaidMember, memberSince: member.createdAt, signals }, now);
  const certificate: NewCertificate = {
    ...decision.value,
    holderName,
    review,
    signals,
    number,
    mailboxHash: hash,
    seenCatalogue: catalogueVersion === undefined ? undefined : catalogue,
    activationLink: config.publicOrigin + routes.activateCertificate.path.replace(':number', number),
    pdfUrl: `${config.publicOrigin}/api/vacation-certificates/${number}/certificate.pdf`,
  };
  const pendingReview = review === 'waiting' ? (isFirst ? 'first' : 'later') : null;
  const mail = certificateIssuedMail(member, { ...certificate, type }, pendingReview);
  return store.certificates.redeem(member.id, certificate, mail, now);
}

/** Returns the codes of review signals about the tokens that would pay for the certificate. Any signal requires a review. */
async function reviewSignalCodes(c: Context<SignedIn>, memberId: number, price: number): Promise<string[]> {
  const { config, now, store } = c.var;
  const facts = await store.reviews.facts(memberId, { price });
  return facts ? reviewSignals(await hashMailboxes(config.addressHashKey, facts), now).map(({ code }) => code) : [];
}

/** Generates a certificate number from 40 random bits: infeasible to guess, but short enough to read out over the phone. */
function certificateNumber(): string {
  const code = randomCode();
  return `VC-${code.slice(0, 4)}-${code.slice(4)}`;
}

function refusal(reason: RedemptionRefusal): ApiError {
  if (reason.reason === 'too_few_tokens') return new ApiError('too_few_tokens', { params: { missing: reason.missing } });
  return new ApiError(reason.reason);
}

/** Returns the member's certificate; throws 404 if it belongs to someone else. */
async function own(c: Context<SignedIn, '/:number/*'>) {
  const { caller, now, store } = c.var;
  const { member, certificate } = await store.certificates.find(caller, c.req.param('number'), now);
  const holder = requireMember(member);
  if (!certificate) throw new ApiError('certificate_not_yours');
  return { holder, certificate };
}

/** Loads the certificate; throws unless it can be activated now. */
async function loadToActivate(c: Context<SignedIn, '/:number/*'>) {
  const { holder, certificate } = await own(c);
  const decision = decideActivation(certificate, holder, c.var.now);
  if (decision.ok) {
    await refuseAfterEmailChange(c, holder.id);
    return { holder, certificate };
  }
  if (decision.refusal === 'tokens_owed') throw new ApiError('tokens_owed', { params: { owed: holder.owedTokens } });
  if (decision.refusal === 'certificate_in_review') throw await reviewError(c, certificate);
  throw new ApiError(decision.refusal);
}

/** Returns the error for a certificate under review. Loads the member's other certificates to find out whether this is the first. */
async function reviewError(c: Context<SignedIn>, certificate: CertificateRow): Promise<ApiError> {
  const { caller, now, store } = c.var;
  const { certificates } = await store.certificates.own(caller, now);
  const present = ({ status, createdAt }: CertificateRow) => ({ status, createdAt: toIso(createdAt) });
  return new ApiError(
    isFirstReview(present(certificate), certificates.map(present)) ? 'first_certificate_in_review' : 'certificate_in_review',
  );
}
