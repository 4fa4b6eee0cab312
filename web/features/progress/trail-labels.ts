import { plural, t } from '@lingui/core/macro';
import type { WeeklyTrail } from '#schema/progress/progress.ts';

export function weeksLabel(weeks: number): string {
  return plural(weeks, { one: '# week', other: '# weeks' });
}

/** Returns whether the trail ends, or uses up a rest week, unless the member finds a card this week. */
export function isTrailAtStake({ weeks, recent }: WeeklyTrail): boolean {
  return weeks > 0 && recent.at(-1)?.state !== 'find';
}

export function describeTrailGoal({ weeks }: WeeklyTrail): string {
  return t`Find a card by Sunday to make it ${weeksLabel(weeks + 1)}.`;
}
