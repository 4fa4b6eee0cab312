import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TownFile } from '#schema/finding/town-file.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { searchTowns } from '#web/features/finding/map/towns/towns.ts';

vi.mock('virtual:towns', () => ({
  default: {
    largest: '/largest.json',
    files: [
      { firstKey: '0', address: '/0.json' },
      { firstKey: 'aachen', address: '/1.json' },
      { firstKey: 'paris', address: '/2.json' },
      { firstKey: 'zz', address: '/3.json' },
      { firstKey: 'м', address: '/4.json' },
    ],
  },
}));

const file = (regions: string[], towns: TownFile['towns']) => ({ json: { regions, towns } });
const large = file(
  ['Île-de-France|FR', 'Bavaria|DE'],
  [
    ['Paris', 0, 48.853, 2.349, 2139],
    ['München', 1, 48.137, 11.575, 1260],
  ],
);

let sent: ReturnType<typeof fakeServer>;
beforeEach(() => {
  sent = fakeServer({
    'GET /largest.json': large,
    'GET /1.json': file(
      ['Bavaria|DE', '|MC', '|CA|ON'],
      [
        ['Münchsteinach', 0, 49.6, 10.6, 1],
        ['Monaco', 1, 43.7, 7.4, 33],
        ['M5V Toronto', 2, 43.64, -79.39, 0, 1],
      ],
    ),
    'GET /2.json': file(
      [
        ...['Île-de-France|FR', 'Texas|US|TX', 'Missouri|US|MO', 'Scotland|GB|SCT'],
        ...['Saint Gallen|CH|SG', 'District of Columbia|US|DC', 'Vienna|AT'],
      ],
      [
        ['St. Louis', 2, 38.627, -90.198, 302],
        ['St Andrews', 3, 56.34, -2.796, 17],
        ['Paris', 0, 48.853, 2.349, 2139],
        ['Paris', 1, 33.661, -95.556, 25],
        ['Parisville', 1, 30, -95, 900],
        ['Sankt Gallen', 4, 47.424, 9.375, 70],
        ['Saint-Gall', 4, 47.424, 9.375, 70, 1],
        ['Washington', 5, 38.895, -77.036, 689],
        ['Wien', 6, 48.208, 16.373, 1691, 1],
      ],
    ),
    'GET /4.json': file(['Moscow|RU'], [['Москва', 0, 55.752, 37.618, 10381, 1]]),
    'GET /0.json': file(
      ['North Carolina|US|NC'],
      [
        ['28801 Asheville', 0, 35.597, -82.557, 0, 1],
        ['28803 Asheville', 0, 35.539, -82.518, 0, 1],
      ],
    ),
  });
});
afterEach(() => vi.unstubAllGlobals());

const names = async (text: string) => (await searchTowns(text)).map(({ name, regionName }) => `${name}, ${regionName}`);

describe('towns by name', () => {
  test('are sorted by whole names first, then by size, each once', async () => {
    expect(await names('paris')).toEqual([
      'Paris, Île-de-France, France',
      'Paris, Texas, United States',
      'Parisville, Texas, United States',
    ]);
  });

  test.each([
    'Paris, TX',
    'paris, texas',
    'Paris, Texas, united states',
    'paris, US',
    'Paris, USA',
    'Paris TX',
    'paris texas usa',
  ])('include a single one for “%s”', async (text) => {
    expect((await names(text))[0]).toBe('Paris, Texas, United States');
  });

  test.each(['münch', 'munchen', 'MUENCHEN', 'München'])('include München for %s', async (text) => {
    expect((await names(text))[0]).toBe('München, Bavaria, Germany');
  });

  test.each(['St. Louis', 'saint louis', 'Saint-Louis MO', 'St Louis, Missouri'])('include St. Louis for %s', async (text) => {
    expect(await names(text)).toEqual(['St. Louis, Missouri, United States']);
  });

  test('in a part of the United Kingdom are found by UK, and no others', async () => {
    expect(await names('paris, uk')).toEqual([]);
    expect(await names('st andrews uk')).toEqual(['St Andrews, Scotland, United Kingdom']);
  });

  test.each([
    ['St. Gallen', 'Sankt Gallen, Saint Gallen, Switzerland'],
    ['sankt gallen', 'Sankt Gallen, Saint Gallen, Switzerland'],
    ['Saint-Gall', 'Saint-Gall, Saint Gallen, Switzerland'],
    ['Washington, D.C.', 'Washington, District of Columbia, United States'],
    ['Washington D. C.', 'Washington, District of Columbia, United States'],
    ['Washington DC, U.S.A.', 'Washington, District of Columbia, United States'],
    ['Paris, U.S.', 'Paris, Texas, United States'],
    ['St Andrews, U.K.', 'St Andrews, Scotland, United Kingdom'],
    ['Asheville, NC 28801', '28801 Asheville, North Carolina, United States'],
    ['28801', '28801 Asheville, North Carolina, United States'],
    ['28801-1234', '28801 Asheville, North Carolina, United States'],
    ['28801 asheville', '28801 Asheville, North Carolina, United States'],
    ['M5V 2T6', 'M5V Toronto, Canada'],
    ['Toronto, ON m5v 2t6', 'M5V Toronto, Canada'],
    ['1010 Wien', 'Wien, Vienna, Austria'],
    ['A-1010 Wien', 'Wien, Vienna, Austria'],
    ['28801 Wien', 'Wien, Vienna, Austria'],
    ['Paris, TX 75460', 'Paris, Texas, United States'],
    ['москва', 'Москва, Moscow, Russia'],
    ['Paris, , Texas', 'Paris, Texas, United States'],
  ])('are found by %s, once each', async (text, name) => {
    expect((await names(text))[0]).toBe(name);
    expect(new Set(await names(text)).size).toBe((await names(text)).length);
  });

  test('without a region show their country only', async () => {
    expect(await names('monaco')).toEqual(['Monaco, Monaco']);
  });

  test('load only files that can contain the name', async () => {
    await searchTowns('parisv');
    expect(sent.map(({ path }) => path)).not.toContain('/3.json');
  });

  test('are none for an empty text or one without letters', async () => {
    expect([await searchTowns(''), await searchTowns(' , '), await searchTowns('!')]).toEqual([[], [], []]);
  });
});

test('reject without a network, and are requested again the next time', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(searchTowns('zzz')).rejects.toThrow('Failed to fetch');
  fakeServer({ 'GET /3.json': file(['|NL'], [['Zzz', 0, 52, 5, 1]]) });
  expect(await names('zzz')).toEqual(['Zzz, Netherlands']);
});
