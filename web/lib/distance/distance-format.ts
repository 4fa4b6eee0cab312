import { t } from '@lingui/core/macro';
/** Formats distances. Product rules: Finding cards. */
import type { DistanceUnit } from '#web/lib/distance/distance-unit.ts';
import { number, numberFormat } from '#web/lib/format.ts';
import { getLanguage } from '#web/lib/words/words.ts';

export const metersPerFoot = 0.3048;
const feetPerMile = 5_280;
export const metersPerMile = metersPerFoot * feetPerMile;
export const kmPerMile = 1.609344;

const decimalFormat = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const oneDecimal = (value: number) => (getLanguage() === 'en' ? value.toFixed(1) : decimalFormat().format(value));

/** Formats a distance: `80 m`, `1.2 km`, `230 km`; `260 ft`, `0.8 mi`, `143 mi`. More digits would exceed the accuracy of the positions. */
export function formatDistance(meters: number, unit: DistanceUnit): string {
  const [small, metersPerSmall, large, smallInLarge] = unit === 'metric' ? ['m', 1, 'km', 1_000] : ['ft', metersPerFoot, 'mi', feetPerMile];
  const amount = meters / Number(metersPerSmall);
  const largeAmount = amount / Number(smallInLarge);
  const roundToStep = (value: number, step: number) => Math.round(value / step) * step;
  // Minimum distance, in kilometers or miles, shown in the larger unit. Shorter distances are shown in meters or feet.
  const largeUnitThreshold = unit === 'metric' ? 0.995 : 0.1894;
  if (largeAmount < largeUnitThreshold) return `${number(roundToStep(amount, amount < 100 ? 5 : 10))} ${small}`;
  return `${largeAmount < 9.95 ? oneDecimal(largeAmount) : number(Math.round(largeAmount))} ${large}`;
}

/** Formats a round distance, such as the size of a square: `200 m`, `2 km`; `660 ft`, `1.2 mi`. */
export function formatRoundDistance(meters: number, unit: DistanceUnit): string {
  return formatDistance(meters, unit).replace(/[.,]0 /, ' ');
}

/** Describes the accuracy of a device's position: `accurate to about 10 m`. Never less than 5 m, because no phone is more accurate. */
export function describeAccuracy(meters: number, unit: DistanceUnit): string {
  return t`accurate to about ${formatDistance(Math.max(5, meters), unit)}`;
}

/** Formats a radius in whole kilometers or miles: `25 km`, `16 mi`. */
export function formatRadius(km: number, unit: DistanceUnit): string {
  return unit === 'metric' ? `${number(km)} km` : `${number(Math.max(1, Math.round(km / kmPerMile)))} mi`;
}
