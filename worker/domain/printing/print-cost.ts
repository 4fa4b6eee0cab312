/** Computes a print order's cost: cards, shipping, fees and VAT. Product rules: Claims, printing, email and messages. */

export const printCurrency = 'USD';

/** Cost of a print order in integer cents. The parts add up to the total. */
export interface PrintCost {
  cards: number;
  sending: number;
  fees: number;
  vat: number;
  total: number;
}

/** Amounts in millionths of a dollar because the printer uses four decimals and amounts are summed before rounding. */
export type Millionths = number;

const millionthsPerCent = 10_000;

/** Parses `4.5412` into 4541200 without floating-point errors. Returns undefined unless the amount is between 0 and 9,999,999. */
export function parseAmount(text: string): Millionths | undefined {
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', decimals = ''] = match;
  return Number(whole) * 1_000_000 + Number(decimals.slice(0, 6).padEnd(6, '0'));
}

interface Amounts {
  price: Millionths;
  vat: Millionths;
  /** The printer's cost breakdown; undefined if the quote has none. */
  subtotals: { items: Millionths; fees: Millionths } | undefined;
  parcels: { price: Millionths; vat: Millionths }[];
}

/**
 * Adds fees unless `price` clearly includes them, so that the cost is never underestimated. The printer's API does not document whether
 * `price` includes fees.
 */
export function printCost({ price, vat, subtotals, parcels }: Amounts): PrintCost {
  const subtotal = subtotals ? Math.max(price, subtotals.items + subtotals.fees) : price;
  const fees = toCents(Math.min(subtotals?.fees ?? 0, subtotal));
  const sending = toCents(sum(parcels.map((parcel) => parcel.price)));
  const totalVat = vat + sum(parcels.map((parcel) => parcel.vat));
  const total = toCents(subtotal + sum(parcels.map((parcel) => parcel.price)) + totalVat);
  // The cards' share absorbs rounding differences so that the parts add up to the total.
  return { cards: total - sending - fees - toCents(totalVat), sending, fees, vat: toCents(totalVat), total };
}

function toCents(amount: Millionths): number {
  return Math.round(amount / millionthsPerCent);
}

function sum(amounts: Millionths[]): Millionths {
  return amounts.reduce((total, amount) => total + amount, 0);
}
