/** What the Worker asks of Stripe, as the fake has logged it. */
import { control } from './payments.ts';

export interface StripeRequest {
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** 0 where the connection was cut. */
  status: number;
  /** The answer of an earlier request with the same key. */
  replayed: boolean;
}

/** From now on: each call of the function that this answers gives all requests since, of other test files too. */
export async function watchStripe(): Promise<() => Promise<StripeRequest[]>> {
  const { last } = await control('requests', {}, 'GET');
  return async () => (await control(`requests?since=${last}`, {}, 'GET')).requests as StripeRequest[];
}
