import type { Clock } from '#scripts/fakes/stripe/clock.ts';
import type { Deliveries } from '#scripts/fakes/stripe/deliveries.ts';
import type { Store } from '#scripts/fakes/stripe/store.ts';

/** API version of the pinned SDK (node_modules/stripe/esm/apiVersion.js). A unit test compares the two. */
export const apiVersion = '2026-10-28.endive';

export interface Keys {
  secretKey: string;
  publishableKey: string;
  /** A single signing secret, shared by all endpoints. The real Stripe generates one per endpoint. */
  webhookSecret: string;
}

export interface StoredResponse {
  fingerprint: string;
  status: number;
  body: string;
  at: number;
}

export interface Account {
  store: Store;
  clock: Clock;
  keys: Keys;
  /** Base URL of the fake's own pages. */
  origin: string;
  deliveries: Deliveries;
  answers: Map<string, StoredResponse>;
  request: { id: string; idempotency_key: string | null } | null;
}

export function getNow(account: Account, customerId: string | null): number {
  return account.clock.now(account.store.find('customer', customerId)?.test_clock ?? null);
}
