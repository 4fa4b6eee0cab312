import { isCardId } from '#schema/cards/card-id.ts';
import type { Order } from '#schema/orders/order.ts';

/** Returns the id of the lost card that the order replaces, or null for other orders. */
export function replacedCardOf({ checkoutId }: Order): string | null {
  return isCardId(checkoutId) ? checkoutId : null;
}
