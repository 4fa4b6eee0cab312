import { type MedalMeasure, medalIds, medals } from '#schema/progress/medals.ts';
import type { Progress } from '#schema/progress/progress.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import { utcDay } from '#worker/domain/time.ts';
import { localDay, localWeek, type TimeZones } from './local-day.ts';
import { planTrip } from './trip.ts';
import { addWeek, noTrail, presentTrail, type TrailState } from './weekly-trail.ts';

export interface StoredProgress {
  counts: Record<MedalMeasure, number>;
  trail: TrailState;
}

interface PresentedMember {
  dreamDestination: string | null;
  shownMedal: string | null;
  zones: TimeZones;
  /** Unix seconds. */
  joinedAt: number;
}

interface ProgressInput {
  member: PresentedMember;
  /** Undefined until the job has processed the member's first find. */
  stored: StoredProgress | undefined;
  /** When each medal was earned, in Unix seconds. */
  earnedAt: ReadonlyMap<string, number>;
  recentFindAt: number | null;
  catalogue: StayCatalogue;
}

const noCounts: Record<MedalMeasure, number> = { finds: 0, towns: 0, countries: 0, seasons: 0, placements: 0, card_finds: 0, thanks: 0 };

/** With local days, owners could learn from their time zone at which time of the day someone found their card. */
const measuresOfOwners: ReadonlySet<MedalMeasure> = new Set(['placements', 'card_finds']);
const dayOf = (measure: MedalMeasure, at: number, zones: TimeZones) => (measuresOfOwners.has(measure) ? utcDay(at) : localDay(at, zones));

/**
 * A find that the job has not processed yet counts toward the weekly trail and as the first find. `now` is in Unix seconds.
 */
export function presentProgress({ member, stored, earnedAt, recentFindAt, catalogue }: ProgressInput, now: number): Progress {
  const { zones, shownMedal, joinedAt } = member;
  const { counts, trail } = stored ?? { counts: noCounts, trail: noTrail };
  const firstFindAt = earnedAt.get('finds_1') ?? recentFindAt;
  const currentTrail = recentFindAt === null ? trail : addWeek(trail, localWeek(recentFindAt, zones));
  const medalProgress = medalIds.map((id) => {
    const { measure, goal } = medals[id];
    const at = id === 'finds_1' ? firstFindAt : earnedAt.get(id);
    const count = measure === 'finds' && firstFindAt !== null ? Math.max(1, counts.finds) : counts[measure];
    return { id, count: Math.min(goal, count), earnedOn: at === undefined || at === null ? null : dayOf(measure, at, zones) };
  });
  return {
    trip: planTrip(member.dreamDestination, catalogue),
    trail: presentTrail(currentTrail, { current: localWeek(now, zones), joined: localWeek(joinedAt, zones) }),
    medals: medalProgress,
    shownMedal: medalProgress.find(({ id, earnedOn }) => id === shownMedal && earnedOn !== null)?.id ?? null,
    timeZone: zones.current,
  };
}
