// @vitest-environment jsdom
/**
 * Tests the schedule of digests and news emails, the content of a digest, the selection of new cards near a location, and the validity of
 * GPX files against the GPX schema.
 */
import { describe, expect, test } from 'vitest';
import { type Arrival, findNearbyArrivals, newCardsPayload, roundedPlace, type Watch } from '#worker/domain/finding/card-watch.ts';
import { decideLog } from '#worker/domain/scans/find-log.ts';
import { formatGpx } from '#worker/domain/scans/gpx.ts';
import { digestPayload, emptyNews, newsCause, nextNewsAt } from '#worker/domain/scans/news.ts';
import { toIso } from '#worker/domain/time.ts';
import { fillMissingWeeks, getFirstWeekStart, getWeekStart } from '#worker/domain/weeks.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;

describe('the time of the next news (six in the morning, UTC)', () => {
  test.each([
    ['daily', '2026-11-21T05:59:59Z', '2026-11-21T06:00:00.000Z'],
    ['daily', '2026-11-21T06:00:00Z', '2026-11-22T06:00:00.000Z'],
    ['daily', '2026-12-31T23:59:59Z', '2027-01-01T06:00:00.000Z'],
    ['weekly', '2026-11-23T05:00:00Z', '2026-11-23T06:00:00.000Z'],
    ['weekly', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00.000Z'],
    ['weekly', '2026-11-29T23:00:00Z', '2026-11-30T06:00:00.000Z'],
  ] as const)('for %s, asked at %s, is %s', (frequency, now, next) => {
    expect(toIso(nextNewsAt(frequency, at(now)))).toBe(next);
  });

  test('is part of the mail’s cause, as a date', () => {
    expect(newsCause('card_digest', 7, at('2026-11-21T06:00:00Z'))).toBe('card_digest:7:2026-11-21');
  });
});

test('weeks begin on Mondays, and weeks without finds are listed', () => {
  expect(toIso(getWeekStart(at('2026-11-22T23:59:59Z')))).toBe('2026-11-16T00:00:00.000Z');
  expect(toIso(getWeekStart(at('2026-11-23T00:00:00Z')))).toBe('2026-11-23T00:00:00.000Z');
  expect(toIso(getWeekStart(at('1970-01-01T00:00:00Z')))).toBe('1969-12-29T00:00:00.000Z');
  const since = getFirstWeekStart(3, at('2026-11-21T10:00:00Z'));
  expect(fillMissingWeeks([{ week: 1, finds: 4 }], since, 3)).toEqual([
    { startsOn: '2026-11-02', finds: 0 },
    { startsOn: '2026-11-09', finds: 4 },
    { startsOn: '2026-11-16', finds: 0 },
  ]);
});

test('a note requires a find, a card that can be found, and an owner other than the finder', () => {
  expect(decideLog({ ownerId: 2, isFindable: true }, 1)).toEqual({ ok: true, value: 2 });
  expect(decideLog(undefined, 1)).toMatchObject({ refusal: 'find_not_found' });
  expect(decideLog({ ownerId: 2, isFindable: false }, 1)).toMatchObject({ refusal: 'card_not_found' });
  expect(decideLog({ ownerId: null, isFindable: true }, 1)).toMatchObject({ refusal: 'card_without_owner' });
  expect(decideLog({ ownerId: 1, isFindable: true }, 1)).toMatchObject({ refusal: 'own_card' });
});

describe('a digest', () => {
  const reader = { userId: 1, firstName: 'Fay', frequency: 'daily' } as const;

  test('names the ten most-found cards, and the number of other cards', () => {
    const finds = Array.from({ length: 12 }, (_, index) => ({ cardId: `TC-${index}`, name: null, finds: index + 1 }));
    const payload = digestPayload(reader, { ...emptyNews(), finds });
    expect(payload).toMatchObject({ findsInAll: '78', moreFinds: '2', moreLogs: '0' });
    const namedFinds = JSON.parse(payload?.finds ?? '[]') as { finds: number }[];
    expect(namedFinds.map(({ finds }) => finds)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  test('is not sent without news', () => {
    expect(digestPayload(reader, undefined)).toBeNull();
  });
});

describe('new cards near a place', () => {
  const watch: Watch = { userId: 1, latitude: 35.6, longitude: -82.55, radiusKm: 10, afterArrivalId: 5 };
  const arrival = (id: number, north: number, ownerId = 2): Arrival => ({
    id,
    cardRowId: id,
    name: 'Old mill',
    ownerId,
    latitude: 35.6 + north,
    longitude: -82.55,
  });

  test('are recent ones of other members, nearest first', () => {
    const seen = findNearbyArrivals(watch, [arrival(5, 0), arrival(6, 0.05), arrival(7, 0), arrival(8, 0.1), arrival(9, 0, 1)]);
    expect(seen.map(({ arrival: { id } }) => id)).toEqual([7, 6]);
    expect(newCardsPayload('Fay', 10, seen)).toMatchObject({ count: '2', more: '0', radiusKm: '10' });
    expect(newCardsPayload('Fay', 10, [])).toBeNull();
  });

  test.each([
    [
      { latitude: 35.59514, longitude: -82.55151 },
      { latitude: 35.6, longitude: -82.55 },
    ],
    [
      { latitude: -0.001, longitude: 179.996 },
      { latitude: 0, longitude: 180 },
    ],
    [
      { latitude: 90, longitude: 180 },
      { latitude: 90, longitude: -180 },
    ],
  ])('for %j are searched around %j', (place, rounded) => {
    expect(roundedPlace(place)).toEqual(rounded);
  });
});

describe('a GPX file', () => {
  const found = {
    latitude: 35.6,
    longitude: -82.55,
    time: '2026-11-21T10:00:00.000Z',
    description: 'TC-1',
    link: 'https://x.test/card?id=TC-1&a=b',
  };
  const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

  test('has waypoints with the elements of GPX 1.1, in its order', () => {
    const document = parse(
      formatGpx('Found', '2026-11-21T10:00:00.000Z', [
        { ...found, name: 'Old mill' },
        { ...found, name: 'River' },
      ]),
    );
    const { documentElement: root } = document;
    expect([root.localName, root.namespaceURI, root.getAttribute('version'), root.getAttribute('creator')]).toEqual([
      ...['gpx', 'http://www.topografix.com/GPX/1/1', '1.1', 'Cache Cards'],
    ]);
    expect([...root.children].map(({ localName }) => localName)).toEqual(['metadata', 'wpt', 'wpt']);
    const [point] = root.getElementsByTagName('wpt');
    expect([point?.getAttribute('lat'), point?.getAttribute('lon')]).toEqual(['35.600000', '-82.550000']);
    expect([...(point?.children ?? [])].map(({ localName }) => localName)).toEqual(['time', 'name', 'desc', 'link', 'sym', 'type']);
    expect(point?.querySelector('link')?.getAttribute('href')).toBe(found.link);
  });

  test.each([
    ['<wpt lat="1">', '<wpt lat="1">'],
    ['Tom & "Jerry"\'s', 'Tom & "Jerry"\'s'],
    ['null \u0000 and bell \u0007', 'null  and bell '],
    ['half \uD83C of a pair', 'half  of a pair'],
    ['\uFFFE]]>', ']]>'],
    ['🏴‍☠️ שלום', '🏴‍☠️ שלום'],
  ])('accepts %j as a name', (name, shown) => {
    const document = parse(formatGpx('Found', '2026-11-21T10:00:00.000Z', [{ ...found, name }]));
    expect(document.querySelector('wpt > name')?.textContent).toBe(shown);
  });
});
