/** Under /api/admin/orders: members' orders, and sending their cards to print. Product rules: Payments and memberships; Ownership claims, printing, mail and contact; Administrators. */
import { type Context, Hono } from 'hono';
import { type AdminOrder, type AdminOrderPage, CorrectAddressRequest } from '#schema/admin/orders.ts';
import { SendToPrintRequest, type SendToPrintResponse } from '#schema/admin/printing.ts';
import { orderDescription } from '#worker/domain/money/description.ts';
import { acceptQuote, decidePrinting, type PrintWish } from '#worker/domain/print-order.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireAdminOrLink, superAdminOnly } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { newReference, placeOrder } from '#worker/printing/place-order.ts';
import { quoteCards } from '#worker/printing/quote-cards.ts';
import { presentPayment } from '#worker/routes/present-money.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type AdminOrderRow, addressIn, type OrderToLookAt, orderList } from '#worker/store/admin/orders.ts';
import { draftOf, isUnanswered } from '#worker/store/admin/print-orders.ts';
import { adminList } from './list.ts';
import { presentPrintOrder, presentQuote } from './present-print.ts';
import { printingDeps } from './test-card-api.ts';

const list = adminList<AdminOrderRow, AdminOrder>({
  shape: orderList,
  read: (store, request) => store.admin.orders.list(request),
  present: presentAdminOrder,
  csv: {
    fileName: 'orders.csv',
    columns: [
      { header: 'Order', value: ({ id }) => id },
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Member id', value: ({ member }) => member.id },
      { header: 'What', value: ({ description }) => description },
      { header: 'Amount (USD)', value: ({ amount }) => amount / 100 },
      { header: 'Refunded (USD)', value: ({ refunded }) => refunded / 100 },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Delivery', value: ({ delivery }) => delivery },
      { header: 'Print', value: ({ printStatus }) => printStatus },
      { header: 'Print cost (USD)', value: ({ printCost }) => (printCost === null ? null : printCost / 100) },
      { header: 'Ordered', value: ({ createdAt }) => createdAt },
      { header: 'Paid', value: ({ paidAt }) => paidAt },
    ],
  },
});

export const adminOrderRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .get('/:orderId', requireAdmin, async (c) => c.json(presentPage(await orderOf(c))))

  .get('/:orderId/print.pdf', requireAdminOrLink, async (c) => {
    const orderId = idOf(c);
    const cards = await c.var.store.admin.orders.printable(orderId);
    if (cards.length === 0) throw new ApiError('nothing_to_print');
    const { drawCardSheet } = await import('#worker/pdf/card-print.ts');
    const pdf = await drawCardSheet(cards, c.var.config.publicOrigin, new Date(c.var.now * 1_000));
    return c.body(pdf, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="cache-cards-order-${orderId}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  })

  // What the printer asks for and the member did not say, or mistyped.
  .put('/:orderId/address', requireAdmin, json(CorrectAddressRequest), async (c) => {
    const { address, version } = c.req.valid('json');
    const { store, actor, now } = c.var;
    const found = await orderOf(c);
    if (!isAddressOpen(found)) throw new ApiError('order_address_fixed');
    if (!(await store.admin.orders.correctAddress({ ...found.order, version }, address, actor, now)))
      throw new ApiError('changed_meanwhile');
    return c.json(presentPage(await orderOf(c)));
  })

  .post('/:orderId/print', requireAdmin, json(SendToPrintRequest), async (c) => {
    const { cardSize, environment, confirmedQuoteId } = c.req.valid('json');
    if (environment === 'production') superAdminOnly(c.var.admin);
    const { order, cards, prints } = await orderOf(c);
    const to = unwrap(decidePrinting({ ...order, shippingAddress: addressIn(order.shippingAddress) ?? null }));
    const deps = printingDeps(c);
    const wish: PrintWish = { environment, cardSize, quantity: cards.length, designUrl: null };
    const live = prints.find((print) => print.environment === environment && print.status !== 'cancelled');

    if (confirmedQuoteId !== undefined) {
      const draft = live && draftOf(live);
      const accepted = unwrap(acceptQuote(draft, wish, to, confirmedQuoteId, deps.now));
      if (!live) throw new ApiError('print_quote_unknown');
      const placed = await placeOrder(deps, live, accepted, { to, userId: order.userId });
      return c.json({ quotes: [presentQuote(accepted.service)], order: presentPrintOrder(placed) } satisfies SendToPrintResponse);
    }

    if (live && isUnanswered(live)) throw new ApiError('print_unanswered');
    if (live && live.status !== 'draft') throw new ApiError('already_printing');
    const items = cards.map(({ cardId }) => ({ reference: cardId, count: 1 }));
    const quote = { ...(await quoteCards(deps, { environment, cardSize, items, to })), designMd5: null };
    const drafted = await deps.store.admin.printDrafts.ofOrder(order.id, wish, newReference(), quote, deps.actor, deps.now);
    if (!drafted) throw new ApiError('changed_meanwhile');
    return c.json({ quotes: quote.services.map(presentQuote), order: null } satisfies SendToPrintResponse);
  });

function idOf(c: Context<AdminEnv>): number {
  return rowId(c.req.param('orderId'));
}

async function orderOf(c: Context<AdminEnv>): Promise<OrderToLookAt> {
  const found = await c.var.store.admin.orders.find(idOf(c));
  if (!found) throw new ApiError('order_not_found');
  return found;
}

function presentAdminOrder(row: AdminOrderRow): AdminOrder {
  const { id, userId, email, kind, amountCents, refundedCents, status, delivery, createdAt, paidAt, printStatus, printCostCents } = row;
  return {
    id,
    member: { id: userId, email },
    kind,
    description: orderDescription(row),
    quantity: row.quantity ?? 1,
    amount: amountCents,
    refunded: refundedCents,
    status,
    delivery,
    createdAt: toIso(createdAt),
    paidAt: toIsoOrNull(paidAt),
    printStatus,
    // A cost that was only asked for is none.
    printCost: printStatus === null || printStatus === 'draft' ? null : printCostCents,
  };
}

function presentPage(found: OrderToLookAt): AdminOrderPage {
  const { order, payments, cards, prints } = found;
  return {
    ...presentAdminOrder(order),
    credit: order.creditCents,
    version: order.version,
    shippingAddress: addressIn(order.shippingAddress) ?? null,
    payments: payments.map(presentPayment),
    cards,
    prints: prints.map(presentPrintOrder),
    isToPrint: order.kind === 'cache_cards' && order.status === 'paid' && order.delivery === 'ship' && !isAtPrinter(prints),
    isAddressOpen: isAddressOpen(found),
  };
}

function isAddressOpen({ order, prints }: OrderToLookAt): boolean {
  return order.status === 'paid' && order.delivery === 'ship' && order.shippingAddress !== null && !isAtPrinter(prints);
}

/** For production, or perhaps: it was asked for and no answer came. */
function isAtPrinter(prints: OrderToLookAt['prints']): boolean {
  return prints.some(
    (print) => print.environment === 'production' && print.status !== 'cancelled' && (print.status !== 'draft' || isUnanswered(print)),
  );
}
