/** Numbers and dates follow the browser's language; the texts are English. */

/** Creates formats lazily: creating all of them takes a phone longer than rendering a page. */
function createOnDemand<Format>(make: () => Format): () => Format {
  let cached: Format | undefined;
  return () => {
    cached ??= make();
    return cached;
  };
}

/** Latin digits and the Gregorian calendar in every language, as in mails and on certificates. */
const fixedOptions = { numberingSystem: 'latn', calendar: 'gregory' } as const;

/** The browser's language; American English while prerendering. */
const language = createOnDemand(() => {
  try {
    return new Intl.Locale(typeof document === 'undefined' ? 'en-US' : navigator.language, fixedOptions);
  } catch {
    // Some browsers report invalid tags such as `en-US@posix`.
    return new Intl.Locale('en-US', fixedOptions);
  }
});

export function numberFormat(options?: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return createOnDemand(() => new Intl.NumberFormat(language(), options));
}

export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return createOnDemand(() => new Intl.DateTimeFormat(language(), options));
}

const usd = { style: 'currency', currency: 'USD' } as const;
const money = numberFormat(usd);
const price = createOnDemand(() => new Intl.NumberFormat('en-US', usd));
const wholePriceFormat = createOnDemand(() => new Intl.NumberFormat('en-US', { ...usd, maximumFractionDigits: 0 }));
const count = numberFormat();
const dayFormat = dateFormat({ dateStyle: 'medium' });
const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const momentFormat = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** `$50`, `$1.50`: the same in every language, since prerendered pages do not know the reader's. For amounts in a list use `formatDollars`. */
export function dollars(cents: number): string {
  if (cents % 100 !== 0) return price().format(cents / 100);
  return cents >= 0 && cents < 100_000 ? `$${cents / 100}` : wholePriceFormat().format(cents / 100);
}

/** Always with cents: `$12.00`, `−$10.00`. */
export function formatDollars(amount: number): string {
  return money().format(amount).replace('-', '−');
}

/** In the reader's time zone: `Nov 21, 2026`. */
export function date(iso: string): string {
  return dayFormat().format(new Date(iso));
}

/** In the reader's time zone. */
export function dateTime(iso: string): string {
  return momentFormat().format(new Date(iso));
}

/** `2026-11` as `November 2026`. Months are UTC. */
export function monthName(month: string): string {
  return monthFormat().format(new Date(`${month}-01T00:00:00Z`));
}

/** `1,204`. Below 1,000 it avoids creating a format, which takes 10 ms on a phone. */
export function number(value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : count().format(value);
}

/** `1 card`, `2 cards`. Pass `many` for irregular plurals. */
export function plural(amount: number, singular: string, pluralForm = `${singular}s`): string {
  return `${number(amount)} ${amount === 1 ? singular : pluralForm}`;
}

/** `1 Treasure Token`, `5 Treasure Tokens`. */
export function tokensLabel(amount: number): string {
  return plural(amount, 'Treasure Token');
}
