/** What an order costs at the printer: cards, sending, fees and VAT. Product rules: Claims, printing, email and messages. */

/** The only currency in which costs are asked for and shown. */
export const printCurrency = 'USD';

/** Integer cents; the parts add up to the total. */
export interface PrintCost {
  cards: number;
  sending: number;
  fees: number;
  vat: number;
  total: number;
}

/** Millionths of a dollar: amounts come with four decimals, and must not be rounded before they are added. */
export type Millionths = number;

const perCent = 10_000;

/** `4.5412` -> 4541200, without a float on the way; undefined for what is no amount from 0 to 9,999,999. */
export function parseAmount(text: string): Millionths | undefined {
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', decimals = ''] = match;
  return Number(whole) * 1_000_000 + Number(decimals.slice(0, 6).padEnd(6, '0'));
}

interface Amounts {
  /** The cards, without sending. */
  price: Millionths;
  vat: Millionths;
  /** What the printer says that the price is made of, and what comes on top; undefined where it says nothing. */
  subtotals: { items: Millionths; fees: Millionths } | undefined;
  /** Of each parcel, for the chosen way of sending. */
  parcels: { price: Millionths; vat: Millionths }[];
}

/** Whether `price` holds the fees already is not said anywhere, so they are added only where it does not: never too little is shown. */
export function printCost({ price, vat, subtotals, parcels }: Amounts): PrintCost {
  const before = subtotals ? Math.max(price, subtotals.items + subtotals.fees) : price;
  const fees = toCents(Math.min(subtotals?.fees ?? 0, before));
  const sending = toCents(sum(parcels.map((parcel) => parcel.price)));
  const allVat = vat + sum(parcels.map((parcel) => parcel.vat));
  const total = toCents(before + sum(parcels.map((parcel) => parcel.price)) + allVat);
  // The cards take what rounding leaves, so that the parts add up.
  return { cards: total - sending - fees - toCents(allVat), sending, fees, vat: toCents(allVat), total };
}

function toCents(amount: Millionths): number {
  return Math.round(amount / perCent);
}

function sum(amounts: Millionths[]): Millionths {
  return amounts.reduce((total, amount) => total + amount, 0);
}
