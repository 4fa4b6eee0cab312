/**
 * Print orders, as displayed to administrators. Amounts are in hundredths of `currency`. Product rules: Claims, printing, email and
 * messages.
 */
import * as v from 'valibot';
import { isoInstant, requiredLines } from '#schema/fields.ts';
import { DesignUrl } from '#schema/printing/design-url.ts';
import { cardSizes, printEnvironments, printStatuses } from '#schema/printing/print.ts';
import { testPrintMaxCards, testPrintMinCards } from '#schema/rules.ts';

const wholeNumberMessage = 'Please enter a whole number of cards';
const quoteId = v.pipe(v.string('confirmedQuoteId must be text'), v.minLength(1), v.maxLength(2_000));
const cardSize = v.picklist(cardSizes, 'Please choose a card size');
const environment = v.picklist(printEnvironments, 'Please choose sandbox or production');

/** Body of POST /api/admin/test-card-api, which places a test print order. A blank design URL selects our own design. */
export const TestCardApiRequest = v.strictObject({
  numCards: v.pipe(
    v.number(wholeNumberMessage),
    v.integer(wholeNumberMessage),
    v.minValue(testPrintMinCards, `Minimum ${testPrintMinCards} card`),
    v.maxValue(testPrintMaxCards, `Maximum ${testPrintMaxCards} cards`),
  ),
  cardSize,
  designUrl: v.optional(v.nullable(DesignUrl), null),
  environment,
  confirmedQuoteId: v.optional(quoteId),
});
export type TestCardApiRequest = v.InferOutput<typeof TestCardApiRequest>;

export const PrintQuote = v.object({
  quoteId: v.string(),
  service: v.string(),
  shippingLevel: v.string(),
  price: v.number(),
  parts: v.object({ cards: v.number(), sending: v.number(), fees: v.number(), vat: v.number() }),
  currency: v.string(),
  expiresAt: isoInstant,
});
export type PrintQuote = v.InferOutput<typeof PrintQuote>;

export const PrintOrder = v.object({
  id: v.number(),
  reference: v.string(),
  /** The member's order whose cards are printed; null for test orders. */
  orderId: v.nullable(v.number()),
  /** The printer's own order number, taken from its first webhook. */
  printerOrderId: v.nullable(v.string()),
  environment: v.picklist(printEnvironments),
  cardSize: v.picklist(cardSizes),
  numCards: v.number(),
  designUrl: v.nullable(v.string()),
  status: v.picklist(printStatuses),
  /**
   * True if the printer did not respond to the order, so it is unknown whether the cards are being printed. A retry never orders them
   * twice.
   */
  isUnanswered: v.boolean(),
  price: v.nullable(v.number()),
  currency: v.nullable(v.string()),
  tracking: v.nullable(v.string()),
  error: v.nullable(v.string()),
  /**
   * The print order that this one replaces because its parcel was lost, and the reason for resending it; null for the first print order.
   */
  resendOfId: v.nullable(v.number()),
  resendReason: v.nullable(v.string()),
  hasNewCodes: v.boolean(),
  /** Cost to confirm before a draft test order is placed. */
  quote: v.nullable(PrintQuote),
  createdAt: isoInstant,
  statusAt: isoInstant,
});
export type PrintOrder = v.InferOutput<typeof PrintOrder>;

/** Response of GET /api/admin/print-orders: test orders, newest first. */
export const PrintOrderList = v.array(PrintOrder);

/** Response of POST /api/admin/test-card-api. `order` is null until the administrator confirms the cost. */
export const TestCardApiResponse = v.object({ quote: PrintQuote, order: v.nullable(PrintOrder) });
export type TestCardApiResponse = v.InferOutput<typeof TestCardApiResponse>;

/** Body of POST /api/admin/orders/{id}/print. Without `confirmedQuoteId`, it only returns quotes. */
export const SendToPrintRequest = v.strictObject({ cardSize, environment, confirmedQuoteId: v.optional(quoteId) });
export type SendToPrintRequest = v.InferOutput<typeof SendToPrintRequest>;

export const SendAgainForm = v.object({ reason: requiredLines('Please enter a reason', 200) });

/** Body of POST /api/admin/orders/{id}/send-again. Without `confirmedQuoteId`, it only returns quotes. */
export const SendAgainRequest = v.strictObject({
  /** The shipped print order whose parcel was lost. */
  printOrderId: v.number('printOrderId must be a number'),
  /** Whether to give the cards new codes, which invalidates the cards in the lost parcel. */
  newCodes: v.boolean('newCodes must be true or false'),
  ...SendAgainForm.entries,
  confirmedQuoteId: v.optional(quoteId),
});
export type SendAgainRequest = v.InferOutput<typeof SendAgainRequest>;

/** Response of POST /api/admin/orders/{id}/print and …/send-again. `quotes` has one entry per shipping service, cheapest first. */
export const SendToPrintResponse = v.object({ quotes: v.array(PrintQuote), order: v.nullable(PrintOrder) });
export type SendToPrintResponse = v.InferOutput<typeof SendToPrintResponse>;
