import { describe, expect, test } from 'vitest';
import type { CardPlace } from '#schema/finding/finding.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { filterByDistance, getCompassPoint, getDirection, needsReload, roundPlace } from '#web/features/finding/nearby/card-directions.ts';
import { geoUrl, openStreetMapUrl, routeUrl } from '#web/features/finding/nearby/directions.ts';
import { formatDistance, formatRadius, formatRoundDistance } from '#web/lib/distance/distance-format.ts';
import { getRegionalUnit } from '#web/lib/distance/distance-unit.ts';

const card = (name: string, latitude: number, more: Partial<CardPlace> = {}): CardPlace => ({
  id: 1,
  cardId: null,
  name,
  latitude,
  longitude: -82.5,
  visibility: 'near',
  found: 'no',
  ...more,
});
const here = { latitude: 35.6, longitude: -82.5 };

describe('distances', () => {
  test.each([
    [0, '0 m', '0 ft'],
    [7, '5 m', '25 ft'],
    [83, '85 m', '270 ft'],
    [304, '300 m', '1,000 ft'],
    [996, '1.0 km', '0.6 mi'],
    [1_240, '1.2 km', '0.8 mi'],
    [9_960, '10 km', '6.2 mi'],
    [230_400, '230 km', '143 mi'],
    [20_015_087, '20,015 km', '12,437 mi'],
  ])('of %i meters are shown as %s or %s', (meters, metric, imperial) => {
    expect([formatDistance(meters, 'metric'), formatDistance(meters, 'imperial')]).toEqual([metric, imperial]);
  });

  test('of squares and radii are round figures', () => {
    expect([200, 1_000, 2_000].map((meters) => formatRoundDistance(meters, 'metric'))).toEqual(['200 m', '1 km', '2 km']);
    expect([200, 1_000, 2_000].map((meters) => formatRoundDistance(meters, 'imperial'))).toEqual(['660 ft', '0.6 mi', '1.2 mi']);
    expect([1, 25, 100].map((km) => formatRadius(km, 'metric'))).toEqual(['1 km', '25 km', '100 km']);
    expect([1, 25, 100].map((km) => formatRadius(km, 'imperial'))).toEqual(['1 mi', '16 mi', '62 mi']);
  });

  test.each([
    ['en-US', 'imperial'],
    ['en-GB', 'imperial'],
    ['en', 'imperial'],
    ['es-US', 'imperial'],
    ['en-CA', 'metric'],
    ['de', 'metric'],
    ['zh-Hant-TW', 'metric'],
    ['not a language', 'metric'],
  ])('in a browser set to %s are %s', (language, unit) => {
    expect(getRegionalUnit(language)).toBe(unit);
  });
});

test.each([
  [0, 'north'],
  [22, 'north'],
  [23, 'north-east'],
  [181, 'south'],
  [300, 'north-west'],
  [359.9, 'north'],
])('%f degrees are %s', (bearing, wind) => {
  expect(getCompassPoint(bearing)).toBe(wind);
});

test('members inside a card’s cell get no distance; an exact place always has one', () => {
  const me = { ...here, accuracy: 5 };
  const at = (visibility: 'exact' | 'near' | 'area') => ({ ...card('mill', 0), ...getShownPlace(here, visibility), visibility });
  expect(getDirection(me, at('near')).isInCardArea).toBe(true);
  expect(getDirection(me, at('area')).isInCardArea).toBe(true);
  expect(getDirection(me, at('exact')).isInCardArea).toBe(false);
  expect(getDirection({ ...me, latitude: 35.602 }, at('near')).isInCardArea).toBe(false);
  // A place that the member chose is not where they are.
  expect(getDirection(here, at('near')).isInCardArea).toBe(false);
  expect(Math.round(getDirection(here, card('mill', 35.7)).bearing)).toBe(0);
});

test('cards are listed nearest first, all, found or not found; the member’s own are in neither group', () => {
  const cards = [card('b', 35.9, { found: 'yes' }), card('c', 35.7), card('a', 36, { found: 'own' })];
  const names = (...args: Parameters<typeof filterByDistance<CardPlace>>) => filterByDistance(...args).map(({ name }) => name);
  expect(names(cards, here, 'all')).toEqual(['c', 'b', 'a']);
  expect(names(cards, here, 'unfound')).toEqual(['c']);
  expect(names(cards, here, 'found')).toEqual(['b']);
});

test('walking reloads the list after half its radius, or never if the list is complete', () => {
  const cards = [card('a', 35.61), card('b', 35.8)];
  const walkedTo = (latitude: number) => needsReload(here, { ...here, latitude }, cards, false);
  expect([walkedTo(35.6), walkedTo(35.69), walkedTo(35.72)]).toEqual([false, false, true]);
  expect(needsReload(here, { latitude: -40, longitude: 170 }, cards, true)).toBe(false);
  const oneSpot = [card('a', 35.6), card('b', 35.6)];
  expect(needsReload(here, { ...here, latitude: 35.603 }, oneSpot, false)).toBe(false);
  expect(needsReload(here, { ...here, latitude: 35.606 }, oneSpot, false)).toBe(true);
});

test('the server receives a place rounded to about 100 m', () => {
  expect(roundPlace({ latitude: 35.123456, longitude: -82.987654 })).toEqual({ latitude: 35.123, longitude: -82.988 });
});

test('other programs receive the shown place and its name', () => {
  const place = { latitude: 35.6, longitude: -82.5 };
  expect(geoUrl(place, 'Old mill (gate) & brook')).toBe('geo:35.6,-82.5?q=35.6,-82.5(Old%20mill%20%20gate%20%20%26%20brook)');
  expect(routeUrl(place)).toBe('https://www.openstreetmap.org/directions?to=35.6,-82.5');
  expect(openStreetMapUrl(place)).toBe('https://www.openstreetmap.org/?mlat=35.6&mlon=-82.5#map=17/35.6/-82.5');
});
