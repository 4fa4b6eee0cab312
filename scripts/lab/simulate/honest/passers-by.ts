import { secondsPerDay } from '#schema/rules.ts';
import type { World } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { newPerson, startOuting } from './people.ts';

interface Passers {
  cardIds: readonly number[];
  count: number;
  from: Seconds;
  withinDays: number;
  town?: string;
}

export function passers(world: World, { cardIds, count, from, withinDays, town = 'town' }: Passers): void {
  const { random } = world;
  for (let passer = 0; passer < count; passer += 1) {
    const at = from + Math.floor(random.between(0, withinDays) * secondsPerDay);
    const person = newPerson(world, { town, at });
    const chosenCards = random.shuffled(cardIds).slice(0, Math.min(cardIds.length, Math.ceil(random.longTailed(8, 0.9))));
    startOuting(world, [person], chosenCards, {
      from: at + secondsPerDay,
      perDay: 5,
      minutesBetween: [10, 40],
      daysBetween: random.integer(2, 9),
    });
  }
}
