/** Map files of the world's land and towns, which the build generates from npm packages. */
import { describe, expect, test } from 'vitest';
import { landRings, landStepsPerDegree } from '#scripts/map-data/land.ts';
import { otherNames } from '#scripts/map-data/other-names.ts';
import { townFiles } from '#scripts/map-data/towns.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';

/** Size in bytes before compression; gzip reduces it to about a third. */
const bytesOf = (file: object) => Buffer.byteLength(JSON.stringify(file));

test('coasts are closed, and none jumps across the map except along the bottom, round the pole', () => {
  const rings = landRings().map(([, , ...ways]) => ways);
  expect(rings.length).toBeGreaterThan(100);
  const roundThePole = rings.filter((ways) => ways.some((way) => Math.abs(way) > 90 * landStepsPerDegree));
  expect(roundThePole.length).toBe(1);
  for (const ways of rings.filter((ring) => !roundThePole.includes(ring))) {
    const [across, along] = [0, 1].map((start) => ways.reduce((sum, way, index) => (index % 2 === start ? sum + way : sum), 0));
    expect([across, along]).toEqual([0, 0]);
  }
});

describe('town files', () => {
  const { largest, files } = townFiles();

  test('are a limited number of small files, sorted by key', () => {
    expect(files.length).toBeLessThan(100);
    for (const file of [largest, ...files.map((one) => one.file)]) expect(bytesOf(file)).toBeLessThan(110_000);
    const keys = files.flatMap(({ file }) => file.towns.map(([name]) => townKey(name)));
    expect(keys.findIndex((key, index) => index > 0 && (keys[index - 1] ?? '') > key)).toBe(-1);
    expect(files.map(({ firstKey }) => firstKey)).toEqual(files.map(({ file }) => townKey(file.towns[0]?.[0] ?? '')));
  });

  test('contain places and populations', () => {
    const towns = files.flatMap(({ file }) => file.towns.map(([name, region, ...rest]) => [name, file.regions[region], ...rest]));
    expect(towns.find(([name, region]) => name === 'Asheville' && region === 'North Carolina|US|NC')).toEqual([
      'Asheville',
      'North Carolina|US|NC',
      expect.closeTo(35.6, 1),
      expect.closeTo(-82.55, 1),
      expect.any(Number),
    ]);
    expect(largest.towns[0]?.[4]).toBeGreaterThan(10_000);
  });

  test('contain each alternative name', () => {
    const names = new Set(
      files.flatMap(({ file }) => file.towns.map(([name, region]) => `${name}|${file.regions[region]?.split('|')[1]}`)),
    );
    const missing = Object.entries(otherNames).flatMap(([key, others]) =>
      others.filter((other) => !names.has(`${other}|${key.split('|')[0]}`)),
    );
    expect(missing).toEqual([]);
  });
});

test.each([
  ['Saint-Étienne', 'saint etienne'],
  ['Straßburg', 'strassburg'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['L’Aquila', 'laquila'],
  ['  St. Louis ', 'st louis'],
  ['東京', '東京'],
])('%s is compared as %s', (name, key) => {
  expect(townKey(name)).toBe(key);
});
