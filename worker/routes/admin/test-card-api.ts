/** POST /api/admin/test-card-api: test orders at the card printer. Product rules: Ownership claims, printing, mail and contact. */
import { type Context, Hono } from 'hono';
import { TestCardApiRequest, type TestCardApiResponse } from '#schema/admin/printing.ts';
import { DesignError, hashDesign } from '#worker/clients/design-file.ts';
import { acceptQuote, type Destination, destination, type KeptQuote, type PrintWish } from '#worker/domain/print-order.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, superAdminOnly } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import type { PrintingDeps } from '#worker/printing/deps.ts';
import { askQuotes, newReference, placeOrder } from '#worker/printing/place-order.ts';
import { sampleCardId } from '#worker/printing/print-files.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { draftOf, type PrintOrderRow } from '#worker/store/admin/print-orders.ts';
import { presentPrintOrder, presentQuote } from './present-print.ts';

export const testCardApiRoutes = new Hono<AdminEnv>().post('/', requireAdmin, json(TestCardApiRequest), async (c) => {
  const { confirmedQuoteId, numCards, ...wished } = c.req.valid('json');
  if (wished.environment === 'production') superAdminOnly(c.var.admin);
  const wish: PrintWish = { ...wished, quantity: numCards };
  const deps = printingDeps(c);
  const to = { ...testDestination(deps), userId: null };

  if (confirmedQuoteId !== undefined) {
    const draft = await deps.store.admin.printOrders.testByQuote(confirmedQuoteId);
    const service = unwrap(acceptQuote(draft && draftOf(draft), wish, confirmedQuoteId, deps.now));
    const { row, quote } = confirmed(draft);
    const order = await placeOrder(deps, row, quote, service, to);
    return c.json({ quote: presentQuote(service), order: presentPrintOrder(order) } satisfies TestCardApiResponse);
  }

  const { draft, quote } = await newDraft(deps, wish, to);
  const [service] = quote.services;
  if (!service) throw new ApiError('printer_failed');
  // What costs money waits until somebody has seen how much.
  if (wish.environment === 'production') return c.json({ quote: presentQuote(service), order: null } satisfies TestCardApiResponse);
  const order = await placeOrder(deps, draft, quote, service, to);
  return c.json({ quote: presentQuote(service), order: presentPrintOrder(order) } satisfies TestCardApiResponse);
});

export function printingDeps(c: Context<AdminEnv>): PrintingDeps {
  const { config, store, actor, now } = c.var;
  return { config, store, actor, now };
}

/** Where test orders go; 503 where no address is configured. */
export function testDestination({ config }: PrintingDeps): Destination {
  const { testAddress } = config.printing;
  const found = testAddress && destination(testAddress);
  if (!found?.ok) throw new ApiError('printer_not_set_up');
  return found.value;
}

/** Asks what it costs, and keeps the answer. */
async function newDraft(
  deps: PrintingDeps,
  wish: PrintWish,
  { country }: Destination,
): Promise<{ draft: PrintOrderRow; quote: KeptQuote }> {
  const designMd5 = wish.designUrl === null ? null : await hashOf(wish.designUrl);
  const product = deps.config.printing.products[wish.cardSize];
  const items = [{ reference: sampleCardId, count: wish.quantity }];
  const quote = { services: await askQuotes(deps, wish.environment, { product, items, country }), designMd5 };
  const draft = await deps.store.admin.printDrafts.ofTest(wish, newReference(), quote, deps.actor, deps.now);
  if (!draft) throw new ApiError('internal');
  return { draft, quote };
}

async function hashOf(designUrl: string): Promise<string> {
  try {
    return await hashDesign(designUrl);
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    throw new ApiError('invalid_input', { fields: { designUrl: error.message } });
  }
}

/** After its quote was accepted both are there. */
function confirmed(row: PrintOrderRow | undefined): { row: PrintOrderRow; quote: KeptQuote } {
  const quote = row && draftOf(row).quote;
  if (!row || !quote) throw new ApiError('print_quote_unknown');
  return { row, quote };
}
