/** How far away something is, and in which direction, as people read it. Product rules: Finding cards. */
import { number } from '#web/lib/format.ts';

export type DistanceUnit = 'metric' | 'imperial';

const metersPerFoot = 0.3048;
const feetPerMile = 5_280;
/** Where roads count miles. */
const regionsWithMiles = new Set(['US', 'GB', 'LR', 'MM']);

/** By the region of the browser's first language; of a language without one, where most speak it. */
export function distanceUnit(language: string = navigator.language): DistanceUnit {
  try {
    return regionsWithMiles.has(new Intl.Locale(language).maximize().region ?? '') ? 'imperial' : 'metric';
  } catch {
    return 'metric';
  }
}

/** `80 m`, `1.2 km`, `230 km`; or `260 ft`, `0.8 mi`, `143 mi`. Two figures are enough to walk by, and no place here is known better. */
export function distanceWords(meters: number, unit: DistanceUnit): string {
  const [small, perSmall, large, smallInLarge] = unit === 'metric' ? ['m', 1, 'km', 1_000] : ['ft', metersPerFoot, 'mi', feetPerMile];
  const amount = meters / Number(perSmall);
  const inLarge = amount / Number(smallInLarge);
  const roundTo = (value: number, step: number) => Math.round(value / step) * step;
  // From there on tenths of the larger one say as much.
  const largeFrom = unit === 'metric' ? 0.995 : 0.1894;
  if (inLarge < largeFrom) return `${number(roundTo(amount, amount < 100 ? 5 : 10))} ${small}`;
  return `${inLarge < 9.95 ? inLarge.toFixed(1) : number(Math.round(inLarge))} ${large}`;
}

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

/** Of degrees clockwise from north. */
export function windOf(bearing: number): (typeof winds)[number] {
  return winds[Math.round(bearing / 45) % winds.length] ?? 'north';
}
