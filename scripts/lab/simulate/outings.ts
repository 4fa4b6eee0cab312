import { secondsPerDay, secondsPerHour, secondsPerMinute } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { Random } from './random.ts';
import { scan } from './scans.ts';
import type { World, WorldFind } from './world.ts';

export interface Walk {
  from: Seconds;
  perDay: number;
  minutesBetween: readonly [least: number, most: number];
  daysBetween?: number;
}

export function walkTimes(random: Random, finds: number, { from, perDay, minutesBetween, daysBetween = 1 }: Walk): Seconds[] {
  const firstDay = from - (from % secondsPerDay);
  const times: Seconds[] = [];
  for (let day = 0; times.length < finds; day += 1) {
    // Uses UTC everywhere because only the intervals between finds matter.
    let at = firstDay + day * daysBetween * secondsPerDay + 9 * secondsPerHour + random.between(0, 2 * secondsPerHour);
    for (let today = 0; today < perDay && times.length < finds; today += 1) {
      times.push(Math.floor(at));
      at += random.between(...minutesBetween) * secondsPerMinute;
    }
  }
  return times;
}

export type Manner = (card: {
  cardId: number;
  index: number;
}) => Pick<WorldFind, 'source' | 'codeWasRight' | 'distanceMeters' | 'address'> & { statedAt?: Seconds };

export function planScans(world: World, memberId: number, cardIds: readonly number[], times: readonly Seconds[], manner: Manner): Seconds {
  cardIds.forEach((cardId, index) => {
    const at = times[index];
    if (at === undefined) throw new Error('More cards than times');
    world.agenda.plan(at, (now) => scan(world, { memberId, cardId, ...manner({ cardId, index }) }, now));
  });
  return times.at(-1) ?? 0;
}
