/**
 * Returns the product's time in Unix milliseconds: the device's clock or, in development, the one set by `npm run clock`
 * (scripts/clock/page-script.mjs). Timers and local measurements use the device's own clock.
 */
export function now(): number {
  return toProductTime(Date.now());
}

/** Converts a time on the device's own clock to the product's time. */
export function toProductTime(deviceMs: number): number {
  return deviceMs + Number(document.documentElement.dataset.clockOffsetSeconds ?? 0) * 1_000;
}
