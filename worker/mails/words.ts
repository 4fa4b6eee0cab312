import { currency } from '#schema/rules.ts';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const firstNamePattern = /^(?=.{1,40}$)\p{L}[\p{L}\p{M}'’.-]*(?: +[\p{L}\p{M}'’.-]+)?$/u;
const usernamePattern = /^[\p{L}\p{M}\p{Nd}._-]{1,40}$/u;
/** Matches names that could mislead in a greeting: web addresses, and letters with stacked combining marks. */
const misleadingNamePattern = /\.\p{L}{2}|\p{M}{5}/u;

/**
 * Returns a greeting with the first name, such as `Hi Fay,`. Falls back to the username if the first name does not look like a name, and
 * then to `Hi there,`. Anyone can sign up with someone else's email address, so an unchecked name would let a stranger put words or links
 * into our emails.
 */
export function greeting(firstName: string | null, username: string | null): string {
  const isUsable = (name: string | null, pattern: RegExp) => name !== null && pattern.test(name) && !misleadingNamePattern.test(name);
  const name = isUsable(firstName, firstNamePattern) ? firstName : isUsable(username, usernamePattern) ? username : 'there';
  return `Hi ${name},`;
}

/** Removes web addresses and emails from words that may be a stranger's, because they could lead our readers to another site. */
export function removeAddresses(words: string): string {
  return words.replace(/\S*(?:\.\p{L}{2}|@|:\/\/)\S*/gu, '…');
}

/** Quotes another member's words, without web addresses and emails. */
export function quoteStranger(words: string): string {
  return `“${removeAddresses(words)}”`;
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

/** Returns `Basic` or `Premium`; an empty string for any other tier. */
export function tierName(tier: string | null): string {
  if (tier === 'basic') return 'Basic';
  return tier === 'premium' ? 'Premium' : '';
}

export function plural(amount: number, singular: string): string {
  return `${amount} ${singular}${amount === 1 ? '' : 's'}`;
}
