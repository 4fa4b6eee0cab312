/** See "Finds and notes to owners" in docs/product-rules.md. */

import { maxCardsPerMail, newsAfterMidnightSeconds, secondsPerDay } from '#schema/rules.ts';
import type { DigestFrequency } from '#schema/scans/find.ts';
import { type Seconds, utcDay, windowStart } from '#worker/domain/time.ts';
import { getWeekStart, secondsPerWeek } from '#worker/domain/weeks.ts';

/** When the next digest of a member who turned digests off is due: December 31, 9999. */
export const noDigestAt: Seconds = 253_402_300_799;

/** Returns the next digest time after `now`: tomorrow morning for daily digests, Monday morning for weekly ones (UTC). */
export function nextNewsAt(frequency: DigestFrequency, now: Seconds): Seconds {
  const [start, period] = frequency === 'weekly' ? [getWeekStart(now), secondsPerWeek] : [windowStart(now, secondsPerDay), secondsPerDay];
  const at = start + newsAfterMidnightSeconds;
  return at > now ? at : at + period;
}

/**
 * News about a member's cards for a digest. The rows are read by worker/store/scans/digests.ts and rendered by
 * worker/mails/finding/finds.ts.
 */
export interface CardNews {
  finds: { finds: number }[];
  logs: object[];
  reports: object[];
}

export const emptyNews = (): CardNews => ({ finds: [], logs: [], reports: [] });

export interface DigestReader {
  userId: number;
  firstName: string | null;
  frequency: DigestFrequency;
}

export function digestPayload(reader: DigestReader, news: CardNews | undefined): Record<string, string | null> | null {
  if (!news) return null;
  const { finds, logs, reports } = news;
  const formatFirstRows = <Row>(all: Row[]) => JSON.stringify(all.slice(0, maxCardsPerMail));
  const countUnlisted = (all: unknown[]) => String(Math.max(0, all.length - maxCardsPerMail));
  return {
    firstName: reader.firstName,
    frequency: reader.frequency,
    findsInAll: String(finds.reduce((sum, card) => sum + card.finds, 0)),
    finds: formatFirstRows([...finds].sort((one, other) => other.finds - one.finds)),
    moreFinds: countUnlisted(finds),
    logs: formatFirstRows(logs),
    moreLogs: countUnlisted(logs),
    reports: formatFirstRows(reports),
    moreReports: countUnlisted(reports),
  };
}

/**
 * Identifies a digest by its kind, the member and the day on which it is due (UTC), so that it is sent only once even if the job runs
 * again.
 */
export const newsCause = (template: 'card_digest' | 'new_cards', userId: number, dueAt: Seconds) =>
  `${template}:${userId}:${utcDay(dueAt)}`;
