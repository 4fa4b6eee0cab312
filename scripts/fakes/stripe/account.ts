/** One Stripe account in test mode: its objects, its time, and the events that tell of changes. */
import type { Clock } from '#scripts/fakes/stripe/clock.ts';
import type { Deliveries } from '#scripts/fakes/stripe/deliveries.ts';
import type { Store } from '#scripts/fakes/stripe/store.ts';

/** Of the pinned SDK (node_modules/stripe/esm/apiVersion.js); a unit test compares the two. */
export const apiVersion = '2026-10-28.endive';

export interface Keys {
  secretKey: string;
  publishableKey: string;
  /** The signing secret of every endpoint that is created; Stripe would draw one for each. */
  webhookSecret: string;
}

/** What a call with an idempotency key was answered. */
export interface RememberedAnswer {
  /** Of path and parameters. */
  fingerprint: string;
  status: number;
  body: string;
  at: number;
}

export interface Account {
  store: Store;
  clock: Clock;
  keys: Keys;
  /** Where this fake answers, for the addresses of its own pages. */
  origin: string;
  deliveries: Deliveries;
  answers: Map<string, RememberedAnswer>;
  /** The call under way, which its events name. */
  request: { id: string; idempotency_key: string | null } | null;
}

/** The time of a customer, or everybody's where there is none. */
export function nowOf(account: Account, customerId: string | null): number {
  return account.clock.now(account.store.find('customer', customerId)?.test_clock ?? null);
}
