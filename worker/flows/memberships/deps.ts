import type { PaymentProvider } from '#worker/clients/payment-provider.ts';
import type { Config, PaymentsConfig } from '#worker/env.ts';
import type { Store } from '#worker/store/store.ts';

export interface PaymentDeps {
  store: Store;
  provider: PaymentProvider;
  /** Current time in Unix seconds (UTC). */
  now: number;
  /** Operator's email address for dispute alerts; null if not configured. */
  alarmsTo: string | null;
}

const providers = new WeakMap<PaymentsConfig, PaymentProvider>();

/** Loads Stripe's SDK on demand, to keep the Worker's startup fast. */
export async function paymentDeps(config: Config, store: Store, now: number): Promise<PaymentDeps> {
  const { stripeProvider } = await import('#worker/clients/stripe/stripe.ts');
  const provider = providers.get(config.payments) ?? stripeProvider(config.payments);
  providers.set(config.payments, provider);
  return { store, provider, now, alarmsTo: config.ops.to };
}
