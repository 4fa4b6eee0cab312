/** Complete review cases: farms are flagged, honest members are not. Product rules: Reviews. */
import { describe, expect, test } from 'vitest';
import { secondsPerHour } from '#schema/rules.ts';
import { daysAgo, now, ReviewWorld } from '#tests/support/reviews/review-cases.ts';
import type { ReviewFacts } from '#worker/domain/reviews/facts.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';

const codesOf = (facts: ReviewFacts) => reviewSignals(facts, now).map(({ code }) => code);
const sentenceOf = (facts: ReviewFacts, code: string) => reviewSignals(facts, now).find((signal) => signal.code === code)?.sentence;

describe('honest members carry no signal', () => {
  test('a family of four on one hotspot that walks a 30-card trail twice', () => {
    const world = new ReviewWorld();
    const [north, south] = [world.account(), world.account()];
    const trails = [world.trail(north, 30), world.trail(south, 30, { latitude: 46, longitude: 7 })];
    const family = Array.from({ length: 4 }, (_, index) =>
      world.account({ createdAt: daysAgo(40) + index * 300, registrationAddressHash: 'family-home', name: `kid${index}` }),
    );
    for (const [weekend, trail] of trails.entries())
      for (const [index, id] of family.entries())
        world.walk(id, trail, daysAgo(20 - 7 * weekend) + index * 10, 150, { addressHash: 'family-hotspot' });
    for (const id of family) expect(codesOf(world.buildFacts(id))).toEqual([]);
    expect(codesOf(world.buildFacts(north, { price: 90 }))).toEqual([]);
  });

  test.each([
    ['the organizer is at home elsewhere', 'organizer-home', 'venue'],
    ['it takes place at the organizer’s own home, and some sign up there', 'venue', 'venue'],
  ])('fifty people who scan twenty cards of one organizer in an hour behind one address: %s', (_what, organizerHome, venue) => {
    const world = new ReviewWorld();
    const organizer = world.account({ registrationAddressHash: organizerHome });
    const others = Array.from({ length: 6 }, () => world.account());
    const cards = world.trail(organizer, 20);
    for (const card of cards) world.ownScan(organizer, card, daysAgo(10), venue);
    const elsewhere = others.map((owner, index) => world.trail(owner, 20, { latitude: 40 + index, longitude: 9 }));
    const people = Array.from({ length: 50 }, (_, index) =>
      world.account(index % 3 === 0 ? { createdAt: daysAgo(10) + index * 60, registrationAddressHash: venue } : {}),
    );
    for (const [index, id] of people.entries()) {
      world.walk(id, cards, daysAgo(10) + index * 7, 3_000 / 20, { addressHash: venue });
      for (const turn of [0, 1])
        world.walk(id, elsewhere[(index + turn) % 6] ?? [], daysAgo(9 - turn) + index * 400, 240, { addressHash: `phone-${id}` });
    }
    for (const id of people) expect(codesOf(world.buildFacts(id))).toEqual([]);
    expect(codesOf(world.buildFacts(organizer, { price: 120 }))).toEqual([]);
  });

  test('a trail of a hundred cards of one owner, walked by one and by others', () => {
    const world = new ReviewWorld();
    const owner = world.account();
    const trail = world.trail(owner, 100);
    const walkers = Array.from({ length: 5 }, () => world.account());
    for (const [index, id] of walkers.entries())
      for (const day of [0, 1, 2]) world.walk(id, trail.slice(day * 34, day * 34 + 34), daysAgo(30 - 4 * index - day), 200);
    for (const id of walkers) expect(codesOf(world.buildFacts(id))).toEqual([]);
    expect(codesOf(world.buildFacts(owner, { price: 120 }))).toEqual([]);
  });

  test('a traveler who flies from city to city', () => {
    const world = new ReviewWorld();
    const traveler = world.account();
    const cities = [
      { latitude: 47.4, longitude: 8.5 },
      { latitude: 40.6, longitude: -73.8 },
      { latitude: 35.5, longitude: 139.8 },
      { latitude: 1.4, longitude: 104 },
    ];
    let at = daysAgo(30);
    for (const round of [1, 2, 3, 4])
      for (const city of cities) {
        world.walk(traveler, world.trail(world.account(), 4, city), at, 900, { addressHash: `hotel-${round}-${city.latitude}` });
        // Leaves enough time for an overnight flight: an hour at each end and up to 13 hours in the air.
        at += 18 * secondsPerHour;
      }
    expect(codesOf(world.buildFacts(traveler))).toEqual([]);
  });

  test.each([
    ['over some days', secondsPerHour, undefined],
    ['at one meeting, on the library’s network', 60, 'library'],
  ])('a new town with five owners who referred each other and everyone else, and signed up %s', (_how, apart, address) => {
    const world = new ReviewWorld();
    const owners: number[] = [];
    const newcomer = (index: number, referredById: number | null) =>
      world.account({
        ...{ createdAt: daysAgo(60) + index * apart, referredById },
        ...(address !== undefined && { registrationAddressHash: address }),
      });
    for (let index = 0; index < 5; index += 1) owners.push(newcomer(index, owners.at(-1) ?? null));
    const trails = owners.map((owner, index) => world.trail(owner, 18, { latitude: 47 + index / 50, longitude: 8 }));
    const people = Array.from({ length: 20 }, (_, index) => newcomer(5 + index, owners[index % 5] ?? null));
    for (const [index, id] of [...people, ...owners].entries())
      for (const [day, trail] of trails.entries()) {
        const isOwn = owners[day] === id;
        if (!isOwn) world.walk(id, trail, daysAgo(50 - index - day), 300);
      }
    for (const id of people) expect(codesOf(world.buildFacts(id))).toEqual([]);
    for (const id of owners) expect(codesOf(world.buildFacts(id, { price: 120 }))).toEqual([]);
  });

  test.each([
    ['says when each find was made', (index: number) => daysAgo(5) - (30 - index) * 420],
    ['says nothing', () => null],
  ])('a family that walks one of two trails without network, if its phones’ evening upload %s', (_what, statedAt) => {
    const world = new ReviewWorld();
    const [north, south] = [world.trail(world.account(), 30), world.trail(world.account(), 30, { latitude: 46, longitude: 7 })];
    const family = [0, 1, 2, 3].map((index) =>
      world.account({ createdAt: daysAgo(40) + index * 300, registrationAddressHash: 'family-home' }),
    );
    for (const [index, id] of family.entries()) {
      world.walk(id, south, daysAgo(12) + index * 10, 300, { addressHash: 'family-hotspot' });
      for (const [step, card] of north.entries())
        world.find(id, card, daysAgo(5) + index * 3 + step, { source: 'offline', statedAt: statedAt(step), addressHash: 'family-home' });
    }
    for (const id of family) expect(codesOf(world.buildFacts(id))).toEqual([]);
  });
});

