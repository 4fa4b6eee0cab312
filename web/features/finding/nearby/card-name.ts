/** Splits a card's name before the first comma. Owners usually name the spot first and the town after it. */
export function splitCardName(name: string): [spot: string, rest?: string] {
  const [spot = '', rest] = name.split(/(?=, )(.*)/s);
  return [spot, rest];
}
