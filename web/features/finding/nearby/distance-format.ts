/** Distances and compass points. Product rules: Finding cards. */
import { number } from '#web/lib/format.ts';

export type DistanceUnit = 'metric' | 'imperial';

const metersPerFoot = 0.3048;
const feetPerMile = 5_280;
/** Countries whose road signs use miles. */
const regionsWithMiles = new Set(['US', 'GB', 'LR', 'MM']);

/** Returns the unit used in the region of the browser's language, or in that language's most likely region. */
export function getDistanceUnit(language: string = navigator.language): DistanceUnit {
  try {
    return regionsWithMiles.has(new Intl.Locale(language).maximize().region ?? '') ? 'imperial' : 'metric';
  } catch {
    return 'metric';
  }
}

/** Formats a distance: `80 m`, `1.2 km`, `230 km`; `260 ft`, `0.8 mi`, `143 mi`. More digits would exceed the accuracy of the positions. */
export function formatDistance(meters: number, unit: DistanceUnit): string {
  const [small, metersPerSmall, large, smallInLarge] = unit === 'metric' ? ['m', 1, 'km', 1_000] : ['ft', metersPerFoot, 'mi', feetPerMile];
  const amount = meters / Number(metersPerSmall);
  const largeAmount = amount / Number(smallInLarge);
  const roundToStep = (value: number, step: number) => Math.round(value / step) * step;
  // Distances from this many kilometers or miles are shown in that unit with one decimal; shorter ones in meters or feet.
  const largeUnitThreshold = unit === 'metric' ? 0.995 : 0.1894;
  if (largeAmount < largeUnitThreshold) return `${number(roundToStep(amount, amount < 100 ? 5 : 10))} ${small}`;
  return `${largeAmount < 9.95 ? largeAmount.toFixed(1) : number(Math.round(largeAmount))} ${large}`;
}

const compassPoints = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

/** Returns the compass point for a bearing in degrees clockwise from north. */
export function getCompassPoint(bearing: number): (typeof compassPoints)[number] {
  return compassPoints[Math.round(bearing / 45) % compassPoints.length] ?? 'north';
}
