/** Print files for the printer: one PDF per card with reproducible bytes, and its hash. */
import type { CardSize } from '#schema/printing/print.ts';
import { toHexadecimal } from '#worker/domain/hexadecimal.ts';
import { ApiError } from '#worker/errors.ts';
import type { NameFonts } from '#worker/pdf/names/name-fonts.ts';
import type { PrintOrderRow } from '#worker/store/printing/admin-print-orders.ts';
import type { Words } from '#worker/words/words.ts';

/** Id of the sample card for test orders without a design. It has no owner and cannot be found. */
export const sampleCardId = 'TC-0000000';

/** Code on cards printed in the sandbox: as long as a card's code, but with a letter that no code has. */
const sampleCardCode = 'UUUUUUUU';

interface PrintedOrder {
  order: PrintOrderRow;
  cards: { cardId: string; code: string; words: Words }[];
  fonts: NameFonts;
}

/**
 * Draws the PDF. Its bytes depend only on the order and card, so they can be hashed in advance. In the sandbox, which is open to every
 * administrator, it contains no card's secret code.
 */
export async function drawItem(
  { order, cards, fonts }: PrintedOrder,
  item: string,
  publicOrigin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = order.orderId === null && item === sampleCardId ? { cardId: sampleCardId } : cards.find(({ cardId }) => cardId === item);
  if (!found) throw new ApiError('print_order_not_found');
  const card = order.environment === 'sandbox' && 'code' in found ? { ...found, code: sampleCardCode } : found;
  // Loaded on demand because the PDF library would slow down every isolate's start.
  const { drawPrintFile } = await import('#worker/pdf/card-print.ts');
  return drawPrintFile(card, order.cardSize as CardSize, fonts, publicOrigin, new Date(order.createdAt * 1_000));
}

/** Returns one item per design: each of a member's cards once, or the sample card with the test order's quantity. */
export function listPrintItems({ order, cards }: Pick<PrintedOrder, 'order' | 'cards'>): { reference: string; count: number }[] {
  if (order.orderId === null) return [{ reference: sampleCardId, count: order.quantity }];
  return cards.map(({ cardId }) => ({ reference: cardId, count: 1 }));
}

/**
 * Returns MD5 hashes keyed by item reference. The printer uses them to check that downloads are complete; they are not a security measure.
 */
export async function hashItems(printedOrder: PrintedOrder, publicOrigin: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { reference } of listPrintItems(printedOrder)) {
    const bytes = await drawItem(printedOrder, reference, publicOrigin);
    hashes.set(reference, toHexadecimal(await crypto.subtle.digest('MD5', bytes)));
  }
  return hashes;
}
