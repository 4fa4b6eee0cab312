/// <reference path="../virtual-modules.d.ts" />
/** Searches towns in static files built from GeoNames (CC BY 4.0), without an API call. */
import type { Place } from '#schema/finding/geo.ts';
import type { TownFile, TownIndex } from '#schema/finding/town-file.ts';
import { readTownFile } from '#web/features/finding/map/towns/read-town-file.ts';
import { townKey } from '#web/features/finding/map/towns/town-key.ts';
import { createOnDemand } from '#web/lib/create-on-demand.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';

export interface Town extends Place {
  name: string;
  regionName: string;
  /** Town and region, or town and country if the country has no regions. */
  shortName: string;
  isFullMatch: boolean;
}

/** Attribution that the license requires next to the results. */
export const townsAttribution = 'Towns: GeoNames, CC BY 4.0';

const maxTowns = 8;
/**
 * Maximum number of town files read per search, which limits downloads for common prefixes. The file with the largest towns is always read
 * as well.
 */
const maxFiles = 2;

interface TownMatch extends Omit<Town, 'isFullMatch'> {
  key: string;
  populationInThousands: number;
  isOtherName: boolean;
}

/** Maximum number of trailing words that may form the region or country if there is no comma. */
const maxRegionWords = 3;

/** Matches a US ZIP code, or the first half of a Canadian postal code, within other text. */
const postalCode = /(?:^|\s)(\d{5}|[a-z]\d[a-z])(?=\s|$)/;

/**
 * Searches by prefix. Matches of the full name come first, then larger towns. Text after a comma is the region or country. If nothing
 * matches, tries the last words as the region, as in `asheville nc`. If the text contains a postal code, searches for the code first and,
 * as a last resort, for the text without the code. Rejects if the files cannot be loaded.
 */
export async function searchTowns(text: string): Promise<Town[]> {
  const [code] = postalCode.exec(townKey(text)) ?? [];
  const words = splitWords(text).filter((word) => !/\d/.test(word));
  const towns = code ? await findTowns(code.trim(), words) : [];
  if (towns.length > 0) return towns;
  const townsByName = await searchNames(text);
  // If nothing matches, retries without the words that contain digits, as in `1010 Wien` and `SW1A London`.
  return townsByName.length > 0 || !/\d/.test(text) ? townsByName : searchNames(text.replace(/[\p{L}-]*\d[\p{L}\d-]*/gu, ' '));
}

const splitWords = (text: string) => townKey(text).split(' ').filter(Boolean);

async function searchNames(text: string): Promise<Town[]> {
  const [name = '', ...rest] = text.split(',').filter((part) => townKey(part) !== '');
  const regionKeys = rest.flatMap(splitWords);
  const words = splitWords(name);
  const minNameWords = Math.max(1, words.length - maxRegionWords);
  for (let count = words.length; count >= minNameWords; count -= 1) {
    const towns = await findTowns(words.slice(0, count).join(' '), [...words.slice(count), ...regionKeys]);
    if (towns.length > 0) return towns;
  }
  return [];
}

async function findTowns(name: string, regionKeys: string[]): Promise<Town[]> {
  const keys = listSpellings(name);
  const { default: index } = await importWithRetry(() => import('virtual:towns'));
  const files = await Promise.all(selectFiles(keys, index).map(readTownFile));
  const matches = files.flatMap((file) => filterTowns(file, keys, regionKeys));
  const rankedTowns = matches.sort((a, b) => getRank(b, keys) - getRank(a, keys));
  // Removes duplicate towns and keeps the name that matches best.
  const uniqueTowns = new Map(rankedTowns.toReversed().map((town) => [`${town.latitude}|${town.longitude}`, town]));
  return rankedTowns
    .filter((town) => uniqueTowns.get(`${town.latitude}|${town.longitude}`) === town)
    .slice(0, maxTowns)
    .map((town) => toTown(town, keys));
}

const abbreviations = [
  ['saint', 'st'],
  ['sankt', 'st'],
  ['sainte', 'ste'],
  ['santa', 'sta'],
  ['santo', 'sto'],
  ['fort', 'ft'],
  ['mount', 'mt'],
] as const;

/** Adds spelling variants: German without umlauts (`muenchen` for `munchen`) and abbreviations (`saint louis` for `st louis`). */
function listSpellings(key: string): string[] {
  const [first = '', ...rest] = key.split(' ');
  const alternatives = abbreviations.flatMap(([long, short]) =>
    rest.length === 0 ? [] : first === long ? [short] : first === short ? [long] : [],
  );
  return [...new Set([key, key.replace(/([aou])e/g, '$1'), ...alternatives.map((alternative) => [alternative, ...rest].join(' '))])];
}

/** Other common names of countries, by country code. */
const otherCountryNames: Record<string, string> = { US: 'usa', GB: 'uk great britain', AE: 'uae' };

function selectFiles(keys: string[], { largest, files }: TownIndex): string[] {
  const matchingFiles = keys.flatMap((key) =>
    files
      .filter(({ firstKey }, index) => firstKey <= `${key}\uffff` && (files[index + 1]?.firstKey ?? '\uffff') >= key)
      .slice(0, maxFiles)
      .map(({ address }) => address),
  );
  return [...new Set([largest, ...matchingFiles])];
}

function filterTowns({ regions, towns }: TownFile, keys: string[], regionKeys: string[]): TownMatch[] {
  return towns.flatMap(([name, region, latitude, longitude, populationInThousands, isOtherName = 0]) => {
    const key = townKey(name);
    if (!keys.some((prefix) => key.startsWith(prefix))) return [];
    const [state = '', country = '', code = ''] = (regions[region] ?? '').split('|');
    const regionName = [state, countryName(country)].filter(Boolean).join(', ');
    const ownCountryName = country && ownCountryNames().of(country);
    const regionKey = townKey(`${name} ${regionName} ${country} ${code} ${otherCountryNames[country] ?? ''} ${ownCountryName}`);
    if (!regionKeys.every((word) => ` ${regionKey}`.includes(` ${word}`))) return [];
    const isNamedAlike = townKey(state) === townKey(name);
    const shortName = `${name}, ${(!isNamedAlike && state) || countryName(country)}`;
    return [{ key, name, regionName, shortName, latitude, longitude, populationInThousands, isOtherName: isOtherName === 1 }];
  });
}

/** Returns the sort rank of a match. A match of the full name ranks above any partial match, regardless of population. */
function getRank({ key, populationInThousands, isOtherName }: TownMatch, keys: string[]): number {
  return populationInThousands + (keys.includes(key) ? 100_000 : 0) - (isOtherName ? 0.5 : 0);
}

function toTown({ key, name, regionName, shortName, latitude, longitude }: TownMatch, keys: string[]): Town {
  return { name, regionName, shortName, latitude, longitude, isFullMatch: keys.includes(key) };
}

const countryNames = createOnDemand(() => createCountryNames('en'));
/** Country names in the browser's language. Users with a German browser can type `München, Deutschland`. */
const ownCountryNames = createOnDemand(() => createCountryNames(navigator.language));

function createCountryNames(language: string): Intl.DisplayNames {
  try {
    return new Intl.DisplayNames([language], { type: 'region' });
  } catch {
    // Some browsers report invalid language tags, so fall back to English.
    return new Intl.DisplayNames(['en'], { type: 'region' });
  }
}

function countryName(code: string): string {
  return code === '' ? '' : (countryNames().of(code) ?? code);
}
