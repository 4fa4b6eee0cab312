/** Routes at /api/admin/print-orders: lists test orders, cancels drafts, and resolves submissions without a response. */
import { type Context, Hono } from 'hono';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { acceptQuote, destination } from '#worker/domain/printing/print-order.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { PrintingDeps } from '#worker/flows/printing/deps.ts';
import { type Parcel, placeOrder } from '#worker/flows/printing/place-order.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin, requireMoneyMover } from '#worker/middleware/admin.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { isUnanswered, type PrintOrderRow, testPrintList, toPrintDraft } from '#worker/store/printing/admin-print-orders.ts';
import { presentPrintOrder } from './admin-present-print.ts';
import { printingDeps, testDestination } from './admin-test-card-api.ts';

const list = adminList<PrintOrderRow, PrintOrder>({
  shape: testPrintList,
  read: (store, request) => store.admin.printOrders.list(request),
  present: presentPrintOrder,
  csv: {
    fileName: 'test-prints.csv',
    columns: [
      { header: 'Reference', value: ({ reference }) => reference },
      { header: 'Printer order', value: ({ printerOrderId }) => printerOrderId },
      { header: 'Environment', value: ({ environment }) => environment },
      { header: 'Card size', value: ({ cardSize }) => cardSize },
      { header: 'Cards', value: ({ numCards }) => numCards },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Price', value: ({ price }) => (price === null ? null : { cents: price }) },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Tracking', value: ({ tracking }) => tracking?.replaceAll('\n', ', ') ?? null },
      { header: 'Created', value: ({ createdAt }) => createdAt },
    ],
  },
});

export const printOrderRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .post('/:printOrderId/cancel', requireAdmin, async (c) => {
    const order = await loadPrintOrder(c);
    const { store, actor, now } = c.var;
    const cancelledOrder = requireValue(await store.admin.printDrafts.cancel(order.id, actor, now), 'print_not_draft');
    return c.json(presentPrintOrder(cancelledOrder));
  })

  // Writing off a print order is restricted to administrators who may spend money because the printer may still print the cards and charge
  // us.
  .post('/:printOrderId/write-off', requireMoneyMover, async (c) => {
    const order = await loadPrintOrder(c);
    const { store, actor, now } = c.var;
    const cancelledOrder = requireValue(await store.admin.printDrafts.writeOff(order.id, actor, now), 'print_not_awaiting_response');
    return c.json(presentPrintOrder(cancelledOrder));
  })

  // Retrying is open to every administrator because the print order and its cost were already confirmed.
  .post('/:printOrderId/retry', requireAdmin, async (c) => {
    const order = await loadPrintOrder(c);
    if (order.status === 'cancelled' || (order.status === 'draft' && !isUnanswered(order)))
      throw new ApiError('print_not_awaiting_response');
    if (order.status !== 'draft') return c.json(presentPrintOrder(order));
    const draft = toPrintDraft(order);
    const deps = printingDeps(c);
    const parcel = await loadParcel(deps, order);
    const acceptedQuote = unwrap(acceptQuote(draft, draft, parcel.to, order.quoteId ?? '', deps.now));
    return c.json(presentPrintOrder(await placeOrder(deps, order, acceptedQuote, parcel)));
  });

/** Loads the print order. Production orders are for super administrators only. */
async function loadPrintOrder(c: Context<AdminEnv>): Promise<PrintOrderRow> {
  const printOrder = requireValue(await c.var.store.admin.printOrders.find(rowId(c.req.param('printOrderId'))), 'print_order_not_found');
  if (printOrder.environment === 'production') moneyMoverOnly(c);
  return printOrder;
}

async function loadParcel(deps: PrintingDeps, { orderId }: PrintOrderRow): Promise<Parcel> {
  if (orderId === null) return { to: testDestination(deps), userId: null, orderVersion: null };
  const loadedOrder = await deps.store.admin.orders.find(orderId);
  if (loadedOrder && loadedOrder.order.status !== 'paid') throw new ApiError('order_not_paid');
  const address = loadedOrder?.order.shippingAddress;
  if (!loadedOrder || !address) throw new ApiError('order_not_shipped');
  const { userId, version } = loadedOrder.order;
  return { to: unwrap(destination(JSON.parse(address) as ShippingAddress)), userId, orderVersion: version };
}
