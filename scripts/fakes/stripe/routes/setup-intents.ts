import type Stripe from 'stripe';
import * as v from 'valibot';
import { getNow } from '#scripts/fakes/stripe/account.ts';
import { ConfirmSetupParameters, confirmSetup } from '#scripts/fakes/stripe/billing/setup-intents.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { notFoundFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { createParameters, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import { makeSetupIntent, publicSetupIntent } from '#scripts/fakes/stripe/objects/setup-intent.ts';

const CreateParameters = createParameters<Stripe.SetupIntentCreateParams>()({
  customer: text,
  allowed_payment_method_types: v.optional(v.array(v.literal('card'))),
  usage: v.optional(v.picklist(['off_session', 'on_session']), 'off_session'),
  metadata: v.optional(metadata),
});
const UpdateParameters = createParameters<Stripe.SetupIntentUpdateParams>()({ metadata: v.optional(metadata) });

export const setupIntentRoutes: Routes = {
  'POST /v1/setup_intents': (call) => {
    const parameters = call.read(CreateParameters);
    const { account } = call;
    account.store.get('customer', parameters.customer, 'customer');
    const fields = { ...parameters, metadata: mergeMetadata(null, parameters.metadata) };
    return account.store.add('setup_intent', makeSetupIntent(fields, getNow(account, parameters.customer)));
  },
  'GET /v1/setup_intents/:id': (call) => call.account.store.get('setup_intent', call.id, 'intent'),
  'POST /v1/setup_intents/:id': (call) => {
    const intent = call.account.store.get('setup_intent', call.id, 'intent');
    call.account.store.change<'setup_intent'>(intent, { metadata: mergeMetadata(intent.metadata, call.read(UpdateParameters).metadata) });
    return intent;
  },
  'POST /v1/setup_intents/:id/confirm': (call) => {
    const intent = call.account.store.get('setup_intent', call.id, 'intent');
    confirmSetup(call.account, intent, call.read(ConfirmSetupParameters), (current) => current);
    return intent;
  },
};

export const setupIntentRoutesOfPages: Routes = {
  'POST /v1/setup_intents/:id/confirm': (call) => {
    const parameters = call.read(ConfirmSetupParameters);
    const intent = call.account.store.get('setup_intent', call.id, 'intent');
    if (intent.client_secret !== parameters.client_secret) throw notFoundFailure('setup_intent', call.id, 'client_secret');
    confirmSetup(call.account, intent, parameters, publicSetupIntent);
    return publicSetupIntent(intent);
  },
};
