/** Parses coordinates in decimal degrees, degrees and minutes, or degrees, minutes and seconds. */
import { type Place, roundDegrees } from '#schema/finding/geo.ts';

/**
 * Result of parsing coordinates. `refusal` is the error message for malformed coordinates. Null if the text is something else, such as the
 * name of a town.
 */
export type TypedPlace = { place: Place } | { refusal: string } | null;

export const coordinatesHint = 'For example 35.595, -82.551 or N 35° 35.706 W 082° 33.090';

interface Part {
  letter: string;
  degrees: number;
}

export function parseTypedPlace(input: string): TypedPlace {
  const text = input.trim().toUpperCase().replace(/[−–—]/g, '-');
  const hasOtherText = /[^\dNSEWO.,;°º'’′"”″\s+/-]/.test(text.replace(/\b(LAT|LATITUDE|LON|LNG|LONG|LONGITUDE)\b[:=]?/g, ''));
  if (!/\d/.test(text) || hasOtherText) return null;
  const parts = parseParts(text.replace(/[A-Z]{3,}[:=]?/g, ' '));
  if (!parts) return { refusal: `We can’t read these coordinates. ${coordinatesHint}.` };
  return toTypedPlace(parts);
}

function toTypedPlace([first, second]: [Part, Part]): TypedPlace {
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
 * Splits coordinates into two parts. Both parts must contain the same number of numbers. Compass letters must precede both parts, follow
 * both parts, or be missing.
 */
function parseParts(text: string): [Part, Part] | null {
  const marks =
    replaceDecimalCommas(text)
      .replace(/O/g, 'E')
      .match(/[+-]?\d+(\.\d+)?|[NSEW]/g) ?? [];
  const numbers = marks.filter((mark) => /\d/.test(mark));
  const numbersPerPart = numbers.length / 2;
  if (numbersPerPart !== 1 && numbersPerPart !== 2 && numbersPerPart !== 3) return null;
  const shape = marks.map((mark) => (/\d/.test(mark) ? 'n' : 'L')).join('');
  const run = 'n'.repeat(numbersPerPart);
  if (![`${run}${run}`, `L${run}L${run}`, `${run}L${run}L`].includes(shape)) return null;
  const [one = '', other = ''] = marks.filter((mark) => !/\d/.test(mark));
  const [first, second] = [parsePart(one, numbers.slice(0, numbersPerPart)), parsePart(other, numbers.slice(numbersPerPart))];
  return first && second && [first, second];
}

function parsePart(letter: string, [degrees = '', ...rest]: string[]): Part | null {
  const [minutes = 0, seconds = 0] = rest.map(Number);
  const isMalformed = rest.some((part) => /^[+-]/.test(part)) || (rest.length > 0 && degrees.includes('.'));
  if (isMalformed || minutes >= 60 || seconds >= 60) return null;
  const size = Math.abs(Number(degrees)) + minutes / 60 + seconds / 3_600;
  return { letter, degrees: degrees.startsWith('-') || /[SW]/.test(letter) ? -size : size };
}

/** Replaces decimal commas, as in `35,59 -82,55` and `35,59; -82,55`. The comma in `35.59, -82.55` is a separator. */
function replaceDecimalCommas(text: string): string {
  return /\.\d/.test(text) || !/\d,\d+\D+\d+,\d/.test(text) ? text : text.replace(/(\d),(?=\d)/g, '$1.');
}
