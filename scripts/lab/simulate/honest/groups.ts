import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { getTownPlace } from '#scripts/lab/simulate/ground.ts';
import { inventTraveler } from '#scripts/lab/simulate/travelers.ts';
import type { World } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { passers } from './passers-by.ts';
import { becomeOwner, mobileAddresses, newPerson, type Person, startOuting } from './people.ts';
import { redeemNowAndThen } from './redeemers.ts';
import { honestCards } from './town.ts';

export interface HonestGroup {
  name: string;
  hasFarmPattern?: true;
  play(world: World, start: Seconds): Person[];
}

const days = (count: number): Seconds => Math.floor(count * secondsPerDay);
const simulatedDays = 730;

const family: HonestGroup = {
  name: 'families of four on one hotspot, two trails of 30 cards',
  play: (world, start) => families(world, start, (number) => [0, 1, 2, 3].map((index) => `family${number}.${index}@mail.example`), 0),
};

const familyWithoutNetwork: HonestGroup = {
  name: 'the same families without network on one trail, their finds sent in the evening',
  play: (world, start) =>
    families(world, start, (number) => [0, 1, 2, 3].map((index) => `family${number}.${index}@mail.example`), 0, ['evening', 'live']),
};

const hikers: HonestGroup = {
  name: '12 hikers with 100 offline finds each, one sync',
  play(world, start) {
    const { cardIds } = planTrail(world, { cards: 100, town: 1, at: start });
    return Array.from({ length: 12 }, (_, index) => {
      const person = newPerson(world, { town: 'trail', at: start + days(5 + index * 15) });
      startOuting(world, [person], cardIds, {
        ...{ from: start + days(8 + index * 15), perDay: 30, upload: 'end' },
        minutesBetween: [4, 12],
      });
      return redeeming(world, person, start);
    });
  },
};

const familyWithOwnCards: HonestGroup = {
  name: 'families whose mother owns 8 cards, the children’s addresses are aliases of the father’s',
  hasFarmPattern: true,
  play: (world, start) =>
    families(
      world,
      start,
      (number) => ['mother', 'father', 'father+ann', 'father+ben'].map((name) => `${name.replace(/(mo|fa)ther/, `$&${number}`)}@gmail.com`),
      8,
    ),
};

const twins: HonestGroup = {
  name: 'twins who share surname, birth date, home and walks, two trails of 30 cards',
  play(world, start) {
    const trails = [0, 1].map((town) => planTrail(world, { cards: 30, town, at: start + town * secondsPerHour }).cardIds);
    return twinNames.flatMap((pair, number) => {
      const at = start + days(20 + number * 15);
      const home = `twins:${number}`;
      const { fullName, birthDate } = inventTraveler(number);
      const surname = fullName.split(' ').at(-1);
      const people = pair.map((name, index) =>
        newPerson(world, { town: 'valley', home, at: at + index * 600, traveler: { fullName: `${name} ${surname}`, birthDate } }),
      );
      trails.forEach((cardIds, index) => {
        startOuting(world, people, cardIds, { from: at + days(10 + index * 50), perDay: 30, minutesBetween: [4, 12] }, home);
      });
      return people.map((person) => redeeming(world, person, start));
    });
  },
};

/** First names of the simulated twins. They are similar because twins are often given similar names. */
const twinNames = [
  ...[
    ['Jacob', 'Joshua'],
    ['Ella', 'Emma'],
    ['Ethan', 'Evan'],
    ['Taylor', 'Tyler'],
    ['Jayden', 'Kayden'],
    ['Hanna', 'Anna'],
  ],
  ...[
    ['María Luisa', 'María Elena'],
    ['Jean-Luc', 'Jean-Paul'],
    ['Mohamed Amin', 'Mohamed Amir'],
    ['Мария', 'Марина'],
    ['春子', '夏子'],
  ],
] as const;

function families(
  world: World,
  start: Seconds,
  listEmails: (number: number) => string[],
  ownCards: number,
  uploads: readonly ('live' | 'evening')[] = [],
): Person[] {
  const trails = [0, 1].map((index) => planTrail(world, { cards: 30, town: index, at: start + index * secondsPerHour }).cardIds);
  return Array.from({ length: 5 }, (_, number) => {
    const at = start + days(20 + number * 30);
    const home = `family:${number}`;
    const people = listEmails(number).map((email, index) => newPerson(world, { town: 'valley', home, at: at + index * 600, email }));
    const [mother, ...others] = people;
    if (mother && ownCards > 0) {
      const own = becomeOwner(world, mother, { cards: ownCards, place: getTownPlace(0), reach: 2_000 }, at + days(1));
      startOuting(world, others, own, { from: at + days(5), perDay: ownCards, minutesBetween: [5, 15] }, home);
    }
    trails.forEach((cardIds, index) => {
      const walk = { from: at + days(10 + index * 50), perDay: 30, minutesBetween: [4, 12] } as const;
      startOuting(world, people, cardIds, { ...walk, upload: uploads[index] }, `${home}:hotspot`);
    });
    return people.map((person) => redeeming(world, person, start));
  }).flat();
}

