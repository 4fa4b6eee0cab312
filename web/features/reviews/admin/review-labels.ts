import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { number, plural } from '#web/lib/format.ts';

export function signalLabel(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats how long a case has been waiting: in days, such as `3 days`, or in hours if less than a day. `now` is in milliseconds. */
export function waitingTime(since: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / 3_600_000));
  return hours < 24 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}

/** Describes where the spent tokens came from: `20 from finds, 40 from other sources`. */
export function paidWithLabel({ finds, asOwner, placements, given, other }: AdminReviewCase['paidWith']): string {
  const parts = [
    finds > 0 && `${number(finds)} from finds`,
    asOwner > 0 && `${number(asOwner)} as an owner`,
    placements > 0 && `${number(placements)} for placements`,
    given > 0 && `${number(given)} given by administrators`,
    other > 0 && `${number(other)} from other sources`,
  ];
  return parts.filter(Boolean).join(', ') || 'Unknown';
}
