/** Endpoints for the card printer: POST /api/print/webhook receives its webhooks, and GET /api/print-files/… serves the files to print. */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { parseInstant } from '#worker/domain/instant.ts';
import { hidePrintFiles } from '#worker/domain/printing/print-file-address.ts';
import { shippedMail } from '#worker/domain/printing/print-mail.ts';
import { applyWriteOff, type PrintSignal, printState, type SignalType, signalTypes } from '#worker/domain/printing/print-signal.ts';
import { ApiError } from '#worker/errors.ts';
import { drawItem } from '#worker/flows/printing/print-files.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { readBody } from '#worker/middleware/json-body.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { constantTimeEqual } from '#worker/security/constant-time.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import { isValidPrintFileLink } from '#worker/security/print-file-link.ts';
import { readWords } from '#worker/words/read-words.ts';

/** Maximum number of attempts to load and commit. Only concurrent webhooks make more than one necessary. */
const attempts = 5;

const shortText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(500));
const optionalText = v.optional(v.nullable(shortText), null);

/** Body of a CloudSignal 2.0 webhook. Unknown fields are allowed. */
const Signal = v.object({
  apikey: v.string(),
  type: v.pipe(v.string(), v.maxLength(100)),
  order: optionalText,
  datetime: v.pipe(v.string(), v.maxLength(40)),
  order_reference: shortText,
  item: optionalText,
  item_reference: optionalText,
  tracking: optionalText,
  cause: optionalText,
  error_message: optionalText,
  message: optionalText,
});

export const printWebhookRoutes = new Hono<AppEnv>().post('/webhook', async (c) => {
  const { config, store, now } = c.var;
  const { webhookKeys } = config.printing;
  if (webhookKeys.length === 0) throw new ApiError('not_found');
  const requestBody = parseJson(readBody(c));
  // Checks the key first so that unauthenticated callers learn nothing.
  if (!webhookKeys.some((key) => constantTimeEqual(readApiKey(requestBody), key))) throw new ApiError('wrong_webhook_key');
  const { reference, printerOrderId, signal } = readSignal(requestBody);
  if (!signal) return acknowledge(c);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const snapshot = await store.printSignals.saveSignal(reference, signal, now);
    // According to the printer's docs, 204 acknowledges the webhook; otherwise, it is retried a hundred times.
    if (!snapshot) return c.body(null, 204);
    const { order, member, signals } = snapshot;
    const reportedState = printState(signals, order.orderId === null ? 1 : order.quantity);
    if (!reportedState) return acknowledge(c);
    const state = order.status === 'cancelled' ? applyWriteOff(reportedState) : reportedState;
    const sendsMail = member !== null && order.environment === 'production' && state.status === 'shipped';
    const mail = sendsMail ? { userId: member.userId, mail: shippedMail(member, order.id, state) } : null;
    if (await store.printSignals.reconcile({ order, state, printerOrderId, mail }, now)) return acknowledge(c);
  }
  throw new ApiError('event_not_ready');
});

export const printFileRoutes = new Hono<AppEnv>().get('/:reference/:item', async (c) => {
  const { config, store, now } = c.var;
  const { searchParams } = new URL(c.req.url);
  const language = searchParams.get('language') ?? '';
  const file = { reference: c.req.param('reference'), item: c.req.param('item'), language };
  const isOpen = await firstAccepted(
    config.accepted.linkSigning,
    async (key) => (await isValidPrintFileLink(key, file, searchParams, now)) || undefined,
  );
  if (!isOpen) throw new ApiError('print_file_closed');
  const { order, cards } = await store.admin.printOrders.file(file.reference);
  if (!order || order.status === 'cancelled') throw new ApiError('print_file_closed');
  const words = await readWords(c.env.ASSETS, language);
  const printedCards = cards.map((card) => ({ ...card, words }));
  const pdf = await drawItem({ order, cards: printedCards, fonts: nameFonts(c.env.ASSETS) }, file.item, config.publicOrigin);
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Length': String(pdf.byteLength),
    'Content-Disposition': `inline; filename="${file.item}.pdf"`,
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
  });
});

const acknowledge = (c: Context) => c.json({ received: true });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('malformed_json');
  }
}

function readApiKey(requestBody: unknown): string {
  const key = typeof requestBody === 'object' && requestBody !== null && 'apikey' in requestBody ? requestBody.apikey : undefined;
  return typeof key === 'string' ? key : '';
}

/** Parses a webhook. `signal` is undefined if the event type is one that we ignore. */
function readSignal(requestBody: unknown): { reference: string; printerOrderId: string | null; signal: PrintSignal | undefined } {
  const result = v.safeParse(Signal, requestBody);
  const occurredAt = result.success ? parseInstant(result.output.datetime) : undefined;
  if (!result.success || occurredAt === undefined) throw new ApiError('invalid_input');
  const { type, order, order_reference, item, item_reference, tracking, cause, error_message, message } = result.output;
  if (!isSignalType(type)) return { reference: order_reference, printerOrderId: order, signal: undefined };
  const isOrderEvent = type.startsWith('CloudprinterOrder');
  const errorText = error_message ?? message ?? cause;
  return {
    reference: order_reference,
    printerOrderId: order,
    signal: {
      type,
      item: isOrderEvent ? '' : (item_reference ?? item ?? ''),
      occurredAt,
      tracking: type === 'ItemShipped' ? tracking : null,
      message: type === 'ItemError' && errorText !== null ? hidePrintFiles(errorText) : null,
    },
  };
}

function isSignalType(type: string): type is SignalType {
  return (signalTypes as readonly string[]).includes(type);
}
