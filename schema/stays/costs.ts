/** Computes cost totals of stays. Does not import the schemas in schema/stays/catalogue.ts, because public pages load this file. */

interface CostRange {
  fromCents: number;
  toCents: number;
}

/** Returns the total of all mandatory costs as a range, in US cents. */
export function sumCosts({ costs }: { costs: readonly CostRange[] }): CostRange {
  return {
    fromCents: costs.reduce((sum, { fromCents }) => sum + fromCents, 0),
    toCents: costs.reduce((sum, { toCents }) => sum + toCents, 0),
  };
}
