/** Ordering at an accepted cost. However often the same is ordered, it is printed once. */
import { type CardPrinter, CardPrinterError } from '#worker/clients/card-printer.ts';
import { type AcceptedQuote, type Destination, printAnswerWithinSeconds, quoteOfItem } from '#worker/domain/printing/print-order.ts';
import { ApiError } from '#worker/errors.ts';
import { signPrintFile } from '#worker/security/print-file-link.ts';
import { isUnanswered, type PrintOrderRow } from '#worker/store/printing/admin-print-orders.ts';
import { contactOf, type PrintingDeps, printerFailure, printerIn } from './deps.ts';
import { hashItems, itemsOf } from './print-files.ts';

const unknownOutcome = 'We do not know whether the order was taken.';

/** Our name for a new order at the printer. */
export function newReference(): string {
  return `cc-${crypto.randomUUID()}`;
}

/** Orders a draft at an accepted cost; answers the order that is there then. One that was taken already is answered as it is. */
export async function placeOrder(
  deps: PrintingDeps,
  draft: PrintOrderRow,
  { quote, service }: AcceptedQuote,
  { to, userId }: { to: Destination; userId: number | null },
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
  if (!(await store.admin.printOrders.submit(draft, userId, service, actor, now))) return reloadAfterRace(deps, draft);
  try {
    await orderOnce(printer, draft, () =>
      printer.order({
        reference: draft.reference,
        email,
        to,
        product: quote.product,
        options: quote.options,
        items: itemsOf(printed),
        quoteOf: (item) => quoteOfItem(service, item),
        fileOf: (item) => ({ url: draft.designUrl ?? urls.get(item) ?? '', md5sum: quote.designMd5 ?? hashes.get(item) ?? '' }),
      }),
    );
    return (await store.admin.printOrders.ordered({ draft, userId }, actor, now)) ?? draft;
  } catch (error) {
    if (!(error instanceof CardPrinterError)) throw error;
    const isRefusal = error.isRefusal && !mayBeUnderway(draft, now);
    const current = await store.admin.printOrders.failed(draft.id, { message: error.message, isRefusal }, now);
    if (current && isAtPrinter(current)) return current;
    const failed = printerFailure(error);
    throw isRefusal ? failed : new ApiError('printer_unanswered', { message: `${error.message} ${unknownOutcome}` });
  }
}

/** What was asked for before is asked for again only where the printer says that it has no such order. */
async function orderOnce(printer: CardPrinter, draft: PrintOrderRow, order: () => Promise<void>): Promise<void> {
  if (isUnanswered(draft) && (await printer.knows(draft.reference))) return;
  await order();
}

/** A refusal right after a try without an answer proves nothing: it may be of the repeated reference alone. */
function mayBeUnderway({ submittedAt, ...draft }: PrintOrderRow, now: number): boolean {
  return isUnanswered({ submittedAt, ...draft }) && submittedAt !== null && submittedAt > now - printAnswerWithinSeconds;
}

/** After a concurrent request ordered or changed the same draft. */
async function reloadAfterRace({ store }: PrintingDeps, draft: PrintOrderRow): Promise<PrintOrderRow> {
  const current = await store.admin.printOrders.find(draft.id);
  if (current && isAtPrinter(current)) return current;
  throw new ApiError(current && isUnanswered(current) && current.error === null ? 'print_underway' : 'changed_meanwhile');
}

/** The printer has confirmed it, by its response or its signals. */
function isAtPrinter({ status }: PrintOrderRow): boolean {
  return status !== 'draft' && status !== 'cancelled';
}