/**
 * Creates five accounts with the same mailbox and network connection. They scan sixty self-printed cards around the globe within 48
 * seconds.
 */
function farm() {
  const world = new ReviewWorld();
  const owner = world.account({
    name: 'boss',
    email: 'boss.x@gmail.com',
    tier: 'basic',
    createdAt: daysAgo(4),
    registrationAddressHash: 'cellar',
  });
  const finders = Array.from({ length: 5 }, (_, index) =>
    world.account({
      ...{ name: `x${index}`, email: `boss.x+${index}@gmail.com` },
      ...{ createdAt: daysAgo(3) + index * 30, registrationAddressHash: 'cellar' },
    }),
  );
  const cards = Array.from({ length: 60 }, (_, index) =>
    world.card(owner, { place: { latitude: ((index * 37) % 140) - 70, longitude: ((index * 73) % 360) - 180 } }),
  );
  for (const card of cards) world.place(card, card === cards[0] ? 10 : 2);
  for (const [index, id] of finders.entries()) world.walk(id, cards, daysAgo(2) + index * 60, 48 / 60, { addressHash: 'cellar' });
  return { world, owner, finders };
}

describe('a farm of five accounts', () => {
  const { world, owner, finders } = farm();

  test('is detected at each finder’s certificate', () => {
    for (const id of finders)
      expect(codesOf(world.buildFacts(id))).toEqual(['one_owner', 'shared_address', 'made_together', 'twins', 'pace', 'mailbox']);
  });

  test('is detected at the owner’s certificate', () => {
    expect(codesOf(world.buildFacts(owner, { price: 120 }))).toEqual(
      expect.arrayContaining(['one_owner', 'shared_address', 'made_together', 'twins', 'pace', 'mailbox']),
    );
  });

  test('is described with names and figures', () => {
    const facts = world.buildFacts(finders[0] ?? 0);
    expect(sentenceOf(facts, 'one_owner')).toBe(
      '60 of the 60 tokens come from 60 cards owned by boss that x0 found. These accounts are linked: their email addresses share one mailbox; they share a home network; x0 sent 60 finds within 47 seconds.',
    );
    expect(sentenceOf(facts, 'shared_address')).toBe('5 finders of these cards share a network address: x0, x1, x2, x3 and x4.');
    expect(sentenceOf(facts, 'made_together')).toBe(
      '5 finders of these cards signed up within 3 days of each other: x0, x1, x2, x3 and x4.',
    );
    expect(sentenceOf(facts, 'twins')).toBe('5 finders of these cards share most of their finds: x0, x1, x2, x3 and x4.');
    expect(sentenceOf(facts, 'pace')).toBe('x0 sent 60 finds within 47 seconds.');
    expect(sentenceOf(facts, 'mailbox')).toBe('x0, boss, x1, x2, x3 and 1 other use different addresses of the same mailbox.');
  });
});
