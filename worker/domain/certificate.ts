/** Redeeming, activating and cancelling vacation certificates. Product rules: Certificates; times in UTC unix seconds. */
import { nextRedemption } from '#schema/certificate.ts';
import {
  certificateActivationDays,
  certificateOptions,
  certificateReminderDays,
  certificateValidDays,
  secondsPerDay,
} from '#schema/rules.ts';
import { type CertificateOption, redeemableTokens, tokensMissing } from '#schema/vacation-progress.ts';
import type { Mail } from './mail.ts';
import { err, ok, type Result } from './result.ts';
import { endOfUtcDay, type Seconds, toIso } from './time.ts';

export type CertificateStatus = 'active' | 'activated' | 'expired' | 'cancelled';
export type CertificateType = CertificateOption['type'];

export interface Redeemer {
  email: string;
  emailVerifiedAt: Seconds | null;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  tokenBalance: number;
  owedTokens: number;
}

export type RedemptionRefusal =
  | { reason: 'redeemed_this_year' }
  | { reason: 'too_few_tokens'; missing: number }
  | { reason: 'email_unverified' };

export interface RedemptionPlan {
  option: CertificateOption;
  /** As printed. */
  holderName: string;
  activateBy: Seconds;
  validUntil: Seconds;
}

/** Whether a member may redeem, checked in the order of the product rules. `lastRedeemedAt` of those that were not cancelled. */
export function decideRedemption(
  type: CertificateType,
  member: Redeemer,
  lastRedeemedAt: Seconds | null,
  now: Seconds,
): Result<RedemptionPlan, RedemptionRefusal> {
  const option = optionOf(type);
  if (lastRedeemedAt !== null && nextRedemption(new Date(lastRedeemedAt * 1_000)).getTime() > now * 1_000) {
    return err({ reason: 'redeemed_this_year' });
  }
  const missing = tokensMissing(redeemableTokens(member), option);
  if (missing > 0) return err({ reason: 'too_few_tokens', missing });
  if (member.emailVerifiedAt === null) return err({ reason: 'email_unverified' });
  // Certificate and mails name days, and the whole of each counts.
  return ok({
    option,
    holderName: holderName(member),
    activateBy: endOfUtcDay(now + certificateActivationDays * secondsPerDay),
    validUntil: endOfUtcDay(now + certificateValidDays * secondsPerDay),
  });
}

export function optionOf(type: CertificateType): CertificateOption {
  const option = certificateOptions.find((candidate) => candidate.type === type);
  if (!option) throw new Error(`There is no certificate ${type}`);
  return option;
}

/** First and last name, else what there is of them, else the username, else the address before its @. */
function holderName({ firstName, lastName, username, email }: Redeemer): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || username || (email.split('@')[0] ?? email);
}

/** What a certificate is at that time: one that was not activated in time has expired, whether or not the job has come by. */
export function statusAt(certificate: { status: CertificateStatus; activateBy: Seconds }, now: Seconds): CertificateStatus {
  return certificate.status === 'active' && certificate.activateBy <= now ? 'expired' : certificate.status;
}

export type ActivationRefusal = 'certificate_activated' | 'certificate_expired' | 'certificate_cancelled' | 'tokens_owed';

/** Whether the owner may activate it now: not while they owe tokens, since these may be what it was redeemed with. */
export function decideActivation(
  certificate: { status: CertificateStatus; activateBy: Seconds },
  { owedTokens }: { owedTokens: number },
  now: Seconds,
): Result<'activate', ActivationRefusal> {
  const refusals = { activated: 'certificate_activated', expired: 'certificate_expired', cancelled: 'certificate_cancelled' } as const;
  const status = statusAt(certificate, now);
  if (status !== 'active') return err(refusals[status]);
  return owedTokens > 0 ? err('tokens_owed') : ok('activate');
}

/** Days before its deadline whose reminder is due: the latest one only, so that a late job sends no two at once. */
export function dueReminder(activateBy: Seconds, now: Seconds): number | null {
  const left = activateBy - now;
  if (left <= 0) return null;
  const due = certificateReminderDays.filter((days) => left <= days * secondsPerDay);
  return due.length > 0 ? Math.min(...due) : null;
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

/** Brings the certificate to its new owner. */
export function certificateIssuedMail(messageId: string, to: Addressee, certificate: MailedCertificate): Mail {
  return certificateMail(messageId, to, certificate, 'certificate_issued', certificate.number);
}

/** Reminds of the deadline, once for each number of days. */
export function certificateReminderMail(messageId: string, to: Addressee, certificate: MailedCertificate, daysLeft: number): Mail {
  const mail = certificateMail(messageId, to, certificate, 'certificate_reminder', `${certificate.number}:${daysLeft}`);
  return { ...mail, payload: { ...mail.payload, daysLeft: String(daysLeft) } };
}

function certificateMail(
  messageId: string,
  { email, firstName }: Addressee,
  certificate: MailedCertificate,
  template: 'certificate_issued' | 'certificate_reminder',
  cause: string,
): Mail {
  return {
    messageId,
    template,
    to: email,
    cause: `${template}:${cause}`,
    payload: {
      firstName,
      number: certificate.number,
      name: optionOf(certificate.type).name,
      activateBy: toIso(certificate.activateBy),
      validUntil: toIso(certificate.validUntil),
      activationLink: certificate.activationLink,
      pdfUrl: certificate.pdfUrl,
    },
  };
}
