/** Figures and dates as people read them: as their browser's language writes them, while the texts are English. */

/** Each is made when it is first used: to make them all would take a phone longer than to show a page. */
function onDemand<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Digits and months as in mails and on certificates, whatever the language has of its own. */
const everywhere = { numberingSystem: 'latn', calendar: 'gregory' } as const;

/** The reader's language; where there is no page, the build prerenders it in American English. */
const language = onDemand(() => {
  try {
    return new Intl.Locale(typeof document === 'undefined' ? 'en-US' : navigator.language, everywhere);
  } catch {
    // Some browsers name what is no language, such as `en-US@posix`.
    return new Intl.Locale('en-US', everywhere);
  }
});

/** Of figures in the reader's language, made when it is first used. */
export function numberFormat(options?: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return onDemand(() => new Intl.NumberFormat(language(), options));
}

/** Of days and times in the reader's language, made when it is first used. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return onDemand(() => new Intl.DateTimeFormat(language(), options));
}

const usd = { style: 'currency', currency: 'USD' } as const;
const money = numberFormat(usd);
const price = onDemand(() => new Intl.NumberFormat('en-US', usd));
const wholePrice = onDemand(() => new Intl.NumberFormat('en-US', { ...usd, maximumFractionDigits: 0 }));
const count = numberFormat();
const dayFormat = dateFormat({ dateStyle: 'medium' });
const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const momentFormat = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/**
 * Cents as a price in a sentence: `$50`, `$1.50`, in every language alike, as prices are shown before anybody's language is
 * known. Amounts that stand in one list with others are written by `dollarsFrom`.
 */
export function dollars(cents: number): string {
  if (cents % 100 !== 0) return price().format(cents / 100);
  return cents >= 0 && cents < 100_000 ? `$${cents / 100}` : wholePrice().format(cents / 100);
}

/** An amount in dollars, always with cents: `$12.00`, `−$10.00`. */
export function dollarsFrom(amount: number): string {
  return money().format(amount).replace('-', '−');
}

/** An ISO instant as a day where the reader is: `Nov 21, 2026`. */
export function date(iso: string): string {
  return dayFormat().format(new Date(iso));
}

/** An ISO instant as a day and time where the reader is. */
export function dateTime(iso: string): string {
  return momentFormat().format(new Date(iso));
}

/** A UTC month of the product's calendar, `2026-11`, as `November 2026`. */
export function monthName(month: string): string {
  return monthFormat().format(new Date(`${month}-01T00:00:00Z`));
}

/** `1,204`. Up to 999 a count is written as it is: most pages need no format, which takes a phone 10 ms to make. */
export function number(value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : count().format(value);
}

/** `1 card`, `2 cards`; give the plural where it is not the singular plus s. */
export function plural(amount: number, singular: string, many = `${singular}s`): string {
  return `${number(amount)} ${amount === 1 ? singular : many}`;
}

/** `1 Treasure Token`, `5 Treasure Tokens`. */
export function tokensLabel(amount: number): string {
  return plural(amount, 'Treasure Token');
}
