/**
 * Data that finders report about their finds (method, time, distance) may add review signals but never remove any. Product rules: Reviews.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanSources } from '#schema/cards/card.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { daysAgo, now, ReviewWorld } from '#tests/support/reviews/review-cases.ts';
import { buildCase } from '#worker/domain/reviews/case.ts';
import type { FindFact, ReviewFacts } from '#worker/domain/reviews/facts.ts';
import { listBeliefs } from '#worker/domain/reviews/pace/syncs.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';

/**
 * Origin of each fact about a find: recorded by us or reported by the finder. Reviews use neither the reported accuracy nor the idempotency
 * key.
 */
const origins = {
  ...{
    cardId: 'ours',
    userId: 'ours',
    at: 'ours',
    codeWasRight: 'ours',
    addressHash: 'ours',
    formerPlacement: 'ours',
    isTakenBack: 'ours',
    isCodeExposed: 'ours',
  },
  ...{ source: 'stated', statedAt: 'stated', distanceMeters: 'stated' },
} as const satisfies Record<keyof FindFact, 'ours' | 'stated'>;
type Claims = { [Key in keyof FindFact as (typeof origins)[Key] extends 'stated' ? Key : never]: FindFact[Key] };

const codesOf = (facts: ReviewFacts) => reviewSignals(facts, now).map(({ code }) => code);
const withClaims = (facts: ReviewFacts, claim: (find: FindFact, index: number) => Partial<Claims>): ReviewFacts => ({
  ...facts,
  finds: facts.finds.map((find, index) => ({ ...find, ...claim(find, index) })),
});
const withoutClaims = (facts: ReviewFacts) => withClaims(facts, (): Claims => ({ source: 'camera', statedAt: null, distanceMeters: null }));

/** A walk past consecutive cards, scanned at equal intervals. */
const outing = fc.record({
  finder: fc.nat(3),
  firstCard: fc.nat(59),
  cards: fc.integer({ min: 1, max: 60 }),
  at: fc.nat(40 * secondsPerDay),
  secondsApart: fc.constantFrom(0, 1, 5, 7, 60, 400, 3_600),
});
const world = fc.record({
  /** Distance between neighboring cards, in kilometers. */
  apart: fc.constantFrom(0.2, 2, 40, 900),
  owners: fc.integer({ min: 1, max: 3 }),
  hasTies: fc.boolean(),
  placedDaysAgo: fc.constantFrom(null, 60, 20, 1),
  outings: fc.array(outing, { minLength: 1, maxLength: 8 }),
  certificateOf: fc.nat(3),
  isOwners: fc.boolean(),
});
const claims = fc.record({
  source: fc.constantFrom(...scanSources),
  /** Seconds between a find's reported time and its arrival. */
  age: fc.option(fc.oneof(fc.nat(3_600), fc.integer({ min: -secondsPerDay, max: 60 * secondsPerDay }))),
  pace: fc.constantFrom(0, 60, 300),
  distanceMeters: fc.option(fc.constantFrom(3, 900, 1_500, 40_000)),
});

type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;
const noClaims = { source: 'camera', age: null, pace: 0, distanceMeters: null } as const;

function buildWorld({ apart, owners, hasTies, placedDaysAgo, outings, certificateOf, isOwners }: Drawn<typeof world>): ReviewFacts {
  const built = new ReviewWorld();
  const tie = hasTies ? { registrationAddressHash: 'home' } : {};
  const ownerIds = Array.from({ length: owners }, () => built.account(tie));
  const finderIds = [0, 1, 2, 3].map((index) => built.account({ ...tie, createdAt: daysAgo(90) + index * 60 }));
  const placedAt = placedDaysAgo === null ? null : daysAgo(placedDaysAgo);
  const cardIds = Array.from({ length: 60 }, (_, index) =>
    built.card(ownerIds[index % owners] ?? null, { placedAt, place: { latitude: -60 + (index * apart) / 111, longitude: 8 } }),
  );
  const found = new Set<string>();
  for (const { finder, firstCard, cards, at, secondsApart } of outings)
    for (let step = 0; step < cards; step += 1) {
      const cardId = cardIds[(firstCard + step) % cardIds.length] ?? 0;
      const key = `${finder} ${cardId}`;
      if (found.has(key)) continue;
      found.add(key);
      built.find(finderIds[finder] ?? 0, cardId, daysAgo(45) + at + step * secondsApart);
    }
  return built.buildFacts((isOwners ? ownerIds[0] : finderIds[certificateOf]) ?? 0);
}

