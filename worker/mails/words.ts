import { currency } from '#schema/rules.ts';
import type { Payload } from './content.ts';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const longestName = 60;
/**
 * Matches names that look like a URL. Anyone may sign up with someone else's email address, so such a name would put the sender's link into
 * our emails.
 */
const looksLikeAddress = /[/\\@]|\.\p{L}{2,}|www\./iu;

/** Returns `Hi Fay,`, or `Hi there,` without a usable name. */
export function greeting(payload: Payload): string {
  const name = payload.text('firstName');
  return `Hi ${name === null || looksLikeAddress.test(name) ? 'there' : shorten(name, longestName)},`;
}

/** Truncates the text to a number of graphemes and appends an ellipsis. */
export function shorten(text: string, longest: number): string {
  const all = [...letters.segment(text)].map(({ segment }) => segment);
  return all.length <= longest
    ? text
    : `${all
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** Formats cents as `$50.00`; returns null for null. */
export function dollars(cents: number | null): string | null {
  return cents === null ? null : money.format(cents / 100);
}

/** Formats an ISO timestamp as a date such as `November 21, 2026` (UTC); returns null if it is invalid. */
export function formatDay(iso: string | null): string | null {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? null : day.format(time);
}

/** Formats `2026-11` as `November 2026`; returns null if the month is invalid. */
export function formatMonth(text: string | null): string | null {
  const time = Date.parse(`${text}-01T00:00:00Z`);
  return Number.isNaN(time) ? null : month.format(time);
}

/** Returns `Basic`, `Premium` or, for anything else, an empty text. */
export function tierName(tier: string | null): string {
  if (tier === 'basic') return 'Basic';
  return tier === 'premium' ? 'Premium' : '';
}

export function plural(amount: number, singular: string): string {
  return `${amount} ${singular}${amount === 1 ? '' : 's'}`;
}
