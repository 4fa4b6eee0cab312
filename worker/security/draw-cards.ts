/** Generates ids and secret codes for new cards. Ids are random over the whole range so that they do not reveal the number of cards. */
import { formatCardId } from '#schema/cards/card-id.ts';
import { randomCode } from './random.ts';

/** A generated card. Its id may already be in use. */
export interface DrawnCard {
  cardId: string;
  code: string;
}

const cardNumbers = 10_000_000;

export function drawCards(count: number): DrawnCard[] {
  const numbers = new Set<number>();
  while (numbers.size < count) {
    for (const random of crypto.getRandomValues(new Uint32Array(count))) {
      // Skips values at or above the largest multiple of `cardNumbers` to avoid modulo bias.
      if (random < 4_290_000_000 && numbers.size < count) numbers.add(random % cardNumbers);
    }
  }
  return [...numbers].map((number) => ({ cardId: formatCardId(number), code: randomCode() }));
}
