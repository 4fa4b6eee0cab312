import { plural, t } from '@lingui/core/macro';
import { vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { type MedalId, medals } from '#schema/progress/medals.ts';
import type { MedalProgress, Progress } from '#schema/progress/progress.ts';
import { maxRestWeeks, trailWeeksPerRestWeek, tripStopTokens } from '#schema/rules.ts';
import { describeMedalProgress, isForPaidMembers, medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { compareNearness } from '#web/features/progress/medals/nearness.ts';
import { number } from '#web/lib/format.ts';
import { i18n } from '#web/lib/words/words.ts';

export interface Goal {
  id: string;
  picture: { medal: MedalId } | { weeks: number } | { tokens: number } | { destinationId: string | null } | 'rest';
  name: string;
  /** How far the member has come, or what to do. */
  text: string;
  count: number;
  goal: number;
  /** Whether the goal takes cards of one's own, which only Basic and Premium members can place. */
  isForPaidMembers?: boolean;
  /** Whether a shorter length of the trail comes first. */
  isLaterLength?: boolean;
}

export const minGoals = 12;
/** Lengths of the trail, in weeks, that are goals. After the last, every year is one. */
const trailGoals = [4, 8, 12, 26, 39, 52, 78, 104];
const weeksPerYear = 52;
const minTrailGoals = 5;
const shownStops = 3;

/**
 * Lists what the member can reach next, the most complete first: medals, stops of the trip, a rest week, and the next length of the trail.
 * Further lengths follow, as many as make at least `minGoals` goals.
 */
export function nextGoals({ medals: all, trail, trip }: Progress, tokens: number): Goal[] {
  const others = [...medalGoals(all), ...tripGoals(trip, Math.max(0, tokens)), ...restWeekGoals(trail)];
  const [nextLength, ...laterLengths] = trailLengthGoals(trail, Math.max(minTrailGoals, minGoals - others.length));
  return [
    ...[...others, ...(nextLength ? [nextLength] : [])].sort(compareNearness),
    ...laterLengths.map((goal) => ({ ...goal, isLaterLength: true })),
  ];
}

/**
 * Returns the goals that the member is closest to and can work on now, at most one of each kind: not thanks before the first find, seasons,
 * a second country that they have not been to, nor cards of their own without a membership that has them.
 */
export function nearestGoals({ medals: all, trail }: Pick<Progress, 'medals' | 'trail'>, canPlace: boolean, limit: number): Goal[] {
  const hasFind = all.some(({ id, earnedOn }) => id === 'finds_1' && earnedOn !== null);
  const canWorkOn = ({ id, count }: MedalProgress) => {
    const { measure } = medals[id];
    if (measure === 'seasons') return false;
    if (measure === 'countries') return count > 1;
    if (measure === 'thanks') return hasFind;
    return canPlace || !isForPaidMembers(id);
  };
  const open = all.filter((medal) => medal.earnedOn === null && canWorkOn(medal));
  const firstOfKind = open.filter((medal, index) => open.findIndex(({ id }) => medals[id].measure === medals[medal.id].measure) === index);
  return [...medalGoals(firstOfKind), ...trailLengthGoals(trail, 1)].sort(compareNearness).slice(0, limit);
}

function medalGoals(all: Progress['medals']): Goal[] {
  return all
    .filter(({ earnedOn }) => earnedOn === null)
    .map((medal) => ({
      id: medal.id,
      picture: { medal: medal.id },
      name: medalLabels()[medal.id].name,
      text: describeMedalProgress(medal),
      count: medal.count,
      goal: medals[medal.id].goal,
      isForPaidMembers: isForPaidMembers(medal.id),
    }));
}

function trailLengthGoals({ weeks }: Progress['trail'], count: number): Goal[] {
  const lengths = [...trailGoals];
  while (lengths.filter((length) => length > weeks).length < count) lengths.push((lengths.at(-1) ?? 0) + weeksPerYear);
  return lengths
    .filter((length) => length > weeks)
    .slice(0, count)
    .map((goal) => ({
      id: `weeks_${goal}`,
      picture: { weeks: goal },
      name: t`${goal}-week trail`,
      text: t`${number(weeks)} of ${number(goal)} weeks`,
      count: weeks,
      goal,
    }));
}

function restWeekGoals({ weeks, restWeeks }: Progress['trail']): Goal[] {
  if (restWeeks >= maxRestWeeks) return [];
  const count = weeks % trailWeeksPerRestWeek;
  const text = t`${count} of ${trailWeeksPerRestWeek} weeks`;
  return [{ id: 'rest_week', picture: 'rest', name: t`Rest week`, text, count, goal: trailWeeksPerRestWeek }];
}

/** Lists the next stops and the trip itself, or nothing if the member has enough tokens for it. */
function tripGoals(trip: Progress['trip'], tokens: number): Goal[] {
  const stay = vacationProgress(tokens).goal;
  const end = trip?.tokens ?? stay.tokenCost;
  if (tokens >= end) return [];
  const passed = Math.floor(tokens / tripStopTokens) * tripStopTokens;
  const stops = Array.from({ length: shownStops }, (_, index) => passed + (index + 1) * tripStopTokens).filter((stop) => stop < end);
  const text = (goal: number) => t`${plural(goal - tokens, { one: '# token', other: '# tokens' })} to go`;
  return [
    ...stops.map((stop) => ({
      id: `stop_${stop}`,
      picture: { tokens: stop },
      name: t`${number(stop)}-token stop`,
      text: text(stop),
      count: tokens - passed,
      goal: stop - passed,
    })),
    {
      id: 'trip',
      picture: { destinationId: trip?.destinationId ?? null },
      name: trip ? t`Your trip to ${i18n._(trip.name)}` : t`Your ${i18n._(stay.name)}`,
      text: text(end),
      count: tokens,
      goal: end,
    },
  ];
}
