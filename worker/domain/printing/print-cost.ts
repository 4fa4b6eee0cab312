/** Cost of a print order: cards, shipping, fees and VAT. Product rules: Claims, printing, email and messages. */

/** The only supported currency. */
export const printCurrency = 'USD';

/** Integer cents; the parts add up to the total. */
export interface PrintCost {
  cards: number;
  sending: number;
  fees: number;
  vat: number;
  total: number;
}

/** Millionths of a dollar, because amounts have four decimals and are summed before rounding. */
export type Millionths = number;

const perCent = 10_000;

/** `4.5412` -> 4541200, without floats; undefined unless it is an amount from 0 to 9,999,999. */
export function parseAmount(text: string): Millionths | undefined {
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', decimals = ''] = match;
  return Number(whole) * 1_000_000 + Number(decimals.slice(0, 6).padEnd(6, '0'));
}

interface Amounts {
  price: Millionths;
  vat: Millionths;
  /** The printer's breakdown; undefined if it gives none. */
  subtotals: { items: Millionths; fees: Millionths } | undefined;
  parcels: { price: Millionths; vat: Millionths }[];
}

/** It is not documented whether `price` includes fees. They are added unless it clearly does, so that the cost is never too low. */
export function printCost({ price, vat, subtotals, parcels }: Amounts): PrintCost {
  const before = subtotals ? Math.max(price, subtotals.items + subtotals.fees) : price;
  const fees = toCents(Math.min(subtotals?.fees ?? 0, before));
  const sending = toCents(sum(parcels.map((parcel) => parcel.price)));
  const allVat = vat + sum(parcels.map((parcel) => parcel.vat));
  const total = toCents(before + sum(parcels.map((parcel) => parcel.price)) + allVat);
  // The cards' part absorbs the rounding, so that the parts add up.
  return { cards: total - sending - fees - toCents(allVat), sending, fees, vat: toCents(allVat), total };
}

function toCents(amount: Millionths): number {
  return Math.round(amount / perCent);
}

function sum(amounts: Millionths[]): Millionths {
  return amounts.reduce((total, amount) => total + amount, 0);
}
