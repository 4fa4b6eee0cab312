/** New cards: random ids over the whole range, so that cards cannot be counted, with secret codes. */
import { formatCardId } from '#schema/cards/card-id.ts';
import { randomCode } from './random.ts';

/** Its id may already be taken. */
export interface DrawnCard {
  cardId: string;
  code: string;
}

const cardNumbers = 10_000_000;

export function drawCards(count: number): DrawnCard[] {
  const numbers = new Set<number>();
  while (numbers.size < count) {
    for (const random of crypto.getRandomValues(new Uint32Array(count))) {
      // Values above the last multiple would favor low numbers.
      if (random < 4_290_000_000 && numbers.size < count) numbers.add(random % cardNumbers);
    }
  }
  return [...numbers].map((number) => ({ cardId: formatCardId(number), code: randomCode() }));
}
