import { type Account, getNow } from '#scripts/fakes/stripe/account.ts';
import { catchUp } from '#scripts/fakes/stripe/billing/renewals.ts';
import type { StoredCustomer, StoredTestClock } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';

const clockTtlSeconds = 30 * 86_400;

export function makeTestClock(account: Account, at: number, name: string | null): StoredTestClock {
  const now = account.clock.now(null);
  return account.store.add('test_helpers.test_clock', {
    id: createId('clock'),
    object: 'test_helpers.test_clock',
    created: now,
    deletes_after: now + clockTtlSeconds,
    frozen_time: at,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  });
}

export function advanceTestClock(account: Account, clock: StoredTestClock, to: number): void {
  catchUp(account, clock.id, to);
  account.store.change<'test_helpers.test_clock'>(clock, { frozen_time: to });
}

export function advanceAllClocks(account: Account, to: number): void {
  const delta = to - account.clock.now(null);
  catchUp(account, null, to);
  account.clock.offset += delta;
  account.store.version += 1;
}

/** Returns the customer's test clock, or creates a frozen one. The real Stripe can attach a clock only when a customer is created. */
export function getCustomerClock(account: Account, customer: StoredCustomer): StoredTestClock {
  const { store } = account;
  const attached = store.find('test_helpers.test_clock', customer.test_clock ?? null);
  if (attached) return attached;
  const clock = makeTestClock(account, getNow(account, customer.id), `Of ${customer.id}`);
  store.change<'customer'>(customer, { test_clock: clock.id });
  for (const subscription of store.all('subscription')) {
    if (subscription.customer === customer.id) store.change<'subscription'>(subscription, { test_clock: clock.id });
  }
  for (const invoice of store.all('invoice')) {
    if (invoice.customer === customer.id) store.change<'invoice'>(invoice, { test_clock: clock.id });
  }
  return clock;
}
