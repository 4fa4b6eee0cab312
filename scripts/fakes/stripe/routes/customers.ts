import type Stripe from 'stripe';
import * as v from 'valibot';
import { cancelSubscription } from '#scripts/fakes/stripe/billing/subscriptions.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import type { Call, Routes } from '#scripts/fakes/stripe/http/call.ts';
import { createListRoute, cursors, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import {
  address,
  clearableText,
  createParameters,
  integer,
  mergeMetadata,
  metadata,
  shipping,
  text,
} from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredCustomer } from '#scripts/fakes/stripe/http/shapes.ts';
import { makeCustomer } from '#scripts/fakes/stripe/objects/customer.ts';
import { requireOwnMethod } from '#scripts/fakes/stripe/require-own-method.ts';

const person = {
  email: v.optional(clearableText),
  name: v.optional(clearableText),
  phone: v.optional(clearableText),
  description: v.optional(clearableText),
  address: v.optional(v.union([v.literal(''), address])),
  shipping: v.optional(v.union([v.literal(''), shipping])),
  metadata: v.optional(metadata),
};
const CreateParameters = createParameters<Stripe.CustomerCreateParams>()({ ...person, test_clock: v.optional(text) });
const UpdateParameters = createParameters<Stripe.CustomerUpdateParams>()({
  ...person,
  // A negative balance is credit for future invoices.
  balance: v.optional(integer),
  tax: v.optional(v.strictObject({ ip_address: v.optional(clearableText) })),
  invoice_settings: v.optional(v.strictObject({ default_payment_method: v.optional(clearableText) })),
});
const ListParameters = createParameters<Stripe.CustomerListParams>()({ ...cursors, email: v.optional(text), test_clock: v.optional(text) });

function toCustomerChanges(parameters: v.InferOutput<v.StrictObjectSchema<typeof person, undefined>>): Partial<StoredCustomer> {
  const { address: where, shipping: parcel, metadata: _, ...plain } = parameters;
  return {
    ...plain,
    ...(where !== undefined && { address: where || null }),
    ...(parcel !== undefined && { shipping: parcel || null }),
  };
}

/**
 * Returns the customer's tax location. Every IP address is treated as being in the United States; without an IP address, tax cannot be
 * calculated.
 */
function locateTax(ip: string | null): NonNullable<StoredCustomer['tax']> {
  const location = ip === null ? null : { country: 'US', source: 'ip_address' as const, state: 'CA' };
  return { automatic_tax: ip === null ? 'unrecognized_location' : 'supported', ip_address: ip, location, provider: 'stripe' };
}

const deletedCustomer = (id: string) => ({ id, object: 'customer', deleted: true });

/** Whether the customer was deleted. A deleted customer can still be retrieved, as a stub. */
function wasDeleted({ account, id }: Call): boolean {
  return account.store.all('event').some(({ type, data }) => type === 'customer.deleted' && data.object.id === id);
}

export const customerRoutes: Routes = {
  'POST /v1/customers': (call) => {
    const { test_clock: testClock, ...parameters } = call.read(CreateParameters);
    const { store, clock } = call.account;
    if (testClock) store.get('test_helpers.test_clock', testClock, 'test_clock');
    const fields = { ...toCustomerChanges(parameters), metadata: mergeMetadata(null, parameters.metadata), test_clock: testClock ?? null };
    return store.add('customer', makeCustomer(fields, clock.now(testClock ?? null)));
  },
  'GET /v1/customers': createListRoute('customer', ListParameters, matchFields('email', 'test_clock')),
  'GET /v1/customers/:id': (call) => (wasDeleted(call) ? deletedCustomer(call.id) : call.account.store.get('customer', call.id)),
  'DELETE /v1/customers/:id': (call) => {
    const { store } = call.account;
    const customer = store.get('customer', call.id);
    for (const subscription of store.all('subscription')) {
      if (subscription.customer === customer.id && subscription.ended_at === null) cancelSubscription(call.account, subscription);
    }
    publish(call.account, 'customer.deleted', customer);
    store.remove('customer', customer.id);
    return deletedCustomer(customer.id);
  },
  'POST /v1/customers/:id': (call) => {
    const { invoice_settings: invoicing, balance, tax, ...parameters } = call.read(UpdateParameters);
    const { store } = call.account;
    const customer = store.get('customer', call.id);
    const method = invoicing?.default_payment_method;
    if (method) requireOwnMethod(call.account, customer.id, method, 'invoice_settings[default_payment_method]');
    store.change<'customer'>(customer, {
      ...toCustomerChanges(parameters),
      metadata: mergeMetadata(customer.metadata, parameters.metadata),
      ...(balance !== undefined && { balance }),
      ...(tax && { tax: locateTax(tax.ip_address ?? null) }),
      ...(method !== undefined && { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
    });
    return customer;
  },
};
