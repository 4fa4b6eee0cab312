/** Polls Stripe's events and delivers them to the product as signed webhooks, since Stripe cannot reach this machine. */
import type Stripe from 'stripe';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';
import type { Seconds } from '#worker/domain/time.ts';

export class News {
  readonly #stripe: Stripe;
  readonly #webhook: { url: string; secret: string };
  readonly #since: Seconds;
  readonly #delivered = new Set<string>();

  /** @param since earliest creation time of the events to deliver; events on test clocks are never older */
  constructor(stripe: Stripe, webhook: { url: string; secret: string }, since: Seconds) {
    this.#stripe = stripe;
    this.#webhook = webhook;
    this.#since = since;
  }

  /** Delivers new events, oldest first. An event that the product rejects is retried on the next call. */
  async deliver(): Promise<void> {
    const news: Stripe.Event[] = [];
    // Lists all events again instead of resuming at the last one because several test clocks produce events out of chronological order.
    for await (const event of this.#stripe.events.list({ created: { gte: this.#since }, types: [...webhookEventTypes], limit: 100 })) {
      if (!this.#delivered.has(event.id)) news.push(event);
    }
    for (const event of news.reverse()) {
      const payload = JSON.stringify(event);
      const signature = this.#stripe.webhooks.generateTestHeaderString({ payload, secret: this.#webhook.secret });
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const response = await fetch(this.#webhook.url, { method: 'POST', headers, body: payload });
      if (response.ok) this.#delivered.add(event.id);
    }
  }
}
