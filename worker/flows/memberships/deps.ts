/** What handling payments needs, in a request as in a job. */
import type { PaymentProvider } from '#worker/clients/payment-provider.ts';
import type { Config, PaymentsConfig } from '#worker/env.ts';
import type { Store } from '#worker/store/store.ts';

export interface PaymentDeps {
  store: Store;
  provider: PaymentProvider;
  /** UTC unix seconds. */
  now: number;
}

const providers = new WeakMap<PaymentsConfig, PaymentProvider>();

/** Stripe's SDK is loaded by whoever pays, not by every start of the Worker. */
export async function paymentDeps(config: Config, store: Store, now: number): Promise<PaymentDeps> {
  const { stripeProvider } = await import('#worker/clients/stripe/stripe.ts');
  const provider = providers.get(config.payments) ?? stripeProvider(config.payments);
  providers.set(config.payments, provider);
  return { store, provider, now };
}
