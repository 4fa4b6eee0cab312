import type { Seconds } from '#worker/domain/time.ts';

/** About 68 years, so that the database needs at most four bytes. */
const longestAge = 2 ** 31 - 1;

/** Returns how many seconds before its arrival the device says it made the scan, as stored; null if not stated. */
export function statedAge(scannedAt: string | null | undefined, now: Seconds): number | null {
  const seconds = Math.floor(Date.parse(scannedAt ?? '') / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(now - seconds, -longestAge), longestAge);
}
