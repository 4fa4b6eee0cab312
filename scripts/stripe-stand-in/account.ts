/** One Stripe account in test mode: its objects, its time, and the events that tell of changes. */
import type { Clock } from '#scripts/stripe-stand-in/clock.ts';
import { makeClock } from '#scripts/stripe-stand-in/clock.ts';
import type { Deliveries } from '#scripts/stripe-stand-in/deliveries.ts';
import { makeDeliveries } from '#scripts/stripe-stand-in/deliveries.ts';
import type { RememberedAnswer } from '#scripts/stripe-stand-in/idempotency.ts';
import { type LoadedState, loadState } from '#scripts/stripe-stand-in/state-file.ts';
import { Store } from '#scripts/stripe-stand-in/store.ts';

/** Of the pinned SDK (node_modules/stripe/esm/apiVersion.js); a unit test compares the two. */
export const apiVersion = '2026-10-28.endive';

export interface Keys {
  secretKey: string;
  publishableKey: string;
  /** The signing secret of every endpoint that is created; Stripe would draw one for each. */
  webhookSecret: string;
}

export interface Account {
  store: Store;
  clock: Clock;
  keys: Keys;
  /** Where this stand-in answers, for the addresses of its own pages. */
  origin: string;
  deliveries: Deliveries;
  answers: Map<string, RememberedAnswer>;
  /** The call under way, which its events name. */
  request: { id: string; idempotency_key: string | null } | null;
}

/** An account with what the state file holds, or an empty one. */
export function openAccount(keys: Keys, origin: string, stateFile?: string): Account {
  const state: LoadedState | undefined = stateFile ? loadState(stateFile, origin) : undefined;
  const store = new Store(state?.objects);
  return {
    store,
    clock: makeClock(store, state?.clockOffset),
    keys,
    origin,
    deliveries: makeDeliveries(store, state?.pending ?? []),
    answers: new Map(state?.answers),
    request: null,
  };
}

/** The time of a customer, or everybody's where there is none. */
export function nowOf(account: Account, customerId: string | null): number {
  return account.clock.now(account.store.find('customer', customerId)?.test_clock ?? null);
}
