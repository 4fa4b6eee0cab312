import { getReviewSentence, type VacationCertificate } from '#schema/certificates/certificate.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import { plural } from '#web/lib/format.ts';

export function findOption(type: CertificateOption['type']): CertificateOption {
  return certificateOptions.find((option) => option.type === type) ?? certificateOptions[0];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats a duration in its two largest units: `12 days 4 hours`, `3 hours 10 minutes`, `5 minutes`. */
export function timeLeft(milliseconds: number): string {
  const remainingMs = Math.max(0, milliseconds);
  const [days, hours, minutes] = [
    Math.floor(remainingMs / dayMs),
    Math.floor((remainingMs % dayMs) / hourMs),
    Math.floor((remainingMs % hourMs) / minuteMs),
  ];
  const parts =
    days > 0 ? [plural(days, 'day'), hours > 0 && plural(hours, 'hour')] : [hours > 0 && plural(hours, 'hour'), plural(minutes, 'minute')];
  if (days === 0 && hours === 0 && minutes === 0) return 'less than a minute';
  return parts.filter(Boolean).join(' ');
}

/** Status to display; `reviewed` is an active certificate that is still under review. */
export type CertificateStanding = VacationCertificate['status'] | 'reviewed';

/** Returns the status to display, including `expired` if the deadline passed while the page was open. `now` is in milliseconds. */
export function getStanding({ status, review, activateBy }: VacationCertificate, now: number): CertificateStanding {
  if (status !== 'active') return status;
  if (review === 'waiting') return 'reviewed';
  return new Date(activateBy).getTime() <= now ? 'expired' : 'active';
}

export function reviewText(certificate: VacationCertificate, all: readonly VacationCertificate[]): string {
  const nextStepText = `We’ll email you when it’s ready; you then have ${plural(certificateActivationDays, 'day')} to activate it.`;
  return `${getReviewSentence(certificate, all)} ${nextStepText}`;
}
