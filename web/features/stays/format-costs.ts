import { dollars } from '#web/lib/format.ts';

/** Formats a cost range: `$43–$164`, or `$49` if both ends are equal. */
export function formatCosts({ fromCents, toCents }: { fromCents: number; toCents: number }): string {
  return fromCents === toCents ? dollars(fromCents) : `${dollars(fromCents)}–${dollars(toCents)}`;
}
