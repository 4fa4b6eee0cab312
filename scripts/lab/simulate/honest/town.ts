import { secondsPerDay } from '#schema/rules.ts';
import { getTownPlace } from '#scripts/lab/simulate/ground.ts';
import type { World } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { passers } from './passers-by.ts';
import { becomeOwner, newPerson } from './people.ts';

interface Town {
  owners: number;
  cardsPerMember: number;
  finders: number;
  from: Seconds;
  isAcrossWorld?: boolean;
  name?: string;
}

export function honestCards(world: World, { owners, cardsPerMember, finders, from, isAcrossWorld = false, name = 'town' }: Town): number[] {
  const { random } = world;
  const cardIds = Array.from({ length: owners }, (_, index) => {
    const at = from + Math.floor(random.between(0, 20) * secondsPerDay);
    const owner = newPerson(world, { town: name, at });
    const place = getTownPlace(isAcrossWorld ? index : 0);
    return becomeOwner(world, owner, { cards: cardsPerMember, place, reach: 4_000 }, at);
  }).flat();
  passers(world, { cardIds, count: finders, from: from + 25 * secondsPerDay, withinDays: 300, town: name });
  return cardIds;
}
