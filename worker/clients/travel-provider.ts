/**
 * HTTP client for the travel provider, which offers and books stays (docs/local-services.md). The provider's booking reference is stored as
 * `travelPlugId`. The certificate number is the idempotency key of every call; the row id is not used, because it may be reused after a
 * database restore. Calls throw if the provider cannot be reached, fails or sends an unexpected response; they can be repeated.
 * A `StayFailure` says nothing about calls for other stays.
 */
import * as v from 'valibot';
import { TermsByType } from '#schema/stays/catalogue.ts';
import { calendarDay, type StayWish, type Traveler } from '#schema/stays/stay.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface TravelConfig {
  /** Base URL of the travel provider's API, without a trailing slash. */
  apiBase: string;
  apiKey: string;
}

export interface QuoteRequest {
  number: string;
  type: CertificateType;
  /** The member's requests for the stay, in order of preference. */
  wishes: readonly StayWish[];
  /** Latest time at which the stay may end, in Unix seconds. */
  validUntil: number;
  /** Ids of earlier quotes to exclude. */
  formerQuoteIds: readonly string[];
}

export interface BookingRequest {
  number: string;
  quoteId: string;
  traveler: Traveler;
}

const shownText = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest));
const usdCents = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000));

const QuoteEntries = v.object({
  quoteId: shownText(100),
  destinationId: v.nullable(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/))),
  place: shownText(200),
  address: shownText(300),
  latitude: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  longitude: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
  arrival: calendarDay(),
  departure: calendarDay(),
  room: shownText(200),
  costs: v.pipe(
    v.array(v.object({ name: shownText(200), chargedBy: shownText(200), when: shownText(200), cents: usdCents })),
    v.maxLength(10),
  ),
  cancellation: shownText(500),
  checkIn: shownText(500),
  contact: shownText(200),
  costCents: v.nullable(usdCents),
});
export const Quote = v.pipe(
  QuoteEntries,
  v.check(({ arrival, departure }) => arrival < departure),
);
export type Quote = v.InferOutput<typeof Quote>;

const QuoteResponse = v.variant('status', [
  v.object({ status: v.literal('offered'), quote: Quote }),
  /** The provider is still searching for a stay. */
  v.object({ status: v.literal('pending') }),
  v.object({ status: v.literal('none') }),
]);
export type QuoteResponse = v.InferOutput<typeof QuoteResponse>;

const BookingResponse = v.variant('status', [
  v.object({ status: v.literal('booked'), reference: shownText(100), costCents: usdCents }),
  v.object({ status: v.literal('price_changed'), quote: Quote }),
  v.object({ status: v.literal('unavailable') }),
]);
export type BookingResponse = v.InferOutput<typeof BookingResponse>;

const CancelResponse = v.object({ released: v.boolean() });

/** `canceled_free` if the cancellation costs nothing, by the offer's terms or because the hotel canceled; else `canceled`. */
const BookingStatus = v.picklist(['booked', 'canceled', 'canceled_free', 'stayed', 'no_show', 'unknown']);
export type BookingStatus = v.InferOutput<typeof BookingStatus>;

export interface TravelProvider {
  /** Returns the terms by certificate type, as shown to members before they redeem. */
  catalogue(): Promise<TermsByType>;
  quote(request: QuoteRequest): Promise<QuoteResponse>;
  /** Books an accepted quote. No other call contains the traveler's data. */
  book(request: BookingRequest): Promise<BookingResponse>;
  /**
   * Resolves to true if the stay was released at no cost or never booked, in which case its certificate may be canceled. False, with the
   * booking kept, if the offer's free cancellation is over.
   */
  cancel(booking: { number: string; reference: string | null }): Promise<boolean>;
  status(number: string): Promise<BookingStatus>;
}

/** A failure that concerns one stay and is no sign of an outage. */
export class StayFailure extends Error {}

const timeoutMs = 15_000;
/** Status codes from 400 to 499 that concern our key, our rate or the connection instead of the request. */
const statusesOfOutage = [401, 403, 408, 429];

/** Returns the configured travel provider. Returns null if there is none, in which case administrators offer and book stays. */
export function travelProvider(config: TravelConfig | null): TravelProvider | null {
  if (!config) return null;
  const pathOf = (kind: 'quotes' | 'bookings', number: string) => `/v1/${kind}/${encodeURIComponent(number)}`;
  return {
    catalogue: () => request(config, 'GET', '/v1/catalogue', undefined, TermsByType),
    quote({ number, validUntil, ...body }) {
      const quoteRequest = { ...body, validUntil: new Date(validUntil * 1_000).toISOString() };
      return request(config, 'PUT', pathOf('quotes', number), quoteRequest, QuoteResponse);
    },
    book: ({ number, ...body }) => request(config, 'PUT', pathOf('bookings', number), body, BookingResponse),
    cancel: async ({ number }) => (await request(config, 'DELETE', pathOf('bookings', number), undefined, CancelResponse)).released,
    status: async (number) => {
      const booking = await request(config, 'GET', pathOf('bookings', number), undefined, v.object({ status: BookingStatus }));
      return booking.status;
    },
  };
}

async function request<Schema extends v.GenericSchema>(
  { apiBase, apiKey }: TravelConfig,
  method: string,
  path: string,
  body: object | undefined,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(apiBase + path, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    const isRefusal = response.status >= 400 && response.status < 500 && !statusesOfOutage.includes(response.status);
    throw new (isRefusal ? StayFailure : Error)(`The travel provider returned status ${response.status}.`);
  }
  const result = v.safeParse(schema, await response.json());
  if (!result.success) throw new Error('The travel provider returned an unexpected response.');
  return result.output;
}
