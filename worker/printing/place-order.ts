/** Asking the printer what an order costs, and ordering it. However often the same is ordered, it is printed once. */
import { CardPrinterError, type PrintJob } from '#worker/clients/card-printer.ts';
import { type Destination, type KeptQuote, type QuotedService, quoteOfItem } from '#worker/domain/print-order.ts';
import { ApiError } from '#worker/errors.ts';
import { signPrintFile } from '#worker/security/print-file-link.ts';
import type { PrintOrderRow } from '#worker/store/admin/print-orders.ts';
import { contactOf, type PrintingDeps, printerIn } from './deps.ts';
import { hashItems, itemsOf } from './print-files.ts';

/** Our name for a new order at the printer. */
export function newReference(): string {
  return `cc-${crypto.randomUUID()}`;
}

/** What an order costs, by way of sending it, cheapest first. */
export async function askQuotes(deps: PrintingDeps, environment: PrintOrderRow['environment'], job: PrintJob): Promise<QuotedService[]> {
  const printer = printerIn(deps, environment);
  contactOf(deps);
  try {
    return await printer.quote(job);
  } catch (error) {
    throw failure(error);
  }
}

/** Orders a draft at an accepted cost; answers the order that is there then. One that was taken already is answered as it is. */
export async function placeOrder(
  deps: PrintingDeps,
  draft: PrintOrderRow,
  quote: KeptQuote,
  service: QuotedService,
  { address, country, userId }: Destination & { userId: number | null },
): Promise<PrintOrderRow> {
  if (draft.status !== 'draft') return draft;
  const { config, store, actor, now } = deps;
  const printer = printerIn(deps, draft.environment);
  const email = contactOf(deps);
  const { cards } = await store.adminPrintOrders.file(draft.reference);
  const printed = { order: draft, cards };
  const hashes = draft.designUrl === null ? await hashItems(printed, config.publicOrigin) : new Map<string, string>();
  const urls = new Map<string, string>();
  for (const item of hashes.keys()) {
    urls.set(item, config.publicOrigin + (await signPrintFile(config.linkSigningKey, { reference: draft.reference, item }, now)));
  }
  if (!(await store.adminPrintOrders.submit(draft, userId, service, actor, now))) return lostRace(deps, draft);
  try {
    const providerOrderId = await printer.order({
      reference: draft.reference,
      email,
      address,
      country,
      product: config.printing.products[draft.cardSize as keyof typeof config.printing.products],
      items: itemsOf(printed),
      quoteOf: (item) => quoteOfItem(service, item),
      fileOf: (item) => ({ url: draft.designUrl ?? urls.get(item) ?? '', md5sum: quote.designMd5 ?? hashes.get(item) ?? '' }),
    });
    return (await store.adminPrintOrders.ordered({ draft, userId, providerOrderId }, actor, now)) ?? draft;
  } catch (error) {
    if (error instanceof CardPrinterError) await store.adminPrintOrders.failed(draft.id, error.message, error.isRefusal);
    throw failure(error);
  }
}

/** Somebody else was faster: with the same order, or with a change to it. */
async function lostRace({ store }: PrintingDeps, draft: PrintOrderRow): Promise<PrintOrderRow> {
  const current = await store.adminPrintOrders.find(draft.id);
  if (current && current.status !== 'draft' && current.status !== 'cancelled') return current;
  throw new ApiError('changed_meanwhile');
}

function failure(error: unknown): unknown {
  if (!(error instanceof CardPrinterError)) return error;
  console.error(JSON.stringify({ cardPrinter: error.message, cause: String(error.cause ?? '') }));
  return new ApiError('printer_failed', { message: error.message });
}
