import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import type { SeenSignal } from '#schema/reviews/signals.ts';
import { date, number, plural } from '#web/lib/format.ts';

export function signalLabel(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const seenDecisions: Record<SeenSignal['decision'], string> = {
  pass: 'passed',
  refuse: 'refused',
  hold: 'put on hold',
  release: 'released',
  take_back: 'taken back',
  suspend: 'suspended together with its owner',
};

/** Describes a signal at the time of a decision: `When the certificate was refused on Nov 3, 2026: 12 of 60 tokens, 3 accounts.` */
export function seenLabel({ decision, at, counts }: SeenSignal): string {
  const { finds, allFinds, tokens, allTokens, members, places, payments } = counts;
  const parts = [
    finds && (allFinds ? `${number(finds)} of ${plural(allFinds, 'find')}` : plural(finds, 'find')),
    tokens && (allTokens ? `${number(tokens)} of ${plural(allTokens, 'token')}` : plural(tokens, 'token')),
    members && plural(members, 'account'),
    places && plural(places, 'place'),
    payments && plural(payments, 'payment'),
  ];
  return `When the certificate was ${seenDecisions[decision]} on ${date(at)}: ${parts.filter(Boolean).join(', ') || 'signal present'}.`;
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
