/** Routes at /api/admin/orders. Product rules: Payments and memberships; Claims, printing, email and messages; Administrators. */

import { type Context, Hono } from 'hono';
import { type AdminOrder, CorrectAddressRequest, PrintPdfQuery } from '#schema/orders/admin-orders.ts';
import { RefundEffectsQuery, RefundRequest } from '#schema/orders/admin-refunds.ts';
import { SendAgainRequest, SendToPrintRequest, type SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import { PrintFileForm } from '#schema/printing/print-file.ts';
import { printPdfMaxCards } from '#schema/rules.ts';
import { acceptQuote, type Destination, decidePrinting, type PrintChoices } from '#worker/domain/printing/print-order.ts';
import { decideResend, findResend } from '#worker/domain/printing/resend.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { previewRefund, refundOrder } from '#worker/flows/orders/refund-order.ts';
import { createReference, type Parcel, placeOrder } from '#worker/flows/printing/place-order.ts';
import { quoteCards } from '#worker/flows/printing/quote-cards.ts';
import {
  type AdminEnv,
  moneyMoverOnly,
  requireAdmin,
  requireAdminOrLink,
  requireMoneyMover,
  requireSuperAdmin,
} from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseOwnMembers, refuseUnreachableMember } from '#worker/routes/admin/own-member.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import { presentPrintOrder, presentQuote } from '#worker/routes/printing/admin-present-print.ts';
import { printingDeps } from '#worker/routes/printing/admin-test-card-api.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import {
  type AdminOrderPageRow,
  type AdminOrderRow,
  orderList,
  parseShippingAddress,
  type UnconfirmedOrder,
} from '#worker/store/orders/admin-orders.ts';
import { isUnanswered, toPrintDraft } from '#worker/store/printing/admin-print-orders.ts';
import { withOwnersWords } from '#worker/words/print-words.ts';
import { canChangeAddress, listSentPrints, presentAdminOrder, presentOrderPage } from './admin-present-order.ts';

const list = adminList<AdminOrderRow, AdminOrder>({
  shape: orderList,
  read: (store, request) => store.admin.orders.list(request),
  present: presentAdminOrder,
  csv: {
    fileName: 'orders.csv',
    columns: [
      { header: 'Order', value: ({ id }) => id },
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Member ID', value: ({ member }) => member.id },
      { header: 'Item', value: ({ description }) => description },
      { header: 'Amount (USD)', value: ({ amount }) => ({ cents: amount }) },
      { header: 'Refunded (USD)', value: ({ refunded }) => ({ cents: refunded }) },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Delivery', value: ({ delivery }) => delivery },
      { header: 'Print', value: ({ printStatus }) => printStatus },
      { header: 'Print cost (USD)', value: ({ printCost }) => (printCost === null ? null : { cents: printCost }) },
      { header: 'Ordered', value: ({ createdAt }) => createdAt },
      { header: 'Paid', value: ({ paidAt }) => paidAt },
    ],
  },
});

