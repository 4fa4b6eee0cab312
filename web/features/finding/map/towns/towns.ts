/// <reference path="../virtual-modules.d.ts" />
/** Searches static files built from GeoNames (CC BY 4.0), without an API call. */
import type { Place } from '#schema/finding/geo.ts';
import type { TownFile, TownIndex } from '#web/features/finding/map/towns/town-file.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';
import { importAgain } from '#web/lib/react/page.tsx';

export interface Town extends Place {
  name: string;
  where: string;
  isWhole: boolean;
}

/** The licence requires this next to the results. */
export const townsAttribution = 'Towns: GeoNames, CC BY 4.0';

const townsAtMost = 8;
/** Limits the download for common prefixes; the largest towns are always searched too. */
const filesAtMost = 2;

interface Found extends Omit<Town, 'isWhole'> {
  key: string;
  thousands: number;
}

/** How many trailing words may be the region or country if there is no comma. */
const maxRegionWords = 3;

/**
 * Prefix search: full names first, then larger towns. Text after a comma is the region or country. Without a match, tries the last words as
 * the region: `asheville nc`. Rejects if the files cannot be loaded.
 */
export async function searchTowns(text: string): Promise<Town[]> {
  const [name = '', ...rest] = text.split(',');
  const within = rest.map(townKey).filter(Boolean);
  const words = townKey(name).split(' ').filter(Boolean);
  const fewest = Math.max(1, words.length - maxRegionWords);
  for (let count = words.length; count >= fewest; count -= 1) {
    const towns = await townsCalled(words.slice(0, count).join(' '), [...words.slice(count), ...within]);
    if (towns.length > 0) return towns;
  }
  return [];
}

async function townsCalled(name: string, within: string[]): Promise<Town[]> {
  const keys = waysToWrite(name);
  const { default: index } = await importAgain(() => import('virtual:towns'));
  const files = await Promise.all(filesFor(keys, index).map(readFile));
  const found = files.flatMap((file) => townsIn(file, keys, within));
  const different = new Map(found.map((town) => [`${town.key}|${town.latitude}|${town.longitude}`, town]));
  return [...different.values()]
    .sort((one, other) => rank(other, keys) - rank(one, keys))
    .slice(0, townsAtMost)
    .map((town) => shown(town, keys));
}

const shortened = [
  ['saint', 'st'],
  ['fort', 'ft'],
  ['mount', 'mt'],
] as const;

/** Adds variants for German spelling without umlauts (`muenchen` for `munchen`) and for abbreviations (`saint louis` for `st louis`). */
function waysToWrite(key: string): string[] {
  const [first = '', ...rest] = key.split(' ');
  const others = shortened.flatMap(([long, short]) => (rest.length === 0 ? [] : first === long ? [short] : first === short ? [long] : []));
  return [...new Set([key, key.replace(/([aou])e/g, '$1'), ...others.map((one) => [one, ...rest].join(' '))])];
}

/** Other common names of countries. */
const otherCountryNames: Record<string, string> = { US: 'usa', GB: 'uk great britain', AE: 'uae' };

function filesFor(keys: string[], { largest, files }: TownIndex): string[] {
  const holding = keys.flatMap((key) =>
    files
      .filter(({ firstKey }, index) => firstKey <= `${key}\uffff` && (files[index + 1]?.firstKey ?? '\uffff') >= key)
      .slice(0, filesAtMost)
      .map(({ address }) => address),
  );
  return [...new Set([largest, ...holding])];
}

function townsIn({ regions, towns }: TownFile, keys: string[], within: string[]): Found[] {
  return towns.flatMap(([name, region, latitude, longitude, thousands]) => {
    const key = townKey(name);
    if (!keys.some((one) => key.startsWith(one))) return [];
    const [state = '', country = '', code = ''] = (regions[region] ?? '').split('|');
    const where = [state, countryName(country)].filter(Boolean).join(', ');
    const around = townKey(`${where} ${country} ${code} ${otherCountryNames[country] ?? ''}`);
    if (!within.every((one) => ` ${around}`.includes(` ${one}`))) return [];
    return [{ key, name, where, latitude, longitude, thousands }];
  });
}

/** A full name outranks any population. */
function rank({ key, thousands }: Found, keys: string[]): number {
  return thousands + (keys.includes(key) ? 100_000 : 0);
}

function shown({ key, name, where, latitude, longitude }: Found, keys: string[]): Town {
  return { name, where, latitude, longitude, isWhole: keys.includes(key) };
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function countryName(code: string): string {
  return code === '' ? '' : (countryNames.of(code) ?? code);
}

const read = new Map<string, Promise<TownFile>>();

function readFile(address: string): Promise<TownFile> {
  const known = read.get(address);
  if (known) return known;
  const reading = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`The towns could not be read: ${response.status}`);
    return response.json() as Promise<TownFile>;
  });
  read.set(address, reading);
  // Retry a failed load next time.
  reading.catch(() => read.delete(address));
  return reading;
}
