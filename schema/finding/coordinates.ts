/**
 * Parses typed or pasted coordinates: decimal degrees; degrees and minutes; degrees, minutes and seconds; `geo:` URIs; and map links.
 * Custom code because the best of six npm packages parses only two thirds of the formats in this file's test, and none can parse a latitude
 * or longitude alone.
 */
import { toAsciiDigits } from '#schema/digits.ts';
import { type Place, roundDegrees } from '#schema/finding/geo.ts';
import { readMapLink } from '#schema/finding/map-link.ts';

/** What is wrong with malformed coordinates. The site words it (web/features/finding/map/coordinate-words.ts). */
export type CoordinateFlaw =
  | 'link_without_place'
  | 'unreadable'
  | 'ambiguous_o'
  | 'ambiguous_s'
  | 'same_axis'
  | 'other_axis'
  | 'swapped'
  | 'latitude_out_of_range'
  | 'longitude_out_of_range';

interface Refusal {
  refusal: CoordinateFlaw;
}
/** Result of parsing typed coordinates. The result is null if the text is not coordinates at all, such as the name of a town. */
export type TypedPlace = { place: Place } | Refusal | null;

export type Axis = 'latitude' | 'longitude';

interface Coordinate {
  axis: Axis | undefined;
  degrees: number;
}

/**
 * Parses text that contains both a latitude and a longitude, or a map link. Direction letters are those of English and of the writer's
 * language.
 */
export function parsePlace(text: string, language: string): TypedPlace {
  const link = readMapLink(text);
  if (link === 'none') return { refusal: 'link_without_place' };
  if (postalCode.test(text)) return null;
  const tokens = readTokens(toPlainText(link ?? text), language);
  if (!tokens || 'refusal' in tokens) return tokens;
  const [first, second] = splitTokens(tokens, 2)?.map(toCoordinate) ?? [];
  if (!first || !second) return { refusal: 'unreadable' };
  return toPlace(first, second);
}

/** A number that can only be a postal code, such as `28801`, `28801-1234`, `1010` or `110 00`. */
const postalCode = /^\s*\d{3,}(?:[\s-]\d{2,4})?\s*$/;

/** Parses a single latitude or longitude, for a form with separate fields. */
export function parseCoordinate(text: string, axis: Axis, language: string): { degrees: number } | Refusal {
  const plainText = toPlainText(text).trim();
  const isPair = /[,;]\s|[;|/]/.test(plainText);
  const tokens = isPair ? null : readTokens(plainText.replace(/^([^.,]*\d),(\d+\D*)$/, '$1.$2'), language);
  if (tokens && 'refusal' in tokens) return tokens;
  const coordinate = tokens && toCoordinate(splitTokens(tokens, 1)?.[0]);
  if (!coordinate) return { refusal: 'unreadable' };
  if (coordinate.axis && coordinate.axis !== axis) return { refusal: 'other_axis' };
  return { degrees: roundDegrees(coordinate.degrees) };
}

function toPlace(first: Coordinate, second: Coordinate): TypedPlace {
  const isLongitudeFirst = first.axis === 'longitude' || second.axis === 'latitude';
  const [north, east] = isLongitudeFirst ? [second, first] : [first, second];
  if (north.axis === 'longitude' || east.axis === 'latitude') return { refusal: 'same_axis' };
  const [latitude, longitude] = [roundDegrees(north.degrees), roundDegrees(east.degrees)];
  if (Math.abs(latitude) > 90 && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) return { refusal: 'swapped' };
  if (Math.abs(latitude) > 90) return { refusal: 'latitude_out_of_range' };
  if (Math.abs(longitude) > 180) return { refusal: 'longitude_out_of_range' };
  return { place: { latitude, longitude } };
}

/**
 * Look-alikes of the degree sign (ordinal indicators, rings), of the minute and second signs (primes, quotes) and of the hyphen, with their
 * replacements.
 */
