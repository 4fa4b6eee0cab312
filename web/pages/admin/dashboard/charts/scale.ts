/** From figures to places on paper. */

export interface Scale {
  /** From the lowest line to the highest; the bars stand on 0. */
  ticks: number[];
  low: number;
  high: number;
}

const lines = 3;

/** Lines at round figures around all values. `unit` is the least step that means something: 1 for counts, 100 cents for money. */
export function scaleOf(values: readonly number[], unit: number): Scale {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const step = roundStep(Math.max((top - bottom) / lines, unit), unit);
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { ticks, low: first * step, high: last * step };
}

/** 1, 2 or 5 times a power of ten, and not below what was asked for. */
function roundStep(atLeast: number, unit: number): number {
  const size = 10 ** Math.floor(Math.log10(atLeast / unit)) * unit;
  return [1, 2, 5, 10].map((times) => times * size).find((step) => step >= atLeast - 1e-9) ?? atLeast;
}

/** Which periods get a label below the axis: as many as have room, evenly, counted back from the last one. */
export function labelledEvery(periods: number, width: number): number {
  const room = Math.max(2, Math.floor(width / 64));
  return Math.max(1, Math.ceil(periods / room));
}
