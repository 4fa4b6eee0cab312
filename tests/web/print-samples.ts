/** Orders at the printer as the API answers them. */
import type { AdminOrderPage } from '#schema/admin/orders.ts';
import type { PrintOrder, PrintQuote } from '#schema/admin/printing.ts';

export const quote: PrintQuote = {
  quoteId: 'q1',
  service: 'Postal service, untracked',
  shippingLevel: 'cp_saver',
  price: 609,
  currency: 'USD',
  expiresAt: '2026-11-23T10:00:00.000Z',
};
export const order: PrintOrder = {
  id: 5,
  reference: 'cc-5',
  orderId: null,
  printerOrderId: '4711',
  environment: 'sandbox',
  cardSize: 'card_flat_105x74_mm',
  numCards: 3,
  designUrl: null,
  status: 'ordered',
  isUnanswered: false,
  price: 609,
  currency: 'USD',
  tracking: null,
  error: null,
  quote: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  statusAt: '2026-11-21T10:00:00.000Z',
};
export const memberOrder: AdminOrderPage = {
  id: 9,
  member: { id: 7, email: 'fay@demo.test' },
  kind: 'cache_cards',
  description: '2 Cache Cards',
  quantity: 2,
  amount: 200,
  refunded: 0,
  status: 'paid',
  delivery: 'ship',
  createdAt: '2026-11-20T10:00:00.000Z',
  paidAt: '2026-11-20T10:01:00.000Z',
  printStatus: null,
  credit: 0,
  shippingAddress: { name: 'Fay Finder', line1: '1 Trail', line2: null, city: 'Boone', state: 'NC', zip: '28607', country: 'US' },
  payments: [],
  cards: [
    { id: 1, cardId: 'TC-0000001', status: 'ordered' },
    { id: 2, cardId: 'TC-0000002', status: 'ordered' },
  ],
  prints: [],
  isToPrint: true,
};
