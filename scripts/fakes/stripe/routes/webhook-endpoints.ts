import type Stripe from 'stripe';
import * as v from 'valibot';
import { apiVersion } from '#scripts/fakes/stripe/account.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import { cursors, pageOf } from '#scripts/fakes/stripe/http/lists.ts';
import { clearableText, flag, mergeMetadata, metadata, parametersOf, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { KeptWebhookEndpoint } from '#scripts/fakes/stripe/http/shapes.ts';
import { newId } from '#scripts/fakes/stripe/ids.ts';

const webAddress = v.pipe(text, v.regex(/^https?:\/\//));
const events = v.pipe(v.array(text), v.nonEmpty());
const CreateParameters = parametersOf<Stripe.WebhookEndpointCreateParams>()({
  url: webAddress,
  enabled_events: events,
  api_version: v.optional(text),
  description: v.optional(clearableText),
  metadata: v.optional(metadata),
});
const UpdateParameters = parametersOf<Stripe.WebhookEndpointUpdateParams>()({
  url: v.optional(webAddress),
  enabled_events: v.optional(events),
  disabled: v.optional(flag),
  description: v.optional(clearableText),
  metadata: v.optional(metadata),
});
const ListParameters = parametersOf<Stripe.WebhookEndpointListParams>()(cursors);

/** The secret is told once, when the endpoint is made. */
function withoutSecret({ secret: _, ...shown }: KeptWebhookEndpoint): KeptWebhookEndpoint {
  return shown;
}

export const webhookEndpointRoutes: Routes = {
  'POST /v1/webhook_endpoints': (call) => {
    const given = call.read(CreateParameters);
    const { store, clock, keys } = call.account;
    if (given.api_version && given.api_version !== apiVersion) {
      throw badRequest(`Invalid API version: this fake speaks ${apiVersion} only.`, { param: 'api_version' });
    }
    return store.add('webhook_endpoint', {
      id: newId('we'),
      object: 'webhook_endpoint',
      api_version: given.api_version ?? null,
      application: null,
      created: clock.now(null),
      description: given.description ?? null,
      enabled_events: given.enabled_events,
      livemode: false,
      metadata: mergeMetadata(null, given.metadata),
      secret: keys.webhookSecret,
      status: 'enabled',
      url: given.url,
    });
  },
  'GET /v1/webhook_endpoints': (call) =>
    pageOf(call, call.account.store.all('webhook_endpoint').map(withoutSecret), call.read(ListParameters)),
  'GET /v1/webhook_endpoints/:id': (call) => withoutSecret(call.account.store.get('webhook_endpoint', call.id)),
  'POST /v1/webhook_endpoints/:id': (call) => {
    const { disabled, metadata: told, ...given } = call.read(UpdateParameters);
    const { store } = call.account;
    const endpoint = store.get('webhook_endpoint', call.id);
    store.change<'webhook_endpoint'>(endpoint, {
      ...given,
      metadata: mergeMetadata(endpoint.metadata, told),
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
