/** Signs and delivers webhooks. Retries with increasing delays for up to three days until the response is 2xx. */
import { createHmac } from 'node:crypto';
import { isSuccess, post } from '#scripts/fakes/core/post.ts';
import type { StoredEvent, StoredWebhookEndpoint } from '#scripts/fakes/stripe/http/shapes.ts';
import type { Store } from '#scripts/fakes/stripe/store.ts';

export interface PendingDelivery {
  eventId: string;
  endpointId: string;
  attempts: number;
  /** Time of the next attempt, in milliseconds of system time. Deliveries ignore changes to the fake's clock. */
  nextAt: number;
  since: number;
}

export interface Deliveries {
  add(eventId: string, endpointId: string): void;
  pending(): PendingDelivery[];
  /** Pauses or resumes deliveries. Resuming sends the deliveries that became due during the pause, in order. */
  pause(paused: boolean): void;
  /** Sends due deliveries. New deliveries are sent immediately and do not need this call. */
  sendDue(): void;
}

const pausesMs = [1_000, 5_000, 30_000, 5 * 60_000];
const hourMs = 3_600_000;
const giveUpAfterMs = 72 * hourMs;
const maxConcurrent = 4;

export function makeDeliveries(store: Store, pending: PendingDelivery[]): Deliveries {
  const pendingDeliveries = new Set<PendingDelivery>(pending);
  const inProgress = new Set<PendingDelivery>();
  let isPaused = false;

  const sendDue = () => {
    if (isPaused) return;
    const now = Date.now();
    for (const delivery of pendingDeliveries) {
      if (inProgress.size >= maxConcurrent) return;
      if (inProgress.has(delivery) || delivery.nextAt > now) continue;
      inProgress.add(delivery);
      void attempt(delivery).finally(() => {
        inProgress.delete(delivery);
        store.version += 1;
        sendDue();
      });
    }
  };

  const attempt = async (delivery: PendingDelivery) => {
    const event = store.find('event', delivery.eventId);
    const endpoint = store.find('webhook_endpoint', delivery.endpointId);
    if (!event || !endpoint) {
      pendingDeliveries.delete(delivery);
      return;
    }
    if (await isAccepted(event, endpoint)) {
      pendingDeliveries.delete(delivery);
      event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
      return;
    }
    delivery.nextAt = Date.now() + (pausesMs[delivery.attempts] ?? hourMs);
    delivery.attempts += 1;
    if (delivery.nextAt - delivery.since > giveUpAfterMs) pendingDeliveries.delete(delivery);
  };

  return {
    add(eventId, endpointId) {
      pendingDeliveries.add({ eventId, endpointId, attempts: 0, nextAt: Date.now(), since: Date.now() });
      store.version += 1;
      // Defers the delivery so that the call that caused the event gets its response first.
      setImmediate(sendDue);
    },
    pending: () => [...pendingDeliveries],
    pause(paused) {
      isPaused = paused;
      sendDue();
    },
    sendDue,
  };
}

async function isAccepted(event: StoredEvent, endpoint: StoredWebhookEndpoint): Promise<boolean> {
  const body = JSON.stringify(event, null, 2);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': createSignature(body, endpoint.secret ?? '') };
  return isSuccess(await post(endpoint.url, body, headers));
}

/** Returns the signature header. Always uses real time because the receiver checks the timestamp against real time. */
export function createSignature(body: string, secret: string, at = Math.floor(Date.now() / 1_000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
