/** Map files of the world's land and towns, which the build generates from npm packages. */
import { describe, expect, test } from 'vitest';
import { landRings, landStepsPerDegree } from '#scripts/map-data/land.ts';
import { townFiles } from '#scripts/map-data/towns.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';

/** Returns the uncompressed size of a file in bytes; gzip reduces it to about a third. */
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

test('all coasts are in one copy of the world, which the map draws alone', () => {
  for (const [start = 0, , ...ways] of landRings()) {
    const longitudes = [start];
    for (const [index, way] of ways.entries()) if (index % 2 === 0) longitudes.push((longitudes.at(-1) ?? 0) + way);
    expect(Math.min(...longitudes)).toBeGreaterThanOrEqual(-180 * landStepsPerDegree);
    expect(Math.max(...longitudes)).toBeLessThanOrEqual(191 * landStepsPerDegree);
  }
});

describe('town files', () => {
  const { largest, files } = townFiles();
  const namesByCountry = new Map<string, Set<string>>();
  for (const { file } of files)
    for (const [name, region] of file.towns) {
      const country = file.regions[region]?.split('|')[1] ?? '';
      namesByCountry.set(country, (namesByCountry.get(country) ?? new Set()).add(townKey(name)));
    }

  test('are a limited number of small files, sorted by key', () => {
    expect(files.length).toBeLessThan(320);
    for (const file of [largest, ...files.map((one) => one.file)]) expect(bytesOf(file)).toBeLessThan(130_000);
    const keys = files.flatMap(({ file }) => file.towns.map(([name]) => townKey(name)));
    expect(keys.findIndex((key, index) => index > 0 && (keys[index - 1] ?? '') > key)).toBe(-1);
    expect(files.map(({ firstKey }) => firstKey)).toEqual(files.map(({ file }) => townKey(file.towns[0]?.[0] ?? '')));
  });

  test('name cities on the map, not their districts', () => {
    const names = largest.towns.map(([name]) => name);
    for (const city of ['Milan', 'Madrid', 'Leipzig', 'Memphis', 'Istanbul']) expect(names).toContain(city);
    for (const district of ['Brera', 'Embajadores', 'Großzschocher', 'New South Memphis', 'Fatih']) expect(names).not.toContain(district);
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
    expect(towns.filter(([name, region]) => name === 'London' && region === 'England|GB|ENG')).toHaveLength(1);
  });

  test.each([
    ['AT', ['Vienna', 'Wien']],
    ['BE', ['Antwerp', 'Antwerpen', 'Anvers', 'Bruges', 'Brugge', 'Brussels', 'Bruxelles', 'Brussel', 'Ghent', 'Gent', 'Gand']],
    ['CH', ['Geneva', 'Genève', 'Genf', 'Sankt Gallen', 'Zürich']],
    ['CN', ['Beijing', 'Peking', '北京', 'Canton', '上海']],
    ['CZ', ['Prague', 'Praha']],
    ['DE', ['Cologne', 'Köln', 'Hanover', 'Hannover', 'Munich', 'München', 'Nuremberg', 'Nürnberg']],
    ['DK', ['Copenhagen', 'København', 'Århus']],
    ['EG', ['Cairo', 'Al Qahirah', 'القاهرة']],
    ['ES', ['Seville', 'Sevilla', 'Saragossa', 'Zaragoza', 'San Sebastián', 'Donostia']],
    ['FI', ['Helsinki', 'Helsingfors', 'Turku', 'Åbo']],
    ['FR', ['Lyons', 'Marseilles', 'Straßburg', 'Strasbourg']],
    ['GR', ['Athens', 'Athina', 'Αθήνα', 'Saloniki', 'Θεσσαλονίκη']],
    ['IL', ['Jerusalem', 'ירושלים', 'תל אביב']],
    ['IN', ['Bengaluru', 'Bangalore', 'Calcutta', 'Bombay', 'Madras', 'दिल्ली']],
    ['IT', ['Firenze', 'Genova', 'Milano', 'Napoli', 'Padua', 'Roma', 'Siracusa', 'Torino', 'Venezia', 'Bozen', 'Meran']],
    ['JP', ['Tokyo', '東京', '大阪', '京都']],
    ['KR', ['Seoul', '서울', '부산']],
    ['NL', ['Den Haag', 'The Hague']],
    ['PL', ['Cracow', 'Kraków', 'Warszawa', 'Breslau']],
    ['PT', ['Lisboa', 'Lisbon']],
    ['RO', ['București', 'Bucharest']],
    ['RS', ['Beograd', 'Београд']],
    ['RU', ['Moscow', 'Moskva', 'Москва', 'Санкт-Петербург']],
    ['SE', ['Gothenburg', 'Göteborg']],
    ['TH', ['Bangkok', 'กรุงเทพมหานคร']],
    ['TR', ['İzmir', 'Istanbul', 'Constantinople']],
    ['UA', ['Kyiv', 'Kiev', 'Київ', 'Львів']],
    ['US', ['New York', 'New York City', 'Washington', '28801 Asheville', '10001 New York']],
    ['CA', ['Montréal', 'Québec', 'M5V Downtown Toronto']],
    ['VN', ['Saigon', 'Ho Chi Minh City', 'Hà Nội']],
  ])('contain towns of %s by their own and other names: %j', (country, names) => {
    expect(names.filter((name) => !namesByCountry.get(country)?.has(townKey(name)))).toEqual([]);
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
  ['Washington, D.C.', 'washington dc'],
  ['U. K.', 'uk'],
])('%s is compared as %s', (name, key) => {
  expect(townKey(name)).toBe(key);
});
