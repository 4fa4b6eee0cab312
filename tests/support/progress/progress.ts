import { medalIds } from '#schema/progress/medals.ts';
import type { Progress } from '#schema/progress/progress.ts';
import { mondayOf } from '#schema/progress/weeks.ts';

/** Progress of a member without finds, in the week of November 23, 2026. */
export const noProgress: Progress = {
  trip: null,
  trail: {
    weeks: 0,
    longest: 0,
    restWeeks: 0,
    recent: Array.from({ length: 12 }, (_, index) => ({ monday: mondayOf(2_958 + index), state: index === 11 ? 'open' : 'before' })),
  },
  medals: medalIds.map((id) => ({ id, count: 0, earnedOn: null })),
  shownMedal: null,
  timeZone: 'Europe/Berlin',
};
