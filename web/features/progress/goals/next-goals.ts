import { vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { type MedalId, medals } from '#schema/progress/medals.ts';
import type { Progress } from '#schema/progress/progress.ts';
import { maxRestWeeks, trailWeeksPerRestWeek, tripStopTokens } from '#schema/rules.ts';
import { describeMedalProgress, medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { number, plural } from '#web/lib/format.ts';

export interface Goal {
  id: string;
  picture: { medal: MedalId } | { weeks: number } | { tokens: number } | { destinationId: string | null } | 'rest';
  name: string;
  /** How far the member has come, or what to do. */
  text: string;
  count: number;
  goal: number;
}

const trailGoals = [4, 8, 12, 26, 52, 104, 156, 208] as const;
const shownTrailGoals = 5;
const shownStops = 3;

/** Lists what the member can reach next, fewest steps first: medals, weeks of the trail, a rest week and stops of the trip. */
export function nextGoals({ medals: all, trail, trip }: Progress, tokens: number): Goal[] {
  const goals = [...medalGoals(all), ...weekGoals(trail), ...tripGoals(trip, Math.max(0, tokens))];
  const left = ({ count, goal }: Goal) => goal - count;
  return goals.sort((one, other) => left(one) - left(other) || other.count / other.goal - one.count / one.goal);
}

function medalGoals(all: Progress['medals']): Goal[] {
  return all
    .filter(({ earnedOn }) => earnedOn === null)
    .map((medal) => ({
      id: medal.id,
      picture: { medal: medal.id },
      name: medalLabels[medal.id].name,
      text: describeMedalProgress(medal),
      count: medal.count,
      goal: medals[medal.id].goal,
    }));
}

function weekGoals({ weeks, restWeeks }: Progress['trail']): Goal[] {
  const goals: Goal[] = trailGoals
    .filter((goal) => goal > weeks)
    .slice(0, shownTrailGoals)
    .map((goal) => ({
      id: `weeks_${goal}`,
      picture: { weeks: goal },
      name: `${goal}-week trail`,
      text: `${number(weeks)} of ${goal} weeks`,
      count: weeks,
      goal,
    }));
  if (restWeeks >= maxRestWeeks) return goals;
  const count = weeks % trailWeeksPerRestWeek;
  const text = `${count} of ${trailWeeksPerRestWeek} weeks`;
  return [...goals, { id: 'rest_week', picture: 'rest', name: 'Rest week', text, count, goal: trailWeeksPerRestWeek }];
}

/** Lists the next stops and the trip itself. Members who have enough tokens for a trip collect for another one. */
function tripGoals(trip: Progress['trip'], tokens: number): Goal[] {
  const stay = vacationProgress(tokens).goal;
  const cost = trip?.tokens ?? stay.tokenCost;
  const trips = Math.floor(tokens / cost) + 1;
  const end = trips * cost;
  const passed = Math.floor(tokens / tripStopTokens) * tripStopTokens;
  const stops = Array.from({ length: shownStops }, (_, index) => passed + (index + 1) * tripStopTokens).filter((stop) => stop < end);
  const text = (goal: number) => `${plural(goal - tokens, 'token')} to go`;
  const name = trip ? `trip to ${trip.name}` : stay.name;
  return [
    ...stops.map((stop) => ({
      id: `stop_${stop}`,
      picture: { tokens: stop },
      name: `Stop at ${plural(stop, 'token')}`,
      text: text(stop),
      count: tokens - passed,
      goal: stop - passed,
    })),
    {
      id: 'trip',
      picture: { destinationId: trip?.destinationId ?? null },
      name: trips === 1 ? `Your ${name}` : `Another ${name}`,
      text: text(end),
      count: tokens - (end - cost),
      goal: cost,
    },
  ];
}
