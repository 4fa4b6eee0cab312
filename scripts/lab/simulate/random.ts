/** Seeded random number generator; the same seed gives the same numbers on every machine. */

export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  between(minimum: number, maximum: number): number;
  /** Returns an integer between the bounds, inclusive. */
  integer(minimum: number, maximum: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** Draws from a log-normal distribution: many small values and a long tail, as in most leisure activities. */
  longTailed(median: number, sigma: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are enough for a few million draws, which do not need to be cryptographically secure.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (minimum: number, maximum: number) => minimum + next() * (maximum - minimum);
  const integer = (minimum: number, maximum: number) => Math.floor(between(minimum, maximum + 1));
  return {
    next,
    between,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('Cannot pick from an empty list');
      return item;
    },
    shuffled: (items) => {
      const order = [...items];
      for (let index = order.length - 1; index > 0; index -= 1) {
        const swapIndex = integer(0, index);
        [order[index], order[swapIndex]] = [order[swapIndex] as (typeof order)[number], order[index] as (typeof order)[number]];
      }
      return order;
    },
    longTailed: (median, sigma) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(sigma * normal);
    },
  };
}
