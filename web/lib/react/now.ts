/**
 * What time it is for the product, in unix milliseconds: this device's time, but in development, where `npm run clock` may
 * have moved it (scripts/clock/page-script.mjs). For what is compared with or shown of the product; what a device waits for
 * or measures by itself goes by its own clock.
 */
export function now(): number {
  return Date.now() + Number(document.documentElement.dataset.clockOffsetSeconds ?? 0) * 1_000;
}
