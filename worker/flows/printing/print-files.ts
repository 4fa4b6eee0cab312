/** What the printer fetches: the PDF of one card, always the same bytes, and its hash. */
import type { CardSize } from '#schema/printing/print.ts';
import { toHexadecimal } from '#worker/domain/hexadecimal.ts';
import { ApiError } from '#worker/errors.ts';
import type { PrintOrderRow } from '#worker/store/printing/admin-print-orders.ts';

/** The card of test orders that bring no design: it belongs to nobody and is found nowhere. */
export const sampleCardId = 'TC-0000000';

interface PrintedOrder {
  order: PrintOrderRow;
  cards: { cardId: string; code: string }[];
}

/** The bytes depend on the order and the card alone, so that they can be hashed before they are fetched. */
export async function drawItem({ order, cards }: PrintedOrder, item: string, publicOrigin: string): Promise<Uint8Array<ArrayBuffer>> {
  const card = order.orderId === null && item === sampleCardId ? { cardId: sampleCardId } : cards.find(({ cardId }) => cardId === item);
  if (!card) throw new ApiError('print_order_not_found');
  // Few requests draw: the PDF library must not make every isolate's start slower.
  const { drawPrintFile } = await import('#worker/pdf/card-print.ts');
  return drawPrintFile(card, order.cardSize as CardSize, publicOrigin, new Date(order.createdAt * 1_000));
}

/** What is printed of an order, one item a design: a member's cards each once, a test's sample as often as asked for. */
export function itemsOf({ order, cards }: PrintedOrder): { reference: string; count: number }[] {
  if (order.orderId === null) return [{ reference: sampleCardId, count: order.quantity }];
  return cards.map(({ cardId }) => ({ reference: cardId, count: 1 }));
}

/** MD5 of each item's file, by the item's reference: the printer compares what it fetches with it. It is no protection. */
export async function hashItems(printed: PrintedOrder, publicOrigin: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { reference } of itemsOf(printed)) {
    const bytes = await drawItem(printed, reference, publicOrigin);
    hashes.set(reference, toHexadecimal(await crypto.subtle.digest('MD5', bytes)));
  }
  return hashes;
}
