/**
 * The travel provider, which books stays, over HTTP (docs/local-services.md). Its reference is our `travelPlugId`. Calls throw if the
 * provider cannot be reached, fails or sends an unexpected response; they can be repeated.
 */
import * as v from 'valibot';
import { TermsByType } from '#schema/stays/catalogue.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface TravelConfig {
  /** URL without a trailing slash. */
  apiBase: string;
  apiKey: string;
}

export interface StayToBook {
  /** Idempotency key for booking and cancelling. The row id is not used, because it may be reused after a database restore. */
  number: string;
  type: CertificateType;
  holderName: string;
  validUntil: number;
}

/** `failed` means that the provider permanently rejected the booking. Other failures throw and are retried. */
export type Booking = { status: 'booked'; reference: string } | { status: 'failed' };

export interface TravelProvider {
  /** Terms that members see before they redeem. */
  catalogue(): Promise<TermsByType>;
  book(stay: StayToBook): Promise<Booking>;
  /** Resolves to true if the stay was released, in which case its certificate may be cancelled. */
  cancel(stay: Pick<StayToBook, 'number'> & { reference: string | null }): Promise<boolean>;
}

const BookingResponse = v.variant('status', [
  v.object({ status: v.literal('booked'), reference: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  v.object({ status: v.literal('failed') }),
]);
const CancelResponse = v.object({ released: v.boolean() });

const timeoutMs = 15_000;

/** Returns null without a provider; administrators then book manually. */
export function travelProvider(config: TravelConfig | null): TravelProvider | null {
  if (!config) return null;
  const bookingPath = (number: string) => `/v1/bookings/${encodeURIComponent(number)}`;
  return {
    catalogue: () => request(config, 'GET', '/v1/catalogue', undefined, TermsByType),
    async book({ number, type, holderName, validUntil }) {
      const body = { type, holderName, validUntil: new Date(validUntil * 1_000).toISOString() };
      return await request(config, 'PUT', bookingPath(number), body, BookingResponse);
    },
    cancel: async ({ number }) => (await request(config, 'DELETE', bookingPath(number), undefined, CancelResponse)).released,
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
  if (!response.ok) throw new Error(`The travel provider returned status ${response.status}.`);
  const result = v.safeParse(schema, await response.json());
  if (!result.success) throw new Error('The travel provider returned an unexpected response.');
  return result.output;
}
