/** Formats numbers and dates for the page's language, or on an English page for the browser's. */
import { plural as pluralWords, t } from '@lingui/core/macro';
import { createOnDemand } from '#web/lib/create-on-demand.ts';
import { getLanguage } from '#web/lib/words/words.ts';

/** Use Latin digits and the Gregorian calendar in every language, as in emails and on certificates. */
const fixedOptions = { numberingSystem: 'latn', calendar: 'gregory' } as const;

/** Returns the language to format for; while prerendering, American English if it is English. A German page keeps the region of an Austrian browser. */
const language = createOnDemand(() => {
  try {
    return new Intl.Locale(typeof document === 'undefined' ? writtenLanguage() : readLanguage(), fixedOptions);
  } catch {
    // Some browsers report language tags that `Intl.Locale` rejects, such as `en-US@posix`.
    return new Intl.Locale('en-US', fixedOptions);
  }
});

function readLanguage(): string {
  return ['en', navigator.language.split('-')[0]].includes(getLanguage()) ? navigator.language : getLanguage();
}

/** Returns the language of texts that are the same for all readers of a page, such as prices in prerendered sentences. */
const writtenLanguage = () => (getLanguage() === 'en' ? 'en-US' : getLanguage());

export function numberFormat(options?: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return createOnDemand(() => new Intl.NumberFormat(language(), options));
}

export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return createOnDemand(() => new Intl.DateTimeFormat(language(), options));
}

const usd = { style: 'currency', currency: 'USD' } as const;
const moneyFormat = numberFormat(usd);
const priceFormat = createOnDemand(() => new Intl.NumberFormat(writtenLanguage(), usd));
const wholePriceFormat = createOnDemand(() => new Intl.NumberFormat(writtenLanguage(), { ...usd, maximumFractionDigits: 0 }));
const countFormat = numberFormat();
const dayFormat = dateFormat({ dateStyle: 'medium' });
const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const dateTimeFormat = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/**
 * Formats US dollars: `$50`, `$1.50`. All readers of a page see the same, because prerendered pages do not know the visitor's region. For
 * amounts in a list, use `formatDollars`.
 */
export function dollars(cents: number): string {
  if (cents % 100 !== 0) return priceFormat().format(cents / 100);
  return cents >= 0 && cents < 100_000 && getLanguage() === 'en' ? `$${cents / 100}` : wholePriceFormat().format(cents / 100);
}

/** Formats US dollars, always with cents: `$12.00`, `−$10.00`. */
export function formatDollars(amount: number): string {
  return moneyFormat().format(amount).replace('-', '−');
}

/** Formats a date in the visitor's time zone: `Nov 21, 2026`. */
export function date(iso: string): string {
  return dayFormat().format(new Date(iso));
}

export function dateTime(iso: string): string {
  return dateTimeFormat().format(new Date(iso));
}

/** Formats the day `2026-11-21` the same for all readers of a page: `November 21, 2026`. */
export function writtenDay(day: string): string {
  return new Date(day).toLocaleDateString(writtenLanguage(), { dateStyle: 'long', timeZone: 'UTC' });
}

/** Formats the month `2026-11` as `November 2026`. Months are UTC months. */
export function monthName(month: string): string {
  return monthFormat().format(new Date(`${month}-01T00:00:00Z`));
}

/** Formats a number: `1,204`. Skips `Intl.NumberFormat` below 1,000 because creating one takes 10 ms on a phone. */
export function number(value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : countFormat().format(value);
}

/** Formats a count with an English noun: `1 card`, `2 cards`. Translated sentences use Lingui's `plural` instead. */
export function plural(amount: number, singular: string, pluralForm = `${singular}s`): string {
  return `${number(amount)} ${amount === 1 ? singular : pluralForm}`;
}

export function tokensLabel(amount: number): string {
  const formatted = number(amount);
  return t`${pluralWords(amount, { one: `${formatted} Treasure Token`, other: `${formatted} Treasure Tokens` })}`;
}
