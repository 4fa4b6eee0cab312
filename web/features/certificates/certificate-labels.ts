import { plural, t } from '@lingui/core/macro';
import { getReviewSentence, type VacationCertificate } from '#schema/certificates/certificate.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { certificateActivationDays, certificateOptions } from '#schema/rules.ts';
import { i18n } from '#web/lib/words/words.ts';

export function findOption(type: CertificateOption['type']): Omit<CertificateOption, 'name'> & { name: string } {
  const option = certificateOptions.find((candidate) => candidate.type === type) ?? certificateOptions[0];
  return { ...option, name: i18n._(option.name) };
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
    days > 0
      ? [plural(days, { one: '# day', other: '# days' }), hours > 0 && plural(hours, { one: '# hour', other: '# hours' })]
      : [hours > 0 && plural(hours, { one: '# hour', other: '# hours' }), plural(minutes, { one: '# minute', other: '# minutes' })];
  if (days === 0 && hours === 0 && minutes === 0) return t`less than a minute`;
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
  const nextStepText = t`We’ll email you when it’s ready; you then have ${plural(certificateActivationDays, { one: '# day', other: '# days' })} to activate it.`;
  return `${i18n._(getReviewSentence(certificate, all))} ${nextStepText}`;
}