const property = 'the signals of a history with claims include those of the same history without claims';
propertyTest(property, { usual: 500, long: 30_000 }, (numRuns) => {
  fc.assert(
    fc.property(world, fc.array(claims, { minLength: 1, maxLength: 12 }), (described, drawn) => {
      const bare = buildWorld(described);
      const claimed = withClaims(bare, ({ at }, index) => {
        const { source, age, pace, distanceMeters } = drawn[index % drawn.length] ?? noClaims;
        return { source, distanceMeters, statedAt: age === null ? null : at - age + index * pace };
      });
      const codes = codesOf(claimed);
      // If claims raise a signal of a single source, it replaces the signal for several sources.
      const isReplaced = codes.some((code) => code === 'pace' || code === 'one_owner');
      const expected = codesOf(withoutClaims(claimed)).filter((code) => code !== 'combined' || !isReplaced);
      expect(codes).toEqual(expect.arrayContaining(expected));
    }),
    { numRuns },
  );
});

test('no signal depends on the stated method', () => {
  fc.assert(
    fc.property(world, fc.array(fc.constantFrom(...scanSources), { minLength: 1 }), (described, sources) => {
      const facts = buildWorld(described);
      const other = withClaims(facts, (_, index) => ({ source: sources[index % sources.length] ?? 'camera' }));
      expect(reviewSignals(other, now)).toEqual(reviewSignals(facts, now));
    }),
  );
});

describe('four accounts that send 240 finds at places 40 km apart within 4 seconds', () => {
  const burst = buildWorld({
    ...{ apart: 40, owners: 1, hasTies: false, placedDaysAgo: null, certificateOf: 0, isOwners: false },
    outings: [0, 1, 2, 3].map((finder) => ({ finder, firstCard: 0, cards: 60, at: finder, secondsApart: 0 })),
  });

  test.each<[string, (find: FindFact, index: number) => Partial<Claims>]>([
    ...scanSources.map((source): [string, () => Partial<Claims>] => [source, () => ({ source })]),
    ['offline with the times of a drive', ({ at }, index) => ({ source: 'offline', statedAt: at - 200_000 + index * 600 })],
    ['every other one offline', ({ at }, index) => (index % 2 ? { source: 'offline', statedAt: at - 900 } : {})],
  ])('raise the same signals as %s', (_what, claim) => {
    expect(codesOf(withClaims(burst, claim))).toEqual(['one_owner', 'made_together', 'twins', 'pace']);
  });
});

/** Creates a member with 60 tokens, half of them from finds along a trail that all arrive within half a minute. */
function hiker(statedAt: (step: number, arrival: number) => number | null, placedAt: number | null = null) {
  const built = new ReviewWorld();
  const id = built.account({ name: 'hanna' });
  const place = (index: number) => ({ latitude: 47 + index * 0.01, longitude: 8 });
  const [walked, hiked] = [0, 30].map((first) =>
    Array.from({ length: 30 }, (_, index) => built.card(built.account(), { place: place(first + index), placedAt })),
  );
  built.walk(id, walked ?? [], daysAgo(20), 900);
  const evening = daysAgo(10);
  for (const [step, card] of (hiked ?? []).entries())
    built.find(id, card, evening + step, { source: 'offline', statedAt: statedAt(step, evening + step) });
  return built.buildFacts(id);
}
const beliefsOf = (facts: ReviewFacts) => [...new Set(listBeliefs(buildCase(facts)).values())];
/**
 * Returns the find time of the card at each step of a walk. Finds are seven minutes apart, and the walk ended about three hours before the
 * upload.
 */