const confusableCharacters: [RegExp, string][] = [
  [/[º˚∘⁰ᵒ]/g, '°'],
  [/['’‘′ʹʼ`´＇‵]{2}|[”“″ʺ〃＂‶]/g, '"'],
  [/[’‘′ʹʼ`´＇‵]/g, "'"],
  [/[−–—‐‑‒―﹣－]/g, '-'],
  [/٫/g, '.'],
  [/[،、]/g, ','],
  [/\p{DI}/gu, ''],
];

/** Words and abbreviations for directions and units, from languages in which they are unambiguous. φ means latitude, λ longitude. */
const axisWords: [RegExp, string][] = [
  [/\bLAT\p{L}*\.?|[緯纬]度|ШИРОТА/gu, 'φ'],
  [/\b(?:LON|LNG)\p{L}*\.?|[経經经]度|ДОЛГОТА/gu, 'λ'],
  [/(\d\s*)(?:DEG\p{L}*|D|度)\s*([\d.,]+\s*)(?:MIN\p{L}*|M|分)\s*([\d.,]+\s*)(?:SEC\p{L}*|S|秒)/gu, '$1°$2\'$3"'],
  [/(\d\s*)(?:DEG\p{L}*|D|度)(?!\p{L})/gu, '$1°'],
  [/(\d\s*)(?:MIN\p{L}*|M|分)(?!\p{L})/gu, "$1'"],
  [/\b(?:NORTH|NORD|NORTE|NOORD)\b|北[緯纬]?|С\.?\s?Ш\.?/g, 'N'],
  [/\b(?:SOUTH|SUD|SUR|SUL|ZUID)\b|SÜD\b|南[緯纬]?|Ю\.?\s?Ш\.?/g, 'S'],
  [/\b(?:EAST|EST|ESTE|OST|OOST)\b|[東东][経經经]?|В\.?\s?Д\.?/g, 'E'],
  [/\b(?:WEST|OUEST|OESTE|OVEST)\b|西[経經经]?|З\.?\s?Д\.?/g, 'W'],
];

/** Words and abbreviations for directions that other languages would read differently. */
const directionWords: Record<string, [RegExp, string][] | undefined> = {
  cs: [
    [/SEVER\p{L}*|S\.?\s?Š\.?/gu, 'N'],
    [/JIH\p{L}*|J\.?\s?Š\.?/gu, 'S'],
    [/VÝCHOD\p{L}*|V\.?\s?D\.?/gu, 'E'],
    [/ZÁPAD\p{L}*|Z\.?\s?D\.?/gu, 'W'],
  ],
  nl: [
    [/NB/g, 'N'],
    [/ZB/g, 'S'],
    [/OL/g, 'E'],
    [/WL/g, 'W'],
  ],
};

/** Letters for directions, by language, where they differ from N, S, E and W. */
const directionLetters: Record<string, Record<string, string> | undefined> = {
  cs: { S: 'N', J: 'S', V: 'E', Z: 'W' },
  de: { O: 'E' },
  es: { O: 'W' },
  fr: { O: 'W' },
  nl: { O: 'E', Z: 'S', W: 'W' },
  'pt-br': { O: 'W', L: 'E' },
};

/**
 * Replaces the language's letters by N, S, E and W. An E or W that the language does not use makes all letters international, so nothing is
 * replaced: in Czech, S is North next to V or Z, but South next to E.
 */
function replaceDirectionLetters(text: string, language: string): string {
  const letters = directionLetters[language];
  const isInternational = [...'EW'].some((letter) => text.includes(letter) && !(letters && letter in letters));
  return !letters || isInternational ? text : text.replace(/[A-Z]/g, (letter) => letters[letter] ?? letter);
}

function replaceAll(text: string, rules: [RegExp, string][]): string {
  return rules.reduce((replaced, [pattern, replacement]) => replaced.replace(pattern, replacement), text);
}

/** Replaces look-alikes before applying NFKC because NFKC turns `º` into a letter. */
const toPlainText = (text: string) => toAsciiDigits(replaceAll(text, confusableCharacters)).toUpperCase();

/** Splits normalized text into numbers and direction letters. Returns null if the text is not a coordinate. */
function readTokens(plainText: string, language: string): string[] | Refusal | null {
  const ownText = replaceAll(replaceAll(plainText, directionWords[language] ?? []), axisWords);
  if (language === 'cs' && /S/.test(ownText) && !/[NEWJVZ]/.test(ownText)) return { refusal: 'ambiguous_s' };
  const normalizedText = replaceDirectionLetters(ownText, language);
  if (!/\d/.test(normalizedText) || /[^\dNSEWOφλ.,;:°'"\s+/|()[\]{}=-]/.test(normalizedText)) return null;
  // If the text contains letters for both latitude and longitude, `O` is a degree sign rather than a direction.
  const unambiguousText = /[NS]/.test(normalizedText) && /[EW]/.test(normalizedText) ? normalizedText.replace(/O/g, ' ') : normalizedText;
  if (unambiguousText.includes('O')) return { refusal: 'ambiguous_o' };
  const hasLetters = /[NSEW]/.test(unambiguousText);
  const signedText = hasLetters
    ? unambiguousText.replace(/[φλ]/g, ' ').replace(/(\d)-(?=\d)/g, '$1 ')
    : unambiguousText.replace(/(^|[^\d\s]\s*)-\s+(?=\d)/g, '$1-');
  // Rejects text such as `35.5 - 82.5`, in which the dash could be a separator or a minus sign.
  if (!hasLetters && /\d\s+-\s/.test(signedText)) return [];
  return replaceDecimalCommas(signedText, hasLetters).match(/[+-]?\d+(?:\.\d+)?|[NSEWφλ]/g) ?? [];
}

/**
 * Replaces decimal commas, as in `35,59 -82,55`, `35,59; -82,55` and `N 35° 35,7`. The comma in `35.59, -82.55` and `48,11` is a
 * separator.
 */
function replaceDecimalCommas(text: string, hasLetters: boolean): string {
  const isDecimal = !/\.\d/.test(text) && (hasLetters || /[°']/.test(text) || /\d,\d+\D+\d+,\d/.test(text));
  return isDecimal ? text.replace(/(\d),(?=\d)/g, '$1.') : text;
}

/** Groups tokens by coordinate. Direction letters must all precede their numbers, all follow them, or be absent. */
function splitTokens(tokens: string[], count: 1 | 2): string[][] | null {
  const shape = tokens.map((token) => (/\d/.test(token) ? 'n' : 'L')).join('');
  const lengths = shape.match(/^(?:Ln+)+$/) ? shape.match(/Ln+/g) : shape.match(/^(?:n+L)+$/) ? shape.match(/n+L/g) : null;
  if (lengths) return lengths.length === count ? lengths.map(({ length }, index) => takeTokens(tokens, lengths, index, length)) : null;
  const size = tokens.length / count;
  if (shape.includes('L') || !Number.isInteger(size)) return null;
  return count === 1 ? [tokens] : [tokens.slice(0, size), tokens.slice(size)];
}

function takeTokens(tokens: string[], groups: string[], index: number, length: number): string[] {
  const start = groups.slice(0, index).reduce((sum, group) => sum + group.length, 0);
  return tokens.slice(start, start + length);
}

const axes: Record<string, Axis> = { N: 'latitude', S: 'latitude', φ: 'latitude', E: 'longitude', W: 'longitude', λ: 'longitude' };

/**
 * Converts the tokens of one coordinate to degrees. Only the last number may have decimals. Only the first may have a sign, which must not
 * contradict the direction letter.
 */
function toCoordinate(tokens: string[] | undefined): Coordinate | null {
  const letter = tokens?.find((token) => token in axes) ?? '';
  const numbers = tokens?.filter((token) => token !== letter) ?? [];
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map((number) => Math.abs(Number(number)));
  const isMalformed =
    numbers.length < 1 ||
    numbers.length > 3 ||
    numbers.slice(1).some((number) => /^[+-]/.test(number)) ||
    numbers.slice(0, -1).some((number) => number.includes('.')) ||
    (numbers[0]?.startsWith('-') && /[NE]/.test(letter));
  if (isMalformed || minutes >= 60 || seconds >= 60) return null;
  const absoluteDegrees = degrees + minutes / 60 + seconds / 3_600;
  const isNegative = numbers[0]?.startsWith('-') || /[SW]/.test(letter);
  return { axis: axes[letter], degrees: isNegative ? -absoluteDegrees : absoluteDegrees };
}
