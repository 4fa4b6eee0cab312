/** Asking the printer what an order costs, and ordering it. However often the same is ordered, it is printed once. */
import { CardPrinterError, type PrintJob } from '#worker/clients/card-printer.ts';
import { type Destination, type KeptQuote, type QuotedService, quoteOfItem } from '#worker/domain/print-order.ts';
import { ApiError } from '#worker/errors.ts';
import { describeError, errorInWords, logError } from '#worker/log.ts';
import { signPrintFile } from '#worker/security/print-file-link.ts';
import { isUnanswered, type PrintOrderRow } from '#worker/store/admin/print-orders.ts';
import { contactOf, type PrintingDeps, printerIn } from './deps.ts';
import { hashItems, itemsOf } from './print-files.ts';

const unknownOutcome = 'We do not know whether the order was taken.';

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
  const { cards } = await store.admin.printOrders.file(draft.reference);
  const printed = { order: draft, cards };
  const hashes = draft.designUrl === null ? await hashItems(printed, config.publicOrigin) : new Map<string, string>();
  const urls = new Map<string, string>();
  for (const item of hashes.keys()) {
    urls.set(item, config.publicOrigin + (await signPrintFile(config.linkSigningKey, { reference: draft.reference, item }, now)));
  }
  if (!(await store.admin.printOrders.submit(draft, userId, service, actor, now))) return lostRace(deps, draft);
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
    return (await store.admin.printOrders.ordered({ draft, userId, providerOrderId }, actor, now)) ?? draft;
  } catch (error) {
    if (!(error instanceof CardPrinterError)) throw error;
    // What may be at the printer already is not undone by a refusal: that may be of the repeated reference alone.
    const isRefusal = error.isRefusal && !isUnanswered(draft);
    const current = await store.admin.printOrders.failed(draft.id, { message: error.message, isRefusal }, now);
    if (current && isTaken(current)) return current;
    const failed = failure(error);
    throw isRefusal ? failed : new ApiError('printer_unanswered', { message: `${error.message} ${unknownOutcome}` });
  }
}

/** Somebody else was faster: with the same order, or with a change to it. */
async function lostRace({ store }: PrintingDeps, draft: PrintOrderRow): Promise<PrintOrderRow> {
  const current = await store.admin.printOrders.find(draft.id);
  if (current && isTaken(current)) return current;
  throw new ApiError(current && isUnanswered(current) && current.error === null ? 'print_underway' : 'changed_meanwhile');
}

/** The printer has it, as we know from its answer or from its signals. */
function isTaken({ status }: PrintOrderRow): boolean {
  return status !== 'draft' && status !== 'cancelled';
}

function failure(error: unknown): unknown {
  if (!(error instanceof CardPrinterError)) return error;
  logError('card_printer_failed', {
    error: describeError(error),
    cause: error.cause === undefined ? undefined : errorInWords(error.cause),
  });
  return new ApiError('printer_failed', { message: error.message });
}
