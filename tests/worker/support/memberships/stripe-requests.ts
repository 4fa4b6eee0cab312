/** The Worker's requests to Stripe, from the fake's log. */
import { control } from './payments.ts';

export interface StripeRequest {
  method: string;
  path: string;
  idempotencyKey: string | null;
  /** 0 if the connection was dropped. */
  status: number;
  /** Replayed response of an earlier request with the same key. */
  replayed: boolean;
}

/** Starts watching; each call of the returned function gives all requests since, including other test files'. */
export async function watchStripe(): Promise<() => Promise<StripeRequest[]>> {
  const { last } = await control('requests', {}, 'GET');
  return async () => (await control(`requests?since=${last}`, {}, 'GET')).requests as StripeRequest[];
}
