/** HTTP client for Cloudprinter CORE. In development, it calls the local fake at another base URL. */
import * as v from 'valibot';
import { printCurrency } from '#worker/domain/printing/print-cost.ts';
import { hidePrintFiles } from '#worker/domain/printing/print-file-address.ts';
import { type CardPrinter, CardPrinterError, type OrderToPrint, type PrintJob } from './card-printer.ts';
import {
  createUnexpectedResponseError,
  KnownOrderResponse,
  listServices,
  OrderResponse,
  ProductResponse,
  printerName,
  QuoteResponse,
  toPrintProduct,
} from './cloudprinter-responses.ts';

const quoteTimeoutMs = 15_000;
/** Timeout for orders in milliseconds. It is longer than for other calls because the printer may inspect each file before it responds. */
const orderTimeoutMs = 30_000;
/** HTTP status that Cloudprinter returns for an unknown order or product. */
const unknownStatus = 410;

export function cloudprinter(apiKey: string, base: string): CardPrinter {
  const call = <Schema extends v.GenericSchema>(path: string, body: object, schema: Schema, timeoutMs = quoteTimeoutMs) =>
    request(base, path, { apikey: apiKey, ...body }, schema, timeoutMs);
  return {
    async product(code) {
      return toPrintProduct(code, await call('/products/info', { reference: code }, ProductResponse));
    },

    async quote(job) {
      const { country, state } = job.to;
      const body = { country, ...(state !== null && { state }), currency: printCurrency, items: toRequestItems(job) };
      const services = listServices(await call('/orders/quote', body, QuoteResponse));
      if (services.length === 0) throw new CardPrinterError(`${printerName} offers no shipping for this order.`, true);
      return services;
    },

    async order(order) {
      await call('/orders/add', orderBody(order), OrderResponse, orderTimeoutMs);
    },

    async hasOrder(reference) {
      try {
        await call('/orders/info', { reference }, KnownOrderResponse);
        return true;
      } catch (error) {
        if (!(error instanceof CardPrinterError)) throw error;
        if (error.status === unknownStatus) return false;
        // A rejected status request does not mean that the order was rejected.
        throw new CardPrinterError(error.message, false, { cause: error });
      }
    },
  };
}

function toRequestItems({ product, options, items }: PrintJob) {
  // The options field is required even if empty; without it, the printer rejects the order.
  const requestOptions = options.map((option) => ({ type: option, count: '1' }));
  return items.map(({ reference, count }) => ({ reference, product, count: String(count), options: requestOptions }));
}

function orderBody(order: OrderToPrint) {
  const { reference, email, to, getQuote, getFile } = order;
  const { line1, line2, zip, city } = to.address;
  return {
    reference,
    email,
    addresses: [
      {
        type: 'delivery',
        firstname: to.firstName,
        lastname: to.lastName,
        street1: line1,
        ...(line2 !== null && { street2: line2 }),
        zip,
        city,
        ...(to.state !== null && { state: to.state }),
        country: to.country,
        email,
        phone: to.phone,
      },
    ],
    items: toRequestItems(order).map((item) => ({
      ...item,
      quote: getQuote(item.reference),
      files: [{ type: 'product', ...getFile(item.reference) }],
    })),
  };
}

async function request<Schema extends v.GenericSchema>(
  base: string,
  path: string,
  body: object,
  schema: Schema,
  timeoutMs: number,
): Promise<v.InferOutput<Schema>> {
  const { status, text } = await send(`${base}${path}`, body, timeoutMs);
  const response = parseJson(text);
  if (status >= 400 && status < 500) {
    throw new CardPrinterError(`${printerName} refused: ${findErrorMessage(response) ?? `status ${status}`}`, true, { status });
  }
  if (status !== 200 && status !== 201) {
    throw new CardPrinterError(`${printerName} returned a server error (status ${status}). Please try again later.`, false);
  }
  const result = v.safeParse(schema, response);
  if (!result.success) throw createUnexpectedResponseError();
  return result.output;
}

/** Posts a JSON body. The timeout includes reading the response body, which may stall. */
async function send(url: string, body: object, timeoutMs: number): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    const hasTimedOut = cause instanceof Error && cause.name === 'TimeoutError';
    const problem = hasTimedOut ? `did not respond within ${timeoutMs / 1_000} seconds` : 'cannot be reached right now';
    throw new CardPrinterError(`${printerName} ${problem}. Please try again.`, false, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Extracts the printer's error message from any of its response formats: `{error}`, `{error: {info}}`, `{message}`, `{errors: […]}`. */
function findErrorMessage(response: unknown, depth = 0): string | undefined {
  if (typeof response === 'string') return hidePrintFiles(response).trim().slice(0, 300) || undefined;
  if (typeof response !== 'object' || response === null || depth > 3) return undefined;
  if (Array.isArray(response)) {
    const reasons = response.map((entry) => findErrorMessage(entry, depth + 1)).filter((reason) => reason !== undefined);
    return reasons.length > 0 ? reasons.slice(0, 5).join('; ') : undefined;
  }
  const fields = response as Record<string, unknown>;
  for (const name of ['info', 'message', 'error', 'errors', 'description']) {
    const reason = findErrorMessage(fields[name], depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