const walkTime = (step: number) => daysAgo(10) - 10_800 - (30 - step) * 420;

describe('the stated times of an upload with half of the tokens', () => {
  test.each<[string, Parameters<typeof hiker>[0], (number | null)?]>([
    ['that fit', walkTime],
    ['of a clock that is ten minutes fast', (step) => walkTime(step) + 10_800 + 420 + 600],
    ['of a clock that is ten minutes slow, after a card was placed', (step) => walkTime(step) - 600, walkTime(0)],
  ])('%s are believed, and there is no signal', (_what, statedAt, placedAt = null) => {
    const facts = hiker(statedAt, placedAt);
    expect(beliefsOf(facts)).toEqual(['believed']);
    expect(codesOf(facts)).toEqual([]);
  });

  test('that fit except at one misplaced card are believed, and there is no signal', () => {
    const facts = hiker(walkTime);
    const cards = facts.cards.map((card, index) => (index === 45 ? { ...card, place: { latitude: 47, longitude: -8 } } : card));
    expect(beliefsOf({ ...facts, cards })).toEqual(['believed']);
    expect(codesOf({ ...facts, cards })).toEqual([]);
  });

  test.each<[string, Parameters<typeof hiker>[0], (number | null)?]>([
    ['in the future', (step) => walkTime(step) + 2 * secondsPerDay],
    ['before the placement', walkTime, walkTime(0) + 3_600],
    ['before the last sync', (step) => walkTime(step) - 12 * secondsPerDay],
    ['from before the member joined', (step) => step * 600],
  ])('%s are not believed, and the time of arrival counts as without them', (_what, statedAt, placedAt = null) => {
    const facts = hiker(statedAt, placedAt);
    expect(beliefsOf(facts)).toEqual(['out_of_bounds']);
    expect(codesOf(facts)).toEqual(codesOf(withoutClaims(facts)));
  });

  test.each<[string, Parameters<typeof hiker>[0]]>([
    ['that are all the same', () => walkTime(29)],
    ['two seconds apart', (step) => walkTime(29) + 2 * step],
    ['in an order that crosses the trail each time', (step) => walkTime(15) + (step % 2 ? step : 30 - step) * 10],
  ])('%s contradict each other, and the pace of arrival counts', (_what, statedAt) => {
    const facts = hiker(statedAt);
    expect(beliefsOf(facts)).toEqual(['contradictory']);
    expect(codesOf(facts)).toEqual(['pace']);
  });
});

test.each([
  [46, ['pace']],
  [45, []],
])('an upload with %i of 60 tokens carries the signals %j, however well its times fit', (uploaded, expected) => {
  const built = new ReviewWorld();
  const id = built.account();
  const cards = Array.from({ length: 60 }, (_, index) =>
    built.card(built.account(), { place: { latitude: 40 + index * 0.01, longitude: 8 } }),
  );
  built.walk(id, cards.slice(uploaded), daysAgo(20), 900);
  for (const [step, card] of cards.slice(0, uploaded).entries())
    built.find(id, card, daysAgo(10) + step, { source: 'offline', statedAt: walkTime(step) - 7_200 });
  const facts = built.buildFacts(id);
  expect(beliefsOf(facts)).toEqual(['believed']);
  expect(codesOf(facts)).toEqual(expected);
});

test('near positions stated for other finds do not hide far ones', () => {
  const built = new ReviewWorld();
  const id = built.account();
  const cards = built.trail(built.account(), 60);
  built.walk(id, cards, daysAgo(20), 900);
  const facts = built.buildFacts(id);
  const far = (_: FindFact, index: number) => ({ distanceMeters: index < 5 ? 9_000 : null });
  const fewFar = (_: FindFact, index: number) => ({ distanceMeters: index < 5 ? 9_000 : 4 });
  expect([codesOf(withClaims(facts, far)), codesOf(withClaims(facts, fewFar))]).toEqual([['distance'], ['distance']]);
});
