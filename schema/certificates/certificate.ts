/** Vacation certificates and redemption. Product rules: Certificates. */
import * as v from 'valibot';
import { addMonths } from '#schema/calendar.ts';
import { isoInstant } from '#schema/fields.ts';
import { certificateOptions, redemptionPauseMonths } from '#schema/rules.ts';
import { Stay, Traveler } from '#schema/stays/stay.ts';

type CertificateType = (typeof certificateOptions)[number]['type'];
export const certificateTypes = certificateOptions.map((option) => option.type) as [CertificateType, ...CertificateType[]];
export const certificateStatuses = ['active', 'activated', 'expired', 'cancelled'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];
/** State of the review; `none` means that no review is needed. Product rules: Reviews. */
export const reviewStates = ['none', 'waiting', 'passed', 'refused'] as const;
export type ReviewState = (typeof reviewStates)[number];
/** Values of the unused column `booking_status`, which `stays.stage` has replaced. The next deployment drops the column. */
export const bookingStatuses = ['none', 'waiting', 'booked', 'failed'] as const;

export const RedeemRequest = v.strictObject({
  type: v.picklist(certificateTypes, 'Please choose a certificate'),
  /** Name to print on the certificate if the member's own name cannot be printed. */
  latinName: v.optional(Traveler.entries.fullName),
  /** Version of the terms that the member saw (schema/stays/catalogue.ts). The request is rejected if this version is outdated. */
  catalogueVersion: v.optional(v.pipe(v.string(), v.maxLength(40))),
});
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
  /** Booking reference at the travel provider. */
  travelPlugId: v.nullable(v.string()),
  /** The stay booked with the certificate; null until the certificate is activated. */
  stay: v.nullable(Stay),
  createdAt: isoInstant,
  /** Activation deadline. Not enforced while the certificate is under review; a new activation period starts once the review is passed. */
  activateBy: isoInstant,
  validUntil: isoInstant,
  activatedAt: v.nullable(isoInstant),
  cancelledAt: v.nullable(isoInstant),
  cancelReason: v.nullable(v.string()),
});
export type VacationCertificate = v.InferOutput<typeof VacationCertificate>;

export const VacationCertificates = v.array(VacationCertificate);

/** Response to a redemption: the certificate, plus two links that the specification requires at the top level. */
export const RedeemResponse = v.object({ activationLink: v.string(), pdfUrl: v.string(), certificate: VacationCertificate });
export type RedeemResponse = v.InferOutput<typeof RedeemResponse>;

/**
 * Query parameter that the certificates page adds when it opens a PDF. A PDF request without a session redirects to
 * /dashboard/certificates?pdf=NUMBER, where the member signs in. The page then opens the PDF with this parameter, which prevents a second
 * redirect.
 */
export const signedInPageParameter = 'signed-in';

/** Messages shown to the member while the certificate is under review. */
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
  return addMonths(redeemedAt, redemptionPauseMonths);
}

/** Returns when the member can redeem again, or null if they can now. `now` is in milliseconds. */
export function redemptionPausedUntil(
  certificates: readonly Pick<VacationCertificate, 'status' | 'createdAt'>[],
  now: number,
): Date | null {
  const times = certificates
    .filter(({ status }) => status !== 'cancelled')
    .map(({ createdAt }) => nextRedemption(new Date(createdAt)).getTime());
  const latestRedemptionAt = Math.max(0, ...times);
  return latestRedemptionAt > now ? new Date(latestRedemptionAt) : null;
}