export const adminOrderRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .get('/print.pdf', requireAdminOrLink, query(PrintPdfQuery), async (c) => {
    moneyMoverOnly(c);
    const { orders, reason } = c.req.valid('query');
    if ((await c.var.store.admin.orders.countCards(orders)) > printPdfMaxCards) throw new ApiError('too_many_to_print');
    return drawPrintPdf(c, { orderIds: orders, reason }, `cache-cards-${orders.length}-orders.pdf`);
  })

  .get('/:orderId', requireAdmin, async (c) => c.json(presentOrderPage(await loadOrder(c))))

  .get('/:orderId/print.pdf', requireAdminOrLink, query(PrintFileForm), async (c) => {
    moneyMoverOnly(c);
    const orderId = readOrderId(c);
    return drawPrintPdf(c, { orderIds: [orderId], ...c.req.valid('query') }, `cache-cards-order-${orderId}.pdf`);
  })

  .put('/:orderId/address', requireAdmin, json(CorrectAddressRequest), async (c) => {
    const { address, version } = c.req.valid('json');
    const { store, actor, now } = c.var;
    const loadedOrder = await loadOrder(c);
    if (!canChangeAddress(loadedOrder)) throw new ApiError('order_address_fixed');
    const { userId } = loadedOrder.order;
    if (userId !== null) await refuseUnreachableMember(c, userId);
    requireValue(await store.admin.orders.correctAddress({ ...loadedOrder.order, version }, address, actor, now), 'changed_meanwhile');
    return c.json(presentOrderPage(await loadOrder(c)));
  })

  .get('/:orderId/refund-effects', requireSuperAdmin, query(RefundEffectsQuery), async (c) => {
    const { paymentId, amount } = c.req.valid('query');
    return c.json(unwrap(await previewRefund(c.var, { orderId: readOrderId(c), paymentId, amountCents: amount })));
  })

  .post('/:orderId/refunds', requireMoneyMover, json(RefundRequest), async (c) => {
    const { paymentId, amount, refunded, reason, note } = c.req.valid('json');
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const { order } = await loadOrder(c);
    await refuseOwnMembers(c, [order.userId, ...(await c.var.store.admin.ownMembers.referrerOf(order.userId))]);
    const choices = { orderId: order.id, paymentId, amountCents: amount, refundedCents: refunded, reason, note };
    unwrap(await callProvider(c, 'refund_unanswered', () => refundOrder(deps, choices, c.var.actor)));
    return c.json(presentOrderPage(await loadOrder(c)));
  })

  .post('/:orderId/print', requireAdmin, json(SendToPrintRequest), async (c) => {
    const { cardSize, environment, confirmedQuoteId } = c.req.valid('json');
    if (environment === 'production') moneyMoverOnly(c);
    const { order, cards, prints, to } = await loadForPrint(c);
    const deps = printingDeps(c);
    const choices: PrintChoices = { environment, cardSize, quantity: cards.length, designUrl: null };
    const activePrint = prints.find(
      (print) => print.environment === environment && print.status !== 'cancelled' && print.resendOfId === null,
    );

    if (confirmedQuoteId !== undefined) {
      const draft = activePrint && toPrintDraft(activePrint);
      const acceptedQuote = unwrap(acceptQuote(draft, choices, to, confirmedQuoteId, deps.now));
      if (!activePrint) throw new ApiError('print_quote_unknown');
      const placementResult = await placeOrder(deps, activePrint, acceptedQuote, toParcel(order, to));
      return c.json({
        quotes: [presentQuote(acceptedQuote.service)],
        order: presentPrintOrder(placementResult),
      } satisfies SendToPrintResponse);
    }

    if (activePrint && isUnanswered(activePrint)) throw new ApiError('print_awaiting_response');
    if (activePrint && activePrint.status !== 'draft') throw new ApiError('already_printing');
    const items = cards.map(({ cardId }) => ({ reference: cardId, count: 1 }));
    const quote = { ...(await quoteCards(deps, { environment, cardSize, items, to })), designMd5: null };
    requireValue(
      await deps.store.admin.printDrafts.draftForOrder(order.id, choices, createReference(), quote, deps.actor, deps.now),
      'changed_meanwhile',
    );
    return c.json({ quotes: quote.services.map(presentQuote), order: null } satisfies SendToPrintResponse);
  })

  .post('/:orderId/send-again', requireMoneyMover, json(SendAgainRequest), async (c) => {
    const { printOrderId, newCodes, reason, confirmedQuoteId } = c.req.valid('json');
    const { order, cards, prints, to } = await loadForPrint(c);
    const deps = printingDeps(c);
    const sentPrints = listSentPrints(prints);
    const resend = findResend(sentPrints, printOrderId);

    if (confirmedQuoteId !== undefined && resend) {
      const draft = toPrintDraft(resend);
      const choices = { ...draft, quantity: resend.status === 'draft' ? cards.length : resend.quantity };
      const acceptedQuote = unwrap(acceptQuote(draft, choices, to, confirmedQuoteId, deps.now));
      if ((resend.hasNewCodes === 1) !== newCodes) throw new ApiError('print_quote_differs');
      const placement = await placeOrder(deps, { ...resend, resendReason: reason }, acceptedQuote, toParcel(order, to));
      return c.json({ quotes: [presentQuote(acceptedQuote.service)], order: presentPrintOrder(placement) } satisfies SendToPrintResponse);
    }

    const print = unwrap(decideResend(sentPrints, printOrderId));
    if (confirmedQuoteId !== undefined) throw new ApiError('print_quote_unknown');
    const items = cards.map(({ cardId }) => ({ reference: cardId, count: 1 }));
    const { environment, cardSize } = toPrintDraft(print);
    const quote = { ...(await quoteCards(deps, { environment, cardSize, items, to })), designMd5: null };
    const choices = { print, quantity: cards.length, reason, hasNewCodes: newCodes };
    requireValue(
      await deps.store.admin.printDrafts.draftResend(choices, createReference(), quote, deps.actor, deps.now),
      'changed_meanwhile',
    );
    return c.json({ quotes: quote.services.map(presentQuote), order: null } satisfies SendToPrintResponse);
  });

async function drawPrintPdf(
  c: Context<AdminEnv>,
  selection: { orderIds: readonly number[]; reason: string },
  fileName: string,
): Promise<Response> {
  const { actor, config, now, store } = c.var;
  const cards = await store.admin.orders.printFile(selection, actor, now);
  if (cards.length === 0) throw new ApiError('nothing_to_print');
  const { drawCardSheet } = await import('#worker/pdf/card-print.ts');
  const pdf = await drawCardSheet(
    await withOwnersWords(cards, c.env.ASSETS),
    nameFonts(c.env.ASSETS),
    config.publicOrigin,
    new Date(now * 1_000),
  );
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  });
}

const toParcel = ({ userId, version }: AdminOrderPageRow, to: Destination): Parcel => ({ to, userId, orderVersion: version });

function readOrderId(c: Context<AdminEnv>): number {
  return rowId(c.req.param('orderId'));
}

async function loadOrder(c: Context<AdminEnv>): Promise<UnconfirmedOrder> {
  return requireValue(await c.var.store.admin.orders.find(readOrderId(c)), 'order_not_found');
}

/** Loads an order with the destination of its parcel and the cards that still belong to the buyer. Throws if there is nothing to print. */
async function loadForPrint(c: Context<AdminEnv>) {
  const { order, printableCards: cards, prints } = await loadOrder(c);
  const to = unwrap(
    decidePrinting({ ...order, shippingAddress: parseShippingAddress(order.shippingAddress) ?? null, isLeaving: order.isLeaving === 1 }),
  );
  if (cards.length === 0) throw new ApiError('nothing_to_print');
  return { order, cards, prints, to };
}
