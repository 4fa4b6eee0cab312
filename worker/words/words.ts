/**
 * Words of emails and notifications in the recipient's language. English is in the code; translations are static files of the site
 * (scripts/site/site-lists.ts), with the same keys as the site's.
 */
import { fillMessage, hashMessage, type Message, type Values } from '#schema/message.ts';
import { currency } from '#schema/rules.ts';
import { parseStoredText } from '#schema/stored-text.ts';
import { parseMessage } from './parse-message.ts';

export interface Words {
  language: string;
  /** Fills in an ICU message, which must be a literal so that it can be extracted for translation. */
  t(message: string, values?: Values): string;
  /** Translates a text of our own that is stored, or a constant in schema/, in English. Returns other texts unchanged, and null for null. */
  stored(text: string): string;
  stored(text: string | null): string | null;
  /** Formats cents as `$50.00`; returns null for null. */
  dollars(cents: number): string;
  dollars(cents: number | null): string | null;
  /** Formats an ISO timestamp or a day as a date such as `November 21, 2026` (UTC); returns null if it is invalid. */
  formatDay(iso: string | null): string | null;
  /** Formats `2026-11` as `November 2026`; returns null if the month is invalid. */
  formatMonth(text: string | null): string | null;
}

const parsedMessages = new Map<string, Message>();

function parseOnce(message: string): Message {
  const parsed = parsedMessages.get(message) ?? parseMessage(message);
  parsedMessages.set(message, parsed);
  return parsed;
}

/** `translations` has the same keys as the site's words (`hashMessage`). Messages without a translation are English. */
export function createWords(language: string, translations: Record<string, Message>): Words {
  const locale = language === 'en' ? 'en-US' : language;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const format = (formatter: Intl.DateTimeFormat, iso: string) => {
    const time = Date.parse(iso);
    return Number.isNaN(time) ? null : formatter.format(time);
  };
  const fill = (message: Message, values: Values) =>
    [...fillMessage(translations[hashMessage(message)] ?? message, values, language)].flat().join('');
  return {
    language,
    t: (message, values = {}) => fill(parseOnce(message), values),
    stored: ((text: string | null) => text && fill(...parseStoredText(text))) as Words['stored'],
    dollars: ((cents: number | null) => (cents === null ? null : money.format(cents / 100))) as Words['dollars'],
    formatDay: (iso) => format(day, iso ?? ''),
    formatMonth: (text) => format(month, `${text}-01T00:00:00Z`),
  };
}

export const english = createWords('en', {});