const event: HonestGroup = {
  name: 'an event of 50 people, 20 cards of one organizer in an hour behind one address',
  play(world, start) {
    const { random } = world;
    const cardIds = honestCards(world, { owners: 10, cardsPerMember: 8, finders: 30, from: start, name: 'city' });
    const organizer = newPerson(world, { town: 'city', at: start });
    const eventCards = becomeOwner(world, organizer, { cards: 20, place: getTownPlace(0), reach: 200 }, start + days(60));
    const eventDay = start + days(90);
    const people = Array.from({ length: 50 }, (_, index) => {
      const isOnSpot = index < 20;
      const at = isOnSpot ? eventDay + 8 * secondsPerHour + index * 150 : eventDay - days(random.between(1, 40));
      const person = newPerson(world, { town: 'city', at, ...(isOnSpot && { home: 'event:network' }) });
      return isOnSpot ? { ...person, home: `city:home:${person.id}` } : person;
    });
    for (const person of people) {
      startOuting(world, [person], random.shuffled(eventCards), { from: eventDay, perDay: 20, minutesBetween: [2, 4] }, 'event:network');
      const laterCards = random.shuffled(cardIds).slice(0, random.integer(20, 60));
      startOuting(world, [person], laterCards, {
        from: eventDay + days(random.integer(5, 100)),
        perDay: 6,
        minutesBetween: [10, 30],
        daysBetween: random.integer(3, 9),
      });
    }
    return [organizer, ...people].map((person) => redeeming(world, person, start));
  },
};

const trail: HonestGroup = {
  name: 'a trail of 100 cards of one owner, walked by 40 people, some of them couples',
  play(world, start) {
    const { owner, cardIds } = planTrail(world, { cards: 100, town: 1, at: start });
    const walkers = Array.from({ length: 30 }, (_, index) => {
      const at = start + days(world.random.between(5, 200));
      const home = `trail:home:${index}`;
      const pair = Array.from({ length: index < 10 ? 2 : 1 }, (__, partner) =>
        newPerson(world, { town: 'trail', home, at: at + partner * 900 }),
      );
      startOuting(world, pair, cardIds, {
        from: at + days(world.random.integer(2, 30)),
        perDay: world.random.integer(25, 45),
        minutesBetween: [4, 9],
      });
      return pair;
    }).flat();
    return [owner, ...walkers].map((person) => redeeming(world, person, start));
  },
};

const travelers: HonestGroup = {
  name: 'travelers who fly between eight towns on four continents',
  play(world, start) {
    const { random } = world;
    const cardsByTown = Array.from({ length: 8 }, (_, town) => {
      const cards = Array.from({ length: 4 }, () => {
        const at = start + days(random.between(0, 20));
        const owner = newPerson(world, { town: `far:${town}`, at });
        return becomeOwner(world, owner, { cards: 8, place: getTownPlace(town), reach: 4_000 }, at);
      }).flat();
      passers(world, { cardIds: cards, count: 15, from: start + days(20), withinDays: 300, town: `far:${town}` });
      return cards;
    });
    return Array.from({ length: 12 }, () => {
      const person = newPerson(world, { town: 'far:0', at: start + days(random.between(0, 60)) });
      let from = start + days(65);
      for (const town of random.shuffled([...cardsByTown.keys()])) {
        const chosenCards = random.shuffled(cardsByTown[town] ?? []).slice(0, random.integer(8, 20));
        const visitor = { ...person, mobile: mobileAddresses(world, `far:${town}`, person.id) };
        const outingEndsAt = startOuting(world, [visitor], chosenCards, { from, perDay: 10, minutesBetween: [10, 30] });
        from = outingEndsAt + days(random.pick([1, 2, 10]));
      }
      return redeeming(world, person, start);
    });
  },
};

const youngTown: HonestGroup = {
  name: 'a young town: 5 owners, 20 friends they referred, 60 cards',
  play(world, start) {
    const { random } = world;
    const owners: Person[] = [];
    const cardIds: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const at = start + days(index * 3);
      const owner = newPerson(world, { town: 'young', at, ...(index > 0 && { referredById: random.pick(owners).id }) });
      owners.push(owner);
      cardIds.push(...becomeOwner(world, owner, { cards: 12, place: getTownPlace(0), reach: 3_000 }, at + days(1)));
    }
    const friends = Array.from({ length: 20 }, () =>
      newPerson(world, { town: 'young', at: start + days(random.between(10, 120)), referredById: random.pick(owners).id }),
    );
    for (const person of [...owners, ...friends]) {
      const chosenCards = random.shuffled(cardIds).slice(0, random.integer(30, 60));
      startOuting(world, [person], chosenCards, {
        from: start + days(random.integer(125, 160)),
        perDay: 5,
        minutesBetween: [8, 30],
        daysBetween: random.integer(4, 8),
      });
    }
    return [...owners, ...friends].map((person) => redeeming(world, person, start));
  },
};

export const honestGroups: readonly HonestGroup[] = [
  family,
  familyWithoutNetwork,
  hikers,
  event,
  trail,
  travelers,
  youngTown,
  twins,
  familyWithOwnCards,
];

function redeeming(world: World, person: Person, start: Seconds): Person {
  redeemNowAndThen(world, person.id, start, start + days(simulatedDays));
  return person;
}

function planTrail(world: World, { cards, town, at }: { cards: number; town: number; at: Seconds }) {
  const owner = newPerson(world, { town: `trail:${town}`, at });
  const cardIds = becomeOwner(world, owner, { cards, place: getTownPlace(town), reach: 5_000 }, at);
  passers(world, { cardIds, count: 8, from: at + days(5), withinDays: 300, town: `trail:${town}` });
  return { owner, cardIds };
}
