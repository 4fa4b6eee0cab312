/** POST /api/admin/test-card-api. Product rules: Claims, printing, email and messages. */
import { type Context, Hono } from 'hono';
import { TestCardApiRequest, type TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { DesignError, hashDesign } from '#worker/clients/design-file.ts';
import { acceptQuote, type Destination, destination, type PrintChoices, type StoredQuote } from '#worker/domain/printing/print-order.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { PrintingDeps } from '#worker/flows/printing/deps.ts';
import { createReference, placeOrder } from '#worker/flows/printing/place-order.ts';
import { sampleCardId } from '#worker/flows/printing/print-files.ts';
import { quoteCards } from '#worker/flows/printing/quote-cards.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type PrintOrderRow, toPrintDraft } from '#worker/store/printing/admin-print-orders.ts';
import { presentPrintOrder, presentQuote } from './admin-present-print.ts';

export const testCardApiRoutes = new Hono<AdminEnv>().post('/', requireAdmin, json(TestCardApiRequest), async (c) => {
  const { confirmedQuoteId, numCards, ...choicesInput } = c.req.valid('json');
  if (choicesInput.environment === 'production') moneyMoverOnly(c);
  const choices: PrintChoices = { ...choicesInput, quantity: numCards };
  const deps = printingDeps(c);
  const to = testDestination(deps);

  if (confirmedQuoteId !== undefined) {
    const draft = await deps.store.admin.printOrders.testByQuote(confirmedQuoteId);
    const acceptedQuote = unwrap(acceptQuote(draft && toPrintDraft(draft), choices, to, confirmedQuoteId, deps.now));
    if (!draft) throw new ApiError('print_quote_unknown');
    const order = await placeOrder(deps, draft, acceptedQuote, { to, userId: null, orderVersion: null });
    return c.json({ quote: presentQuote(acceptedQuote.service), order: presentPrintOrder(order) } satisfies TestCardApiResponse);
  }

  const { draft, quote } = await newDraft(deps, choices, to);
  const [service] = quote.services;
  if (!service) throw new ApiError('printer_service_missing');
  // Production costs money, so the administrator must confirm the price first.
  if (choices.environment === 'production') return c.json({ quote: presentQuote(service), order: null } satisfies TestCardApiResponse);
  const order = await placeOrder(deps, draft, { quote, service }, { to, userId: null, orderVersion: null });
  return c.json({ quote: presentQuote(service), order: presentPrintOrder(order) } satisfies TestCardApiResponse);
});

export function printingDeps(c: Context<AdminEnv>): PrintingDeps {
  const { config, store, actor, now } = c.var;
  return { config, store, actor, now, files: c.env.ASSETS };
}

/** Returns our own address for test orders; throws 503 if it is missing or incomplete. */
export function testDestination({ config }: PrintingDeps): Destination {
  const { testAddress } = config.printing;
  const destinationResult = testAddress && destination(testAddress);
  if (!destinationResult?.ok) throw new ApiError('printer_not_set_up');
  return destinationResult.value;
}

async function newDraft(deps: PrintingDeps, choices: PrintChoices, to: Destination): Promise<{ draft: PrintOrderRow; quote: StoredQuote }> {
  const designMd5 = choices.designUrl === null ? null : await hashDesignUrl(choices.designUrl);
  const items = [{ reference: sampleCardId, count: choices.quantity }];
  const quote = { ...(await quoteCards(deps, { ...choices, items, to })), designMd5 };
  const draft = requireValue(
    await deps.store.admin.printDrafts.draftForTest(choices, createReference(), quote, deps.actor, deps.now),
    'internal',
  );
  return { draft, quote };
}

async function hashDesignUrl(designUrl: string): Promise<string> {
  try {
    return await hashDesign(designUrl);
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    throw new ApiError('invalid_input', { fields: { designUrl: error.message } });
  }
}
