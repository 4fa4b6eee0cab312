import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import { createListRoute, cursors, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, flag, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredPaymentMethodDomain } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';

/** A public host name, without scheme or port; rejects `localhost`. */
const hostName = v.pipe(text, v.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/));
const CreateParameters = createParameters<Stripe.PaymentMethodDomainCreateParams>()({ domain_name: hostName, enabled: v.optional(flag) });
const UpdateParameters = createParameters<Stripe.PaymentMethodDomainUpdateParams>()({ enabled: v.optional(flag) });
const ListParameters = createParameters<Stripe.PaymentMethodDomainListParams>()({
  ...cursors,
  domain_name: v.optional(text),
  enabled: v.optional(flag),
});
const NoParameters = createParameters<Stripe.PaymentMethodDomainValidateParams>()({});

/** Apple Pay status of a new domain that Apple has not verified yet. Calling `validate` requests verification again. */
const unverified: StoredPaymentMethodDomain['apple_pay'] = {
  status: 'inactive',
  status_details: { error_message: 'Apple has not verified this domain yet.' },
};
const active: StoredPaymentMethodDomain['apple_pay'] = { status: 'active' };

export const paymentMethodDomainRoutes: Routes = {
  'POST /v1/payment_method_domains': (call) => {
    const { domain_name, enabled = true } = call.read(CreateParameters);
    const { store, clock } = call.account;
    if (store.all('payment_method_domain').some((domain) => domain.domain_name === domain_name))
      throw badRequest(`The domain ${domain_name} is already registered.`, { param: 'domain_name' });
    const activeWallets = { amazon_pay: active, google_pay: active, klarna: active, link: active, paypal: active };
    return store.add('payment_method_domain', {
      ...{ id: createId('pmd'), object: 'payment_method_domain', created: clock.now(null), livemode: false },
      ...{ domain_name, enabled, apple_pay: unverified, ...activeWallets },
    });
  },
  'GET /v1/payment_method_domains': createListRoute('payment_method_domain', ListParameters, matchFields('domain_name', 'enabled')),
  'POST /v1/payment_method_domains/:id': (call) => {
    const parameters = call.read(UpdateParameters);
    const domain = call.account.store.get('payment_method_domain', call.id);
    call.account.store.change<'payment_method_domain'>(domain, parameters);
    return domain;
  },
  'POST /v1/payment_method_domains/:id/validate': (call) => {
    call.read(NoParameters);
    const domain = call.account.store.get('payment_method_domain', call.id);
    call.account.store.change<'payment_method_domain'>(domain, { apple_pay: active });
    return domain;
  },
};
