import { type Account, apiVersion, getNow } from '#scripts/fakes/stripe/account.ts';
import type { Kind, Shapes, StoredEvent, WireObject } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import type { Store } from '#scripts/fakes/stripe/store.ts';

type Family = 'customer' | 'customer.subscription' | 'invoice' | 'payment_intent' | 'charge' | 'charge.dispute' | 'refund';
export type EventType = `${Family}.${string}`;

export function publish(account: Account, type: EventType, object: Shapes[Kind], previous?: object): void {
  const snapshot: WireObject = structuredClone({ ...object });
  const subscribedEndpoints = account.store
    .all('webhook_endpoint')
    .filter((endpoint) => isListening(endpoint.enabled_events, type) && endpoint.status === 'enabled');
  const event: StoredEvent = {
    id: createId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: getNow(account, findCustomerId(account.store, snapshot)),
    data: { object: snapshot, ...(previous && { previous_attributes: structuredClone({ ...previous }) }) },
    livemode: false,
    pending_webhooks: subscribedEndpoints.length,
    request: account.request,
    type,
  };
  account.store.add('event', event);
  for (const endpoint of subscribedEndpoints) account.deliveries.add(event.id, endpoint.id);
}

export function publishChange(account: Account, type: EventType, object: Shapes[Kind], previous: object): void {
  if (Object.keys(previous).length > 0) publish(account, type, object, previous);
}

function isListening(enabled: string[], type: string): boolean {
  return enabled.includes('*') || enabled.includes(type);
}

/** Returns an object's customer id. A dispute is linked to its customer only through its charge. */
export function findCustomerId(store: Store, object: WireObject): string | null {
  if (object.object === 'customer') return String(object.id);
  if (typeof object.customer === 'string') return object.customer;
  return typeof object.charge === 'string' ? (store.find('charge', object.charge)?.customer ?? null) : null;
}
