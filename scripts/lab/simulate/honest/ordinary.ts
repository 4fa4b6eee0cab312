import { secondsPerDay } from '#schema/rules.ts';
import { getTownPlace, randomPlaceNear } from '#scripts/lab/simulate/ground.ts';
import { returnMoney } from '#scripts/lab/simulate/purchases.ts';
import { getMember, type World } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { becomeOwner, newPerson, type Person, startOuting } from './people.ts';
import { redeemNowAndThen } from './redeemers.ts';

/**
 * Assumptions about the simulated members, as fractions from 0 to 1 unless noted. All are estimates, since there are no members yet. See
 * docs/decisions/reviews-not-gates.md.
 */
const shape = {
  towns: 5,
  years: 3,
  owners: 0.12,
  cards: [6, 0.9],
  cardsAtMost: 60,
  finds: [8, 1.2],
  findsAtMost: 300,
  inPairs: 0.25,
  aliasOfThePartner: 0.04,
  disposableMailbox: 0.01,
  broughtByAFriend: 0.25,
  outingsElsewhere: 0.15,
  refundedOrDisputed: 0.03,
} as const;

const days = (count: number): Seconds => Math.floor(count * secondsPerDay);

interface Neighbor extends Person {
  town: number;
  since: Seconds;
}

/** Simulates three years. Callers should measure only the last year, when some members are already redeeming for the second time. */
export function playOrdinary(world: World, members: number, start: Seconds): { people: Person[]; measuredFrom: Seconds } {
  const until = start + days(365 * shape.years);
  const perTown = Math.round(members / shape.towns);
  const parties = Array.from({ length: shape.towns }, (_, town) => formParties(world, { town, count: perTown, start })).flat();
  const cardsByTown = Array.from({ length: shape.towns }, (): { id: number; since: Seconds }[] => []);
  for (const neighbor of parties.flat()) {
    if (world.random.chance(shape.owners)) cardsByTown[neighbor.town]?.push(...ownCards(world, neighbor, until));
  }
  for (const party of parties) planOutings(world, { party, cardsByTown, until });
  const people = parties.flat();
  for (const { id, since } of people) redeemNowAndThen(world, id, since, until);
  return { people, measuredFrom: until - days(365) };
}

function formParties(world: World, { town, count, start }: { town: number; count: number; start: Seconds }): Neighbor[][] {
  const { random } = world;
  const parties: Neighbor[][] = [];
  const settledPeople: Person[] = [];
  while (settledPeople.length < count) {
    const since = start + Math.floor(random.between(0, days(600)));
    const referredById = settledPeople.length > 0 && random.chance(shape.broughtByAFriend) ? random.pick(settledPeople).id : undefined;
    const isDisposable = random.chance(shape.disposableMailbox);
    const first = newPerson(world, {
      ...{ town: `town:${town}`, at: since },
      ...(isDisposable && { email: `someone${settledPeople.length}.${town}@mailinator.com` }),
      ...(referredById !== undefined && { referredById }),
    });
    const party = [{ ...first, town, since }];
    if (random.chance(shape.inPairs)) {
      const { email } = getMember(world, first.id);
      const alias = random.chance(shape.aliasOfThePartner) ? { email: email.replace('@', '+kid@') } : {};
      const partner = newPerson(world, { town: `town:${town}`, at: since + random.integer(600, 90_000), home: first.home, ...alias });
      party.push({ ...partner, town, since: since + 90_000 });
    }
    parties.push(party);
    settledPeople.push(...party);
  }
  return parties;
}

function ownCards(world: World, owner: Neighbor, until: Seconds): { id: number; since: Seconds }[] {
  const { random } = world;
  const cards = Math.min(shape.cardsAtMost, Math.ceil(random.longTailed(...shape.cards)));
  const since = owner.since + days(random.integer(1, 60));
  const ids = becomeOwner(world, owner, { cards, place: getTownPlace(owner.town), reach: 6_000 }, since);
  const order = getMember(world, owner.id).money.orders[0];
  if (order && random.chance(shape.refundedOrDisputed)) {
    world.agenda.plan(Math.min(until, since + days(random.integer(5, 200))), (now) => {
      returnMoney(world, owner.id, order.id, random.chance(0.7) ? 'refunded' : 'dispute_lost', now);
    });
  }
  return ids.map((id) => ({ id, since: since + days(3) }));
}

interface Outings {
  party: Neighbor[];
  cardsByTown: { id: number; since: Seconds }[][];
  until: Seconds;
}

function planOutings(world: World, { party, cardsByTown, until }: Outings): void {
  const { random } = world;
  const [first] = party;
  if (!first) return;
  const perYear = Math.min(shape.findsAtMost, random.longTailed(...shape.finds));
  const foundCardIds = new Set<number>();
  const ids = new Set(party.map(({ id }) => id));
  const perOuting = Math.max(1, Math.min(10, Math.round(perYear / 12)));
  const daysBetween = Math.max(2, Math.round((365 * perOuting) / perYear));
  for (
    let at = first.since + days(random.between(1, daysBetween));
    at < until - days(2);
    at += days(daysBetween * random.between(0.5, 1.5))
  ) {
    const town = random.chance(shape.outingsElsewhere) ? random.integer(0, shape.towns - 1) : first.town;
    const townCards = (cardsByTown[town] ?? []).filter(
      ({ id, since }) => since < at && !foundCardIds.has(id) && !ids.has(world.cards.get(id)?.ownerId ?? 0),
    );
    const chosenPairs = nearEachOther(
      world,
      townCards.map(({ id }) => id),
      perOuting,
    );
    for (const id of chosenPairs) foundCardIds.add(id);
    startOuting(world, party, chosenPairs, { from: at, perDay: perOuting, minutesBetween: [8, 40] });
  }
}

function nearEachOther({ cards, random }: World, ids: readonly number[], count: number): number[] {
  if (ids.length === 0) return [];
  const center = cards.get(random.pick(ids))?.place ?? randomPlaceNear(getTownPlace(0), 0, random);
  const distance = (id: number) => {
    const place = cards.get(id)?.place ?? center;
    return (place.latitude - center.latitude) ** 2 + (place.longitude - center.longitude) ** 2;
  };
  return [...ids].sort((one, other) => distance(one) - distance(other)).slice(0, count);
}
