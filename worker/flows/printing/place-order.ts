/** Places print orders whose cost was accepted. Each order is printed once, even if it is placed repeatedly. */
import { type CardPrinter, CardPrinterError } from '#worker/clients/card-printer.ts';
import { type AcceptedQuote, type Destination, getItemQuote, printResponseTimeoutSeconds } from '#worker/domain/printing/print-order.ts';
import { ApiError } from '#worker/errors.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { signPrintFile } from '#worker/security/print-file-link.ts';
import { randomCode } from '#worker/security/random.ts';
import { isUnanswered, type PrintOrderRow } from '#worker/store/printing/admin-print-orders.ts';
import { withOwnersWords } from '#worker/words/print-words.ts';
import { getContactEmail, type PrintingDeps, printerFailure, requirePrinter } from './deps.ts';
import { hashItems, listPrintItems } from './print-files.ts';

export function createReference(): string {
  return `cc-${crypto.randomUUID()}`;
}

export interface Parcel {
  to: Destination;
  userId: number | null;
  /** Version of the order that `to` was read from; null for test cards. */
  orderVersion: number | null;
}

/** Places a print order and returns its current state. An order that was already placed is returned unchanged. */
export async function placeOrder(
  deps: PrintingDeps,
  draft: PrintOrderRow,
  { quote, service }: AcceptedQuote,
  { to, userId, orderVersion }: Parcel,
): Promise<PrintOrderRow> {
  if (draft.status !== 'draft') return draft;
  const { config, store, actor, now } = deps;
  const printer = requirePrinter(deps, draft.environment);
  const email = getContactEmail(deps);
  const { cards: storedCards } = await store.admin.printOrders.file(draft.reference);
  // Generates new card codes only for the first submission because a repeated one must print the same codes.
  const isReplacingCodes = draft.hasNewCodes === 1 && draft.codesReplacedAt === null;
  const ownedCards = isReplacingCodes ? storedCards.map((card) => ({ ...card, code: randomCode() })) : storedCards;
  const cards = await withOwnersWords(ownedCards, deps.files);
  const printedOrder = { order: draft, cards, fonts: nameFonts(deps.files) };
  const hashes = draft.designUrl === null ? await hashItems(printedOrder, config.publicOrigin) : new Map<string, string>();
  const urls = new Map<string, string>();
  for (const item of hashes.keys()) {
    const language = cards.find(({ cardId }) => cardId === item)?.words.language ?? 'en';
    const file = { reference: draft.reference, item, language };
    urls.set(item, config.publicOrigin + (await signPrintFile(config.linkSigningKey, file, now)));
  }
  const submission = { userId, orderVersion, service, newCodes: isReplacingCodes ? ownedCards : [] };
  if (!(await store.admin.printOrders.submit(draft, submission, actor, now))) return reloadAfterRace(deps, draft);
  try {
    await orderOnce(printer, draft, () =>
      printer.order({
        reference: draft.reference,
        email,
        to,
        product: quote.product,
        options: quote.options,
        items: listPrintItems(printedOrder),
        getQuote: (item) => getItemQuote(service, item),
        getFile: (item) => ({ url: draft.designUrl ?? urls.get(item) ?? '', md5sum: quote.designMd5 ?? hashes.get(item) ?? '' }),
      }),
    );
    return (await store.admin.printOrders.markOrdered({ draft, userId }, actor, now)) ?? draft;
  } catch (error) {
    if (!(error instanceof CardPrinterError)) throw error;
    const isRefusal = error.isRefusal && !mayBeInProgress(draft, now);
    const failedOrder = await store.admin.printOrders.markFailed(draft.id, { message: error.message, isRefusal }, now);
    if (failedOrder && isAtPrinter(failedOrder)) return failedOrder;
    const failure = printerFailure(error);
    throw isRefusal ? failure : new ApiError('printer_unanswered', { params: { detail: error.message } });
  }
}

/** Resubmits an order only if the printer has not received it yet. */
async function orderOnce(printer: CardPrinter, draft: PrintOrderRow, order: () => Promise<void>): Promise<void> {
  if (isUnanswered(draft) && (await printer.hasOrder(draft.reference))) return;
  await order();
}

/** If the previous attempt got no response, a rejection is inconclusive: the printer may only be rejecting the repeated reference. */
function mayBeInProgress({ submittedAt, ...draft }: PrintOrderRow, now: number): boolean {
  return isUnanswered({ submittedAt, ...draft }) && submittedAt !== null && submittedAt > now - printResponseTimeoutSeconds;
}

/** Reloads the draft in case a concurrent request has submitted or changed it. */
async function reloadAfterRace({ store }: PrintingDeps, draft: PrintOrderRow): Promise<PrintOrderRow> {
  const current = await store.admin.printOrders.find(draft.id);
  if (current && isAtPrinter(current)) return current;
  throw new ApiError(current && isUnanswered(current) && current.error === null ? 'print_in_progress' : 'changed_meanwhile');
}

function isAtPrinter({ status }: PrintOrderRow): boolean {
  return status !== 'draft' && status !== 'cancelled';
}
