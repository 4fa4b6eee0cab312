import { parseStoredText } from '#schema/stored-text.ts';
import { monthName } from '#web/lib/format.ts';
import { i18n } from '#web/lib/words/words.ts';

/** Translates a text of our own that is stored, or a constant in schema/, in English. Returns other texts unchanged. */
export function storedText(text: string): string {
  const [message, { level, month, ...values }] = parseStoredText(text);
  const chest = typeof level === 'string' && { level: i18n._(level), month: monthName(toMonth(String(month))) };
  return i18n._(message, { ...values, ...chest });
}

/** Converts `October 2026` to `2026-10`. */
function toMonth(name: string): string {
  return new Date(`1 ${name} UTC`).toISOString().slice(0, 7);
}
