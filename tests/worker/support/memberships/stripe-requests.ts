/** Reads the Worker's requests to Stripe from the Stripe fake's log. */
import { control } from './payments.ts';

export interface StripeRequest {
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** HTTP status; 0 if the connection was dropped. */
  status: number;
  /** Whether Stripe replayed the response of an earlier request with the same idempotency key. */
  replayed: boolean;
}

/** Starts recording requests to Stripe. The returned function returns all requests since then, including those of other test files. */
export async function watchStripe(): Promise<() => Promise<StripeRequest[]>> {
  const { last } = await control('requests', {}, 'GET');
  return async () => (await control(`requests?since=${last}`, {}, 'GET')).requests as StripeRequest[];
}
