import { dollars } from '#web/lib/format.ts';
import { getLanguage } from '#web/lib/words/words.ts';

/** Formats a cost range: `$43–$164`, in German `43–164 $`, or `$49` if both ends are equal. */
export function formatCosts({ fromCents, toCents }: { fromCents: number; toCents: number }): string {
  if (fromCents === toCents) return dollars(fromCents);
  const inEnglish = `${dollars(fromCents)}–${dollars(toCents)}`;
  if (getLanguage() === 'en') return inEnglish;
  const isWhole = fromCents % 100 === 0 && toCents % 100 === 0;
  const format = new Intl.NumberFormat(getLanguage(), { style: 'currency', currency: 'USD', maximumFractionDigits: isWhole ? 0 : 2 });
  // Firefox has had formatRange since version 116.
  return format.formatRange?.(fromCents / 100, toCents / 100) ?? inEnglish;
}
