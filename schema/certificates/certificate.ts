/** Product rules: Certificates. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { certificateOptions, redemptionPauseMonths } from '#schema/rules.ts';

type CertificateType = (typeof certificateOptions)[number]['type'];
export const certificateTypes = certificateOptions.map((option) => option.type) as [CertificateType, ...CertificateType[]];
export const certificateStatuses = ['active', 'activated', 'expired', 'cancelled'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];
/** `none`: no review needed. Product rules: Reviews. */
export const reviewStates = ['none', 'waiting', 'passed', 'refused'] as const;
export type ReviewState = (typeof reviewStates)[number];
export const bookingStatuses = ['none', 'waiting', 'booked', 'failed'] as const;

/** POST /api/redeem-certificate. */
export const RedeemRequest = v.strictObject({ type: v.picklist(certificateTypes, 'Please choose a certificate') });
export type RedeemRequest = v.InferOutput<typeof RedeemRequest>;

export const VacationCertificate = v.object({
  id: v.number(),
  number: v.string(),
  type: v.picklist(certificateTypes),
  tokensRedeemed: v.number(),
  activationLink: v.string(),
  pdfUrl: v.string(),
  status: v.picklist(certificateStatuses),
  review: v.picklist(reviewStates),
  /** Booking at the travel provider; starts on activation. */
  bookingStatus: v.picklist(bookingStatuses),
  travelPlugId: v.nullable(v.string()),
  createdAt: isoInstant,
  /** Not enforced during review; the period restarts when the review passes. */
  activateBy: isoInstant,
  validUntil: isoInstant,
  activatedAt: v.nullable(isoInstant),
  cancelledAt: v.nullable(isoInstant),
  cancelReason: v.nullable(v.string()),
});
export type VacationCertificate = v.InferOutput<typeof VacationCertificate>;

/** GET /api/vacation-certificates: newest first. */
export const VacationCertificates = v.array(VacationCertificate);

/** Redemption response: the specified links at the top level, plus the certificate. */
export const RedeemResponse = v.object({ activationLink: v.string(), pdfUrl: v.string(), certificate: VacationCertificate });
export type RedeemResponse = v.InferOutput<typeof RedeemResponse>;

/**
 * A PDF request without a session redirects to /dashboard/certificates?pdf=NUMBER to sign in. That page opens the PDF with this query
 * value, which prevents a redirect loop.
 */
export const openedByPage = 'signed-in';

/** Shown to the member while the certificate is in review. */
export const reviewSentences = {
  first: 'We look at every first certificate, as a rule within two working days.',
  later: 'We are looking at this certificate, as a rule within two working days.',
} as const;

type SubmittedCertificate = Pick<VacationCertificate, 'status' | 'createdAt'>;

export function isFirstReview(certificate: SubmittedCertificate, all: readonly SubmittedCertificate[]): boolean {
  return !all.some(({ status, createdAt }) => status !== 'cancelled' && createdAt < certificate.createdAt);
}

export function getReviewSentence(certificate: SubmittedCertificate, all: readonly SubmittedCertificate[]): string {
  return reviewSentences[isFirstReview(certificate, all) ? 'first' : 'later'];
}

export function nextRedemption(redeemedAt: Date): Date {
  const next = new Date(redeemedAt);
  next.setUTCMonth(next.getUTCMonth() + redemptionPauseMonths);
  return next;
}

/** Null if the member can redeem now. `now` in milliseconds. */
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
