/** Derives a member's weekly trail and medals from their finds. Product rules: Trips, weekly trail and medals. */
import { type MedalId, type MedalMeasure, medalIds, medals } from '#schema/progress/medals.ts';
import { localWeek, type TimeZones } from './local-day.ts';
import { addWeek, noTrail, type TrailState } from './weekly-trail.ts';

/** A rewarded find that no decision revoked. */
export interface ProgressFind {
  /** Unix seconds. */
  at: number;
  /** Name, region and country code of the nearest town, separated by `|`; null if unknown. */
  town: string | null;
  /** Public latitude of the card in millionths of a degree; null if it was not on the map. */
  latitudeE6: number | null;
}

export interface MemberFacts {
  zones: TimeZones;
  /** In the order in which they were made. */
  finds: readonly ProgressFind[];
  /** When each of the member's placements was confirmed, in order (Unix seconds). */
  placements: readonly number[];
  /** Finds of the member's most found card, and when it was found for the 50th time; null if it was not. */
  cardFinds: number;
  cardGoalAt: number | null;
  /** When owners thanked the member, in order (Unix seconds). */
  thanks: readonly number[];
}

export interface DerivedProgress {
  counts: Record<MedalMeasure, number>;
  trail: TrailState;
  /** When each earned medal was earned (Unix seconds). */
  medals: Partial<Record<MedalId, number>>;
}

const monthsPerSeason = 3;
const monthsPerYear = 12;

/** Returns the season of a find, from 0 (winter) to 3 (autumn). Finds whose hemisphere is unknown count as northern. */
function seasonOf({ at, latitudeE6 }: ProgressFind): number {
  const monthsSinceDecember = new Date(at * 1_000).getUTCMonth() + 1;
  const shift = latitudeE6 !== null && latitudeE6 < 0 ? monthsPerYear / 2 : 0;
  return Math.floor(((monthsSinceDecember + shift) % monthsPerYear) / monthsPerSeason);
}

export function deriveProgress(facts: MemberFacts): DerivedProgress {
  const { zones, finds, placements, cardFinds, cardGoalAt, thanks } = facts;
  const firstFindOf = <Key>(keyOf: (find: ProgressFind) => Key | null) => {
    const times = new Map<Key, number>();
    for (const find of finds) {
      const key = keyOf(find);
      if (key !== null && !times.has(key)) times.set(key, find.at);
    }
    return [...times.values()];
  };
  const times: Record<Exclude<MedalMeasure, 'card_finds'>, readonly number[]> = {
    finds: finds.map(({ at }) => at),
    towns: firstFindOf(({ town }) => town),
    countries: firstFindOf(({ town }) => town?.split('|').at(-1) ?? null),
    seasons: firstFindOf(seasonOf),
    placements,
    thanks,
  };
  const earnedAt = ({ measure, goal }: { measure: MedalMeasure; goal: number }) =>
    measure === 'card_finds' ? cardGoalAt : (times[measure][goal - 1] ?? null);
  const earned = medalIds.map((id) => [id, earnedAt(medals[id])] as const).filter(([, at]) => at !== null);
  const { finds: all, towns, countries, seasons } = times;
  return {
    counts: {
      finds: all.length,
      towns: towns.length,
      countries: countries.length,
      seasons: seasons.length,
      placements: placements.length,
      card_finds: cardFinds,
      thanks: thanks.length,
    },
    trail: finds.reduce((state, { at }) => addWeek(state, localWeek(at, zones)), noTrail),
    medals: Object.fromEntries(earned),
  };
}
