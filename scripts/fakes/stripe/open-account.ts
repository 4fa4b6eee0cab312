import type { Account, Keys } from '#scripts/fakes/stripe/account.ts';
import { makeClock } from '#scripts/fakes/stripe/clock.ts';
import { makeDeliveries } from '#scripts/fakes/stripe/deliveries.ts';
import { loadState } from '#scripts/fakes/stripe/state.ts';
import { Store } from '#scripts/fakes/stripe/store.ts';

export function openAccount(keys: Keys, origin: string, stateFile?: string): Account {
  const state = loadState(stateFile, origin);
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
