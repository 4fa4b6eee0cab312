/** Parses coordinates in decimal degrees, degrees and minutes, or degrees, minutes and seconds. */
import { type Place, roundDegrees } from '#schema/finding/geo.ts';

/**
 * Result of parsing coordinates. `refusal` is the error message for malformed coordinates. Null if the text is something else, such as the
 * name of a town.
 */
export type TypedPlace = { place: Place } | { refusal: string } | null;

export const coordinatesHint = 'For example 35.595, -82.551 or N 35° 35.706 W 082° 33.090';

interface Coordinate {
  letter: string;
  degrees: number;
}

export function parseTypedPlace(input: string): TypedPlace {
  const text = input.trim().toUpperCase().replace(/[−–—]/g, '-');
  const hasOtherText = /[^\dNSEWO.,;°º'’′"”″\s+/-]/.test(text.replace(/\b(LAT|LATITUDE|LON|LNG|LONG|LONGITUDE)\b[:=]?/g, ''));
  if (!/\d/.test(text) || hasOtherText) return null;
  const coordinates = splitCoordinates(text.replace(/[A-Z]{3,}[:=]?/g, ' '));
  if (!coordinates) return { refusal: `We can’t read these coordinates. ${coordinatesHint}.` };
  return toTypedPlace(coordinates);
}

function toTypedPlace([first, second]: [Coordinate, Coordinate]): TypedPlace {
  const isLongitudeFirst = /[EW]/.test(first.letter) || /[NS]/.test(second.letter);
  const [north, east] = isLongitudeFirst ? [second, first] : [first, second];
  if (/[EW]/.test(north.letter) || /[NS]/.test(east.letter)) return { refusal: 'One coordinate must be N or S, the other E or W.' };
  const [latitude, longitude] = [roundDegrees(north.degrees), roundDegrees(east.degrees)];
  if (Math.abs(latitude) > 90 && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90)
    return { refusal: 'Latitude comes first and must be between -90 and 90. Did you swap the two?' };
  if (Math.abs(latitude) > 90) return { refusal: 'Latitude must be between -90 and 90.' };
  if (Math.abs(longitude) > 180) return { refusal: 'Longitude must be between -180 and 180.' };
  return { place: { latitude, longitude } };
}

/**
 * Splits coordinates into two parts. Both parts must have the same number of components. Compass letters must precede both parts, follow
 * both parts, or be missing.
 */
function splitCoordinates(text: string): [Coordinate, Coordinate] | null {
  const symbols =
    replaceDecimalCommas(text)
      .replace(/O/g, 'E')
      .match(/[+-]?\d+(\.\d+)?|[NSEW]/g) ?? [];
  const numbers = symbols.filter((symbol) => /\d/.test(symbol));
  const numbersPerCoordinate = numbers.length / 2;
  if (numbersPerCoordinate !== 1 && numbersPerCoordinate !== 2 && numbersPerCoordinate !== 3) return null;
  const shape = symbols.map((symbol) => (/\d/.test(symbol) ? 'n' : 'L')).join('');
  const numberRun = 'n'.repeat(numbersPerCoordinate);
  if (![`${numberRun}${numberRun}`, `L${numberRun}L${numberRun}`, `${numberRun}L${numberRun}L`].includes(shape)) return null;
  const [firstLetter = '', secondLetter = ''] = symbols.filter((symbol) => !/\d/.test(symbol));
  const [first, second] = [
    parseCoordinate(firstLetter, numbers.slice(0, numbersPerCoordinate)),
    parseCoordinate(secondLetter, numbers.slice(numbersPerCoordinate)),
  ];
  return first && second && [first, second];
}

function parseCoordinate(letter: string, [degrees = '', ...rest]: string[]): Coordinate | null {
  const [minutes = 0, seconds = 0] = rest.map(Number);
  const isMalformed = rest.some((segment) => /^[+-]/.test(segment)) || (rest.length > 0 && degrees.includes('.'));
  if (isMalformed || minutes >= 60 || seconds >= 60) return null;
  const absoluteDegrees = Math.abs(Number(degrees)) + minutes / 60 + seconds / 3_600;
  return { letter, degrees: degrees.startsWith('-') || /[SW]/.test(letter) ? -absoluteDegrees : absoluteDegrees };
}

/** Replaces decimal commas, as in `35,59 -82,55` and `35,59; -82,55`. The comma in `35.59, -82.55` is a separator. */
function replaceDecimalCommas(text: string): string {
  return /\.\d/.test(text) || !/\d,\d+\D+\d+,\d/.test(text) ? text : text.replace(/(\d),(?=\d)/g, '$1.');
}
