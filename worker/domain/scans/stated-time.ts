import type { Seconds } from '#worker/domain/time.ts';

/** Maximum age of a scan in seconds, about 68 years. Larger values would not fit into four bytes in the database. */
const maxAgeSeconds = 2 ** 31 - 1;

/**
 * Returns the number of seconds between the scan, according to the device's clock, and its arrival at the server; null if the device
 * reported no time.
 */
export function statedAge(scannedAt: string | null | undefined, now: Seconds): number | null {
  const seconds = Math.floor(Date.parse(scannedAt ?? '') / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(now - seconds, -maxAgeSeconds), maxAgeSeconds);
}
