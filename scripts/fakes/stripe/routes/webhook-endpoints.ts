import type Stripe from 'stripe';
import * as v from 'valibot';
import { apiVersion } from '#scripts/fakes/stripe/account.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import { cursors, slicePage } from '#scripts/fakes/stripe/http/lists.ts';
import { clearableText, createParameters, flag, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredWebhookEndpoint } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';

const webAddress = v.pipe(text, v.regex(/^https?:\/\//));
const events = v.pipe(v.array(text), v.nonEmpty());
const CreateParameters = createParameters<Stripe.WebhookEndpointCreateParams>()({
  url: webAddress,
  enabled_events: events,
  api_version: v.optional(text),
  description: v.optional(clearableText),
  metadata: v.optional(metadata),
});
const UpdateParameters = createParameters<Stripe.WebhookEndpointUpdateParams>()({
  url: v.optional(webAddress),
  enabled_events: v.optional(events),
  disabled: v.optional(flag),
  description: v.optional(clearableText),
  metadata: v.optional(metadata),
});
const ListParameters = createParameters<Stripe.WebhookEndpointListParams>()(cursors);

/** Removes the secret, which Stripe returns only on creation. */
function withoutSecret({ secret: _, ...rest }: StoredWebhookEndpoint): StoredWebhookEndpoint {
  return rest;
}

export const webhookEndpointRoutes: Routes = {
  'POST /v1/webhook_endpoints': (call) => {
    const parameters = call.read(CreateParameters);
    const { store, clock, keys } = call.account;
    if (parameters.api_version && parameters.api_version !== apiVersion) {
      throw badRequest(`Invalid API version: this fake only supports ${apiVersion}.`, { param: 'api_version' });
    }
    return store.add('webhook_endpoint', {
      id: createId('we'),
      object: 'webhook_endpoint',
      api_version: parameters.api_version ?? null,
      application: null,
      created: clock.now(null),
      description: parameters.description ?? null,
      enabled_events: parameters.enabled_events,
      livemode: false,
      metadata: mergeMetadata(null, parameters.metadata),
      secret: keys.webhookSecret,
      status: 'enabled',
      url: parameters.url,
    });
  },
  'GET /v1/webhook_endpoints': (call) =>
    slicePage(call, call.account.store.all('webhook_endpoint').map(withoutSecret), call.read(ListParameters)),
  'GET /v1/webhook_endpoints/:id': (call) => withoutSecret(call.account.store.get('webhook_endpoint', call.id)),
  'POST /v1/webhook_endpoints/:id': (call) => {
    const { disabled, metadata, ...parameters } = call.read(UpdateParameters);
    const { store } = call.account;
    const endpoint = store.get('webhook_endpoint', call.id);
    store.change<'webhook_endpoint'>(endpoint, {
      ...parameters,
      metadata: mergeMetadata(endpoint.metadata, metadata),
      ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
    });
    return withoutSecret(endpoint);
  },
  'DELETE /v1/webhook_endpoints/:id': (call) => {
    const { id } = call.account.store.get('webhook_endpoint', call.id);
    call.account.store.remove('webhook_endpoint', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  },
};
