import { secondsPerDay } from '#schema/rules.ts';
import { townNumber } from '#scripts/lab/simulate/ground.ts';
import type { World } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { passers } from './passers.ts';
import { becomeOwner, newPerson } from './people.ts';

interface Town {
  owners: number;
  cardsEach: number;
  finders: number;
  from: Seconds;
  acrossTheWorld?: boolean;
  name?: string;
}

export function honestCards(world: World, { owners, cardsEach, finders, from, acrossTheWorld = false, name = 'town' }: Town): number[] {
  const { random } = world;
  const cardIds = Array.from({ length: owners }, (_, index) => {
    const at = from + Math.floor(random.between(0, 20) * secondsPerDay);
    const owner = newPerson(world, { town: name, at });
    const place = townNumber(acrossTheWorld ? index : 0);
    return becomeOwner(world, owner, { cards: cardsEach, place, reach: 4_000 }, at);
  }).flat();
  passers(world, { cardIds, count: finders, from: from + 25 * secondsPerDay, withinDays: 300, town: name });
  return cardIds;
}
