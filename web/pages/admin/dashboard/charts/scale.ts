export interface Scale {
  /** Values of the axis ticks, in ascending order. Bars start at 0. */
  ticks: number[];
  low: number;
  high: number;
}

const targetIntervals = 3;

/** Returns the scale of a chart. `unit` is the smallest useful step: 1 for counts, 100 cents for money. */
export function createScale(values: readonly number[], unit: number): Scale {
  const maxValue = Math.max(0, ...values);
  const minValue = Math.min(0, ...values);
  const step = roundStep(Math.max((maxValue - minValue) / targetIntervals, unit), unit);
  const first = Math.floor(minValue / step);
  const last = Math.max(Math.ceil(maxValue / step), 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { ticks, low: first * step, high: last * step };
}

/** Rounds `minimum` up to 1, 2 or 5 times a power of ten, measured in `unit`. */
function roundStep(minimum: number, unit: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(minimum / unit)) * unit;
  return [1, 2, 5, 10].map((factor) => factor * magnitude).find((step) => step >= minimum - 1e-9) ?? minimum;
}

/** Returns the number of chart periods (days or weeks) per axis label. The last period always has a label. */
export function getLabelInterval(periods: number, width: number): number {
  const maxLabels = Math.max(2, Math.floor(width / 64));
  return Math.max(1, Math.ceil(periods / maxLabels));
}
