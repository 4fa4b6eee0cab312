import { rewardedScansPerDay, secondsPerDay, secondsPerHour, secondsPerMinute } from '#schema/rules.ts';
import { randomPlaceNear } from '#scripts/lab/simulate/ground.ts';
import { join } from '#scripts/lab/simulate/members.ts';
import { type Manner, planScans, type Walk, walkTimes } from '#scripts/lab/simulate/outings.ts';
import { buyMembership, orderCards } from '#scripts/lab/simulate/purchases.ts';
import { placeCard } from '#scripts/lab/simulate/scans.ts';
import { getTravelerKey, inventTraveler, type Traveler } from '#scripts/lab/simulate/travelers.ts';
import type { World } from '#scripts/lab/simulate/world.ts';
import type { Place } from '#worker/domain/reviews/facts.ts';
import { type Seconds, windowStart } from '#worker/domain/time.ts';

export interface Person {
  id: number;
  home: string;
  sharesLocation: boolean;
  mobile: readonly string[];
}

/** How common habits are among honest members, from 0 to 1. The estimates err on the side of too many false alarms. */
const habits = {
  sharesLocation: 0.4,
  registersOnTheWay: 0.3,
  scansOverMobile: 0.8,
  sharesMobileAddresses: 0.3,
  typesTheId: 0.02,
  sendsAPhoto: 0.03,
  outingOffline: 0.04,
  clockErrorMinutes: 10,
  wrongFix: 0.01,
  ownerTestsTheCard: 0.3,
  ownerPlacesFromHome: 0.03,
} as const;

interface NewPerson {
  town: string;
  at: Seconds;
  home?: string;
  email?: string;
  referredById?: number;
  traveler?: Traveler;
}

const mobileAddressesPerTown = 32;

export function newPerson(world: World, { town, at, home, email, referredById, traveler }: NewPerson): Person {
  const { random } = world;
  const number = world.nextId;
  const mobile = mobileAddresses(world, town, number);
  const address = home ?? `${town}:home:${number}`;
  const member = join(
    world,
    {
      email: email ?? `member${number}@mail.example`,
      address: random.chance(habits.registersOnTheWay) ? random.pick(mobile) : address,
      ...(referredById !== undefined && { referredById }),
      // Children name an adult family member, such as a grandparent, as the traveler.
      traveler: getTravelerKey(traveler ?? inventTraveler(number)),
    },
    at,
  );
  return { id: member.id, home: address, sharesLocation: random.chance(habits.sharesLocation), mobile };
}

export function mobileAddresses({ random }: World, town: string, number: number): string[] {
  if (!random.chance(habits.sharesMobileAddresses)) return [`phone:${number}`];
  return Array.from({ length: mobileAddressesPerTown }, (_, index) => `${town}:mobile:${index}`);
}

export function becomeOwner(
  world: World,
  person: Person,
  { cards, place, reach }: { cards: number; place: Place; reach: number },
  at: Seconds,
): number[] {
  const { random } = world;
  buyMembership(world, person.id, { tier: random.chance(0.2) ? 'premium' : 'basic', bankCard: `bank:${person.id}` }, at);
  const cardIds = orderCards(world, person.id, { quantity: cards, bankCard: `bank:${person.id}` }, at).map(({ id }) => id);
  const fromHome = random.chance(habits.ownerPlacesFromHome) ? randomPlaceNear(place, reach, random) : undefined;
  cardIds.forEach((cardId, index) => {
    placeCard(world, cardId, fromHome ?? randomPlaceNear(place, reach, random), at + secondsPerDay + index * secondsPerHour);
    if (random.chance(habits.ownerTestsTheCard))
      planScans(world, person.id, [cardId], [at + 2 * secondsPerDay + index * secondsPerHour], chooseManner(world, person));
  });
  return cardIds;
}

function chooseManner({ random }: World, person: Person, address?: string): Manner {
  return () => {
    const isTyped = random.chance(habits.typesTheId);
    return {
      source: isTyped ? 'typed' : random.chance(habits.sendsAPhoto) ? 'photo' : random.chance(0.3) ? 'link' : 'camera',
      codeWasRight: !isTyped,
      distanceMeters: person.sharesLocation ? statedDistance(random.chance(habits.wrongFix) ? 4_000 : 12, random) : null,
      address: address ?? (random.chance(habits.scansOverMobile) ? random.pick(person.mobile) : person.home),
    };
  };
}

function statedDistance(median: number, random: World['random']): number {
  return Math.round(random.longTailed(median, 0.7));
}

/** When scans reach the server: immediately, each evening (offline), or all together after the trip. */
type Upload = 'live' | 'evening' | 'end';

export function startOuting(
  world: World,
  people: readonly Person[],
  cardIds: readonly number[],
  walk: Walk & { upload?: Upload | undefined },
  address?: string,
): Seconds {
  const { random } = world;
  const times = walkTimes(random, cardIds.length, walk);
  const upload = walk.upload ?? (random.chance(habits.outingOffline) ? 'evening' : 'live');
  const perUpload = upload === 'end' ? times.length : walk.perDay;
  const arrivals = times.map((_, index) => planArrival(index, times, perUpload));
  people.forEach((person, index) => {
    const manner = chooseManner(world, person, address);
    const clockError = Math.floor(random.between(-1, 1) * habits.clockErrorMinutes * secondsPerMinute);
    if (upload !== 'live')
      planScans(world, person.id, cardIds, arrivals, (card) => ({
        ...{ ...manner(card), source: 'offline', address: person.home },
        statedAt: (times[card.index] ?? 0) + clockError,
      }));
    else
      planScans(
        world,
        person.id,
        cardIds,
        times.map((at) => at + index * random.integer(15, 60)),
        manner,
      );
  });
  return (upload === 'live' ? times : arrivals).at(-1) ?? 0;
}

/**
 * Returns the arrival time of an offline scan. An upload starts two hours after its last scan, and its scans arrive one second apart. Scans
 * above the daily limit wait until midnight UTC.
 */
function planArrival(index: number, times: readonly Seconds[], perUpload: number): Seconds {
  const position = index % perUpload;
  const last = times[Math.min(times.length - 1, index - position + perUpload - 1)] ?? 0;
  const arrival = last + 2 * secondsPerHour + position;
  const nightsLater = Math.floor(position / rewardedScansPerDay);
  return nightsLater === 0 ? arrival : windowStart(last + 2 * secondsPerHour, secondsPerDay) + nightsLater * secondsPerDay + position;
}
