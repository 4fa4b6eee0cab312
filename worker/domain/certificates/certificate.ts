/** Rules for certificates. Times are in Unix seconds (UTC). Product rules: Certificates. */
import { inNameOrder } from '#schema/accounts/name-order.ts';
import { type CertificateStatus, nextRedemption, type ReviewState } from '#schema/certificates/certificate.ts';
import { type CertificateOption, countMissingTokens, redeemableTokens } from '#schema/certificates/vacation-progress.ts';
import {
  certificateActivationDays,
  certificateOptions,
  certificateReminderDays,
  certificateValidMonths,
  secondsPerDay,
} from '#schema/rules.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { afterMonths, getUtcDayEnd, type Seconds, toIso } from '#worker/domain/time.ts';

/** Reasons for returning a certificate, as stored and shown to the member. */
export const returnReasons = {
  declined: 'returned after two declined offers or a canceled booking',
  traveler: 'the traveler already has a stay within 12 months',
  noOffer: 'no offer within 14 days',
} as const;

export type CertificateType = CertificateOption['type'];

export interface Redeemer {
  email: string;
  emailVerifiedAt: Seconds | null;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  language: string;
  tokenBalance: number;
  owedTokens: number;
}

export type RedemptionRefusal =
  | { reason: 'redeemed_this_year' }
  | { reason: 'too_few_tokens'; missing: number }
  | { reason: 'email_unverified' };

export interface RedemptionPlan {
  option: CertificateOption;
  holderName: string;
  activateBy: Seconds;
  validUntil: Seconds;
}

/**
 * Decides whether a member may redeem. Checks the conditions in the order given in the product rules. `lastRedeemedAt` ignores canceled
 * certificates.
 */
export function decideRedemption(
  type: CertificateType,
  member: Redeemer,
  lastRedeemedAt: Seconds | null,
  now: Seconds,
): Result<RedemptionPlan, RedemptionRefusal> {
  const option = getOption(type);
  if (lastRedeemedAt !== null && nextRedemption(new Date(lastRedeemedAt * 1_000)).getTime() > now * 1_000) {
    return err({ reason: 'redeemed_this_year' });
  }
  const missing = countMissingTokens(redeemableTokens(member), option);
  if (missing > 0) return err({ reason: 'too_few_tokens', missing });
  if (member.emailVerifiedAt === null) return err({ reason: 'email_unverified' });
  // Certificates and emails show dates without times, so both deadlines are at the end of the day (UTC).
  return ok({
    option,
    holderName: holderName(member),
    activateBy: activationDeadline(now),
    validUntil: getUtcDayEnd(afterMonths(now, certificateValidMonths)),
  });
}

/** Returns the deadline for activating a certificate. `now` is the time of its redemption, or the time when its review passed. */
export function activationDeadline(now: Seconds): Seconds {
  return getUtcDayEnd(now + certificateActivationDays * secondsPerDay);
}

export function getOption(type: CertificateType): CertificateOption {
  const option = certificateOptions.find((candidate) => candidate.type === type);
  if (!option) throw new Error(`Unknown certificate type ${type}`);
  return option;
}

/** Returns the first and last name in the order of the member's language, or whichever is set. If neither is set, returns the username or the local part of the email. */
function holderName({ firstName, lastName, username, email, language }: Redeemer): string {
  const name = inNameOrder(language, firstName, lastName).filter(Boolean).join(' ');
  return name || username || (email.split('@')[0] ?? email);
}

interface CertificateRowState {
  status: CertificateStatus;
  review: ReviewState;
  activateBy: Seconds;
}

/**
 * Returns `expired` once the deadline has passed, even if the expiry job has not updated the row yet. During a review, a certificate does
 * not expire.
 */
export function getStatusAt({ status, review, activateBy }: CertificateRowState, now: Seconds): CertificateStatus {
  return status === 'active' && review !== 'waiting' && activateBy <= now ? 'expired' : status;
}

export type ActivationRefusal =
  | 'certificate_activated'
  | 'certificate_expired'
  | 'certificate_cancelled'
  | 'tokens_owed'
  | 'certificate_in_review';

/**
 * Refuses activation while the certificate is under review, and while the member owes tokens, because those tokens may have paid for the
 * certificate. Owed tokens are reported first because the member can repay them.
 */
export function decideActivation(
  certificate: CertificateRowState,
  { owedTokens }: { owedTokens: number },
  now: Seconds,
): Result<'activate', ActivationRefusal> {
  const refusals = { activated: 'certificate_activated', expired: 'certificate_expired', cancelled: 'certificate_cancelled' } as const;
  const status = getStatusAt(certificate, now);
  if (status !== 'active') return err(refusals[status]);
  if (owedTokens > 0) return err('tokens_owed');
  return certificate.review === 'waiting' ? err('certificate_in_review') : ok('activate');
}

/**
 * Returns the reminder that is due now, as a number of days before the deadline; null if none is due. Skips missed reminders, so that a
 * late job never sends two at once.
 */
export function dueReminder(activateBy: Seconds, now: Seconds): number | null {
  const secondsLeft = activateBy - now;
  if (secondsLeft <= 0) return null;
  const dueReminders = certificateReminderDays.filter((days) => secondsLeft <= days * secondsPerDay);
  return dueReminders.length > 0 ? Math.min(...dueReminders) : null;
}

interface MailedCertificate {
  number: string;
  type: CertificateType;
  activateBy: Seconds;
  validUntil: Seconds;
  activationLink: string;
  pdfUrl: string;
}

interface Addressee {
  email: string;
  firstName: string | null;
}

export function certificateIssuedMail(to: Addressee, certificate: MailedCertificate, review: 'first' | 'later' | null): Mail {
  const mail = certificateMail(to, certificate, 'certificate_issued', certificate.number);
  return review === null ? mail : { ...mail, payload: { ...mail.payload, review } };
}

/** Builds the reminder to activate a certificate. Each reminder is sent once, and again if a review moves the deadline. */
export function certificateReminderMail(to: Addressee, certificate: MailedCertificate, daysLeft: number): Mail {
  const cause = `${certificate.number}:${certificate.activateBy}:${daysLeft}`;
  const mail = certificateMail(to, certificate, 'certificate_reminder', cause);
  return { ...mail, payload: { ...mail.payload, daysLeft: String(daysLeft) } };
}

function certificateMail(
  { email, firstName }: Addressee,
  certificate: MailedCertificate,
  template: 'certificate_issued' | 'certificate_reminder',
  cause: string,
): Mail {
  return {
    template,
    to: email,
    cause: `${template}:${cause}`,
    payload: {
      firstName,
      number: certificate.number,
      name: getOption(certificate.type).name,
      activateBy: toIso(certificate.activateBy),
      validUntil: toIso(certificate.validUntil),
      activationLink: certificate.activationLink,
      pdfUrl: certificate.pdfUrl,
    },
  };
}
