/** Vacation certificates: redeeming, listing, activating. Product rules: Certificates. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { certificateOptions, redemptionPauseMonths } from '#schema/rules.ts';

type CertificateType = (typeof certificateOptions)[number]['type'];
export const certificateTypes = certificateOptions.map((option) => option.type) as [CertificateType, ...CertificateType[]];
export const certificateStatuses = ['active', 'activated', 'expired', 'cancelled'] as const;
/** Whether a person looks at it before it can be activated; `none` where nobody has to. Product rules: Reviews. */
export const reviewStates = ['none', 'waiting', 'passed', 'refused'] as const;
export const bookingStatuses = ['none', 'waiting', 'booked', 'failed'] as const;

/** POST /api/redeem-certificate. */
export const RedeemRequest = v.strictObject({ type: v.picklist(certificateTypes, 'Please choose one of the certificates') });
export type RedeemRequest = v.InferOutput<typeof RedeemRequest>;

export const VacationCertificate = v.object({
  id: v.number(),
  /** What is printed on it: `VC-7K2M-9QXA`. */
  number: v.string(),
  type: v.picklist(certificateTypes),
  tokensRedeemed: v.number(),
  activationLink: v.string(),
  pdfUrl: v.string(),
  status: v.picklist(certificateStatuses),
  review: v.picklist(reviewStates),
  /** How far the stay is booked with the travel provider; begins with the activation. */
  bookingStatus: v.picklist(bookingStatuses),
  /** The travel provider's reference, once the stay is booked. */
  travelPlugId: v.nullable(v.string()),
  createdAt: isoInstant,
  /** Means nothing while it waits for its review: the days are counted anew from its passing. */
  activateBy: isoInstant,
  validUntil: isoInstant,
  activatedAt: v.nullable(isoInstant),
  cancelledAt: v.nullable(isoInstant),
  cancelReason: v.nullable(v.string()),
});
export type VacationCertificate = v.InferOutput<typeof VacationCertificate>;

/** GET /api/vacation-certificates: a member's own, newest first. */
export const VacationCertificates = v.array(VacationCertificate);

/** Answer of a redemption: the two links at top level, and the certificate itself. */
export const RedeemResponse = v.object({ activationLink: v.string(), pdfUrl: v.string(), certificate: VacationCertificate });
export type RedeemResponse = v.InferOutput<typeof RedeemResponse>;

/**
 * Whoever may not see a PDF is led to /dashboard/certificates?pdf=NUMBER, where they sign in and come back. That page opens
 * it with this in its query, so that nobody is led round in a circle.
 */
export const openedByPage = 'signed-in';

/** What the member is told of a certificate that waits for its review. */
export const reviewSentences = {
  first: 'We look at every first certificate, as a rule within two working days.',
  later: 'We are looking at this certificate, as a rule within two working days.',
} as const;

type SubmittedCertificate = Pick<VacationCertificate, 'status' | 'createdAt'>;

/** Whether it is the member's first certificate; earlier cancelled ones do not count. */
export function reviewSentenceOf(certificate: SubmittedCertificate, all: readonly SubmittedCertificate[]): string {
  const isLater = all.some(({ status, createdAt }) => status !== 'cancelled' && createdAt < certificate.createdAt);
  return reviewSentences[isLater ? 'later' : 'first'];
}

/** From when on the next one can be redeemed after one of that instant: twelve calendar months later, to the second. */
export function nextRedemption(redeemedAt: Date): Date {
  const next = new Date(redeemedAt);
  next.setUTCMonth(next.getUTCMonth() + redemptionPauseMonths);
  return next;
}

/** From when on this member can redeem again; null where it is now. `now` in milliseconds. */
export function redemptionPausedUntil(
  certificates: readonly Pick<VacationCertificate, 'status' | 'createdAt'>[],
  now: number,
): Date | null {
  const times = certificates
    .filter(({ status }) => status !== 'cancelled')
    .map(({ createdAt }) => nextRedemption(new Date(createdAt)).getTime());
  const latest = Math.max(0, ...times);
  return latest > now ? new Date(latest) : null;
}
