import type Stripe from 'stripe';
import * as v from 'valibot';
import { apiVersion } from '#scripts/stripe-stand-in/account.ts';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { badRequest } from '#scripts/stripe-stand-in/errors.ts';
import { newId } from '#scripts/stripe-stand-in/ids.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { clearableText, flag, mergeMetadata, metadata, parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';
import type { KeptWebhookEndpoint } from '#scripts/stripe-stand-in/shapes.ts';

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

export const webhookEndpointRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    answer: (call) => {
      const given = call.read(CreateParameters);
      const { store, clock, keys } = call.account;
      if (given.api_version && given.api_version !== apiVersion) {
        throw badRequest(`Invalid API version: this stand-in speaks ${apiVersion} only.`, { param: 'api_version' });
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
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    answer: (call) => pageOf(call, call.account.store.all('webhook_endpoint').map(withoutSecret), call.read(ListParameters)),
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    answer: (call) => withoutSecret(call.account.store.get('webhook_endpoint', call.id)),
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    answer: (call) => {
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
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    answer: (call) => {
      const { id } = call.account.store.get('webhook_endpoint', call.id);
      call.account.store.remove('webhook_endpoint', id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
];
