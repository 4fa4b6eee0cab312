/** Without the schemas of the catalogue (schema/stays/catalogue.ts), because public pages load it. */

/** In US cents. */
interface CostRange {
  fromCents: number;
  toCents: number;
}

/** Returns the range of all mandatory costs. */
export function sumCosts({ costs }: { costs: readonly CostRange[] }): CostRange {
  return {
    fromCents: costs.reduce((sum, { fromCents }) => sum + fromCents, 0),
    toCents: costs.reduce((sum, { toCents }) => sum + toCents, 0),
  };
}
